//! Reads all of a section once: by a snapshot, which goes on where it was cut, or page by page from servers that have
//! no snapshots.
//!
//! What changes meanwhile arrives through the feed afterwards, from the cursor of the beginning on.

use crate::client::CatalogClient;
use crate::error::ClientError;
use crate::follow::checkpoint::{Checkpoint, Cut, Position};
use crate::follow::{CopyProgress, FollowOptions, SyncStep};
use crate::model::{Product, ProductPage};
use crate::query::{ListPart, ProductQuery};
use crate::retry::Attempts;
use crate::snapshot::Snapshot;

/// How often reading page by page begins again because the catalog changed meanwhile.
const MOST_RESTARTS: u32 = 10;

/// What the next products come from.
enum Source {
    Snapshot(Snapshot),
    /// The pages so far; none before the first.
    Pages(Option<Pages>),
}

/// Pages of one revision, sorted by stock number.
struct Pages {
    next: u64,
    revision: u64,
    cursor: String,
    last: Option<String>,
    count: u64,
}

pub(crate) struct FirstCopy<'a> {
    client: &'a CatalogClient,
    section: &'a str,
    options: &'a FollowOptions,
    /// What is open.
    source: Option<Source>,
    /// Those since the last product came.
    attempts: Option<Attempts<'a>>,
    restarts: u32,
}

impl<'a> FirstCopy<'a> {
    pub(crate) fn new(client: &'a CatalogClient, section: &'a str, options: &'a FollowOptions) -> Self {
        Self { client, section, options, source: None, attempts: None, restarts: 0 }
    }

    /// The products that come next.
    pub(crate) fn read(&mut self, checkpoint: &Checkpoint) -> Result<SyncStep, ClientError> {
        loop {
            let step = match self.source.take() {
                None => self.open(checkpoint).map(|()| None),
                Some(Source::Snapshot(snapshot)) => self.read_snapshot(snapshot, checkpoint),
                Some(Source::Pages(pages)) => self.read_page(pages, checkpoint),
            };
            match step {
                Ok(Some(step)) => {
                    self.attempts = None;
                    return Ok(step);
                }
                Ok(None) => {}
                // Only attempts without a product are counted: any other one makes progress.
                Err(ClientError::Connection(reason)) => {
                    let attempts = self.attempts.get_or_insert_with(|| self.client.attempts());
                    let Some(pause) = attempts.next_pause(None) else { return Err(ClientError::Connection(reason)) };
                    self.client.pause(reason, pause);
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn open(&mut self, checkpoint: &Checkpoint) -> Result<(), ClientError> {
        let cut = match &checkpoint.position {
            Position::Snapshot(cut) => Some(cut),
            Position::Begin | Position::Feed(_) => None,
        };
        let include = versioned(&self.options.include);
        let (after, revision) = cut.map_or((None, 0), |cut| (Some(&*cut.after), cut.revision));
        let snapshot = match (self.client.snapshot_not_older(self.section, &include, after, revision), cut) {
            (Ok(snapshot), Some(cut)) if snapshot.start().revision < cut.revision => self.behind(cut),
            (Err(error), Some(cut)) if error.is_transient() => self.behind(cut),
            (snapshot, _) => snapshot,
        };
        self.source = match snapshot {
            Ok(snapshot) => Some(Source::Snapshot(snapshot)),
            Err(error) if error.is_unknown_route() => Some(Source::Pages(None)),
            Err(error) => return Err(error),
        };
        Ok(())
    }

    /// The error of servers that are behind a snapshot: the feed's, where it says that the store was restored.
    fn behind(&self, cut: &Cut) -> Result<Snapshot, ClientError> {
        self.client.changes(self.section, &cut.cursor, 1, 0, &[])?;
        Err(ClientError::Connection("the server is behind the one that the snapshot is of".into()))
    }

    /// As many products as a step has, or as come before a cut.
    fn read_snapshot(
        &mut self,
        mut snapshot: Snapshot,
        checkpoint: &Checkpoint,
    ) -> Result<Option<SyncStep>, ClientError> {
        let start = snapshot.start().clone();
        let (mut products, most) = (Vec::<Product>::new(), self.options.page_size.max(1) as usize);
        let is_whole = loop {
            if products.len() == most {
                self.source = Some(Source::Snapshot(snapshot));
                break false;
            }
            match snapshot.next() {
                None => break true,
                Some(Ok(product)) => products.push(product),
                // The next snapshot goes on behind these.
                Some(Err(ClientError::Connection(_))) if !products.is_empty() => break false,
                Some(Err(error)) => return Err(error),
            }
        };
        let (checkpoint, mut cut) = match &checkpoint.position {
            Position::Snapshot(cut) => (checkpoint.clone(), cut.clone()),
            Position::Begin | Position::Feed(_) => {
                let cut = Cut { cursor: start.changes_cursor, revision: start.revision, ..Cut::default() };
                (checkpoint.next_generation(), cut)
            }
        };
        cut.count = cut.count.saturating_add(products.len() as u64);
        if let Some(last) = products.last() {
            cut.after.clone_from(&last.stock_number);
        }
        let progress = CopyProgress { products: cut.count, total: start.total };
        let checkpoint = checkpoint.seen(cut.revision);
        let position = if is_whole { Position::Feed(cut.cursor) } else { Position::Snapshot(cut) };
        Ok(Some(step(products, checkpoint.at(position), progress)))
    }

    /// The next page, unless it is of another revision than those before: then the next one is the first again.
    fn read_page(&mut self, pages: Option<Pages>, checkpoint: &Checkpoint) -> Result<Option<SyncStep>, ClientError> {
        let query = ProductQuery {
            include: self.options.include.clone(),
            sort: Some("stockNumber".into()),
            page_size: Some(self.options.page_size),
            ..ProductQuery::default()
        };
        let page = self.client.page(self.section, &query, pages.as_ref().map_or(1, |pages| pages.next))?;
        if pages.as_ref().is_some_and(|pages| pages.revision != page.revision) {
            self.restarts += 1;
            if self.restarts > MOST_RESTARTS {
                return Err(ClientError::Connection("the catalog changes too often to be read page by page".into()));
            }
            self.source = Some(Source::Pages(None));
            return Ok(None);
        }
        // Another first copy has another generation.
        let checkpoint = if pages.is_some() { checkpoint.clone() } else { checkpoint.next_generation() };
        let mut pages = pages.unwrap_or_else(|| Pages::of(&page));
        let is_last = pages.next >= page.meta.pagination.page_count;
        let first = page.items.first().map(|product| &product.stock_number);
        if !is_last && first <= pages.last.as_ref() {
            return Err(ClientError::no_progress(format!("section {}, its products", self.section)));
        }
        pages.last = page.items.last().map(|product| product.stock_number.clone());
        pages.count = pages.count.saturating_add(page.items.len() as u64);
        pages.next += 1;
        let progress = CopyProgress { products: pages.count, total: page.meta.pagination.total };
        let position = if is_last {
            Position::Feed(pages.cursor)
        } else {
            self.source = Some(Source::Pages(Some(pages)));
            Position::Begin
        };
        Ok(Some(step(page.items, checkpoint.at(position), progress)))
    }
}

impl Pages {
    fn of(first: &ProductPage) -> Self {
        let cursor = first.meta.changes_cursor.clone();
        Self { next: 1, revision: first.revision, cursor, last: None, count: 0 }
    }
}

fn step(upserts: Vec<Product>, checkpoint: Checkpoint, progress: CopyProgress) -> SyncStep {
    let drops_older = checkpoint.is_whole();
    SyncStep { upserts, drops_older, progress: Some(progress), ..SyncStep::to(checkpoint) }
}

pub(crate) fn versioned(include: &[ListPart]) -> Vec<ListPart> {
    let others = include.iter().copied().filter(|part| *part != ListPart::Version);
    others.chain([ListPart::Version]).collect()
}
