//! One call of `follow`, from checkpoint to checkpoint.

use crate::client::CatalogClient;
use crate::error::ClientError;
use crate::follow::checkpoint::{Checkpoint, Position};
use crate::follow::differences::{Differences, Doubts, differing_parts};
use crate::follow::feed::{FeedProgress, NoStep, read_changes};
use crate::follow::first_copy::{FirstCopy, versioned};
use crate::follow::{FollowOptions, SyncHandler, SyncStep};
use crate::retry::Attempts;
use crate::snapshot::RIGHTS_CHANGED;
use std::time::Instant;

/// A cursor that is refused again directly after a first copy is a defect; copying on and on would hide it.
const REFUSALS: u32 = 1;

/// Repairs in a row. A copy that differs still does not store what it is given; it is verified again a day later.
const REPAIRS: u32 = 3;

/// When more products are wrong, all of the section is read again.
const MOST_REPAIRED: usize = 5_000;

/// Why following does not go on as it was.
enum Ending<E> {
    /// The handler has enough.
    Stopped,
    /// What must not be older than the copy could not be read.
    Behind(ClientError),
    Client(ClientError),
    Handler(E),
}

impl<E> From<ClientError> for Ending<E> {
    fn from(error: ClientError) -> Self {
        Self::Client(error)
    }
}

impl<E> From<NoStep> for Ending<E> {
    fn from(reason: NoStep) -> Self {
        match reason {
            NoStep::Feed(error) => Self::Client(error),
            NoStep::Products(error) => Self::Behind(error),
        }
    }
}

pub(crate) struct Follower<'a, H> {
    client: &'a CatalogClient,
    section: &'a str,
    options: &'a FollowOptions,
    handler: &'a mut H,
    checkpoint: Checkpoint,
    may_have_products: bool,
    first_copy: FirstCopy<'a>,
    /// Cursors refused since the feed last gave a page.
    refusals: u32,
    feed_progress: FeedProgress,
    /// Those since what must not be older than the copy was last read.
    behind: Option<Attempts<'a>>,
    /// When the copy was last found right, or given up for the day.
    verified: Option<Instant>,
    /// Repairs since then.
    repairs: u32,
}

impl<'a, H: SyncHandler> Follower<'a, H> {
    pub(crate) fn new(
        client: &'a CatalogClient,
        section: &'a str,
        options: &'a FollowOptions,
        handler: &'a mut H,
    ) -> Result<Self, H::Error> {
        let checkpoint = handler.checkpoint()?.unwrap_or_default();
        // Only an emptied copy begins again without a first copy under way.
        let may_have_products = checkpoint != Checkpoint::default();
        Ok(Self {
            client,
            section,
            options,
            handler,
            checkpoint,
            may_have_products,
            first_copy: FirstCopy::new(client, section, options),
            refusals: 0,
            feed_progress: FeedProgress::new(),
            behind: None,
            verified: None,
            repairs: 0,
        })
    }

    /// Steps until the handler or the options end it.
    pub(crate) fn run(&mut self) -> Result<(), H::Error> {
        loop {
            let ending = match self.advance() {
                Ok(true) => return Ok(()),
                Ok(false) => continue,
                Err(Ending::Client(error)) => self.recover(error),
                Err(Ending::Behind(error)) => self.read_again(error),
                Err(ending) => Err(ending),
            };
            match ending {
                Ok(()) => {}
                Err(Ending::Stopped) => return Ok(()),
                Err(Ending::Client(error) | Ending::Behind(error)) => return Err(error.into()),
                Err(Ending::Handler(error)) => return Err(error),
            }
        }
    }

    /// A step. Returns whether nothing is left to do.
    fn advance(&mut self) -> Result<bool, Ending<H::Error>> {
        if !self.checkpoint.is_whole() {
            let step = self.first_copy.read(&self.checkpoint)?;
            self.may_have_products = true;
            self.apply(step)?;
            return Ok(false);
        }
        let wait = if self.options.once || self.must_verify() { 0 } else { self.options.wait };
        if !self.read_feed(wait)? {
            return Ok(false);
        }
        if self.must_verify() {
            self.verify()?;
        }
        Ok(self.options.once && !self.must_verify())
    }

    /// Applies a page of the feed. Returns whether there is no more for now.
    fn read_feed(&mut self, wait: u32) -> Result<bool, Ending<H::Error>> {
        let Position::Feed(cursor) = self.checkpoint.position.clone() else { return Ok(true) };
        let Self { client, section, options, checkpoint, feed_progress, .. } = self;
        let (step, is_up_to_date) = read_changes(client, section, options, checkpoint, &cursor, wait, feed_progress)?;
        self.refusals = 0;
        self.may_have_products = true;
        if !step.upserts.is_empty() {
            self.behind = None;
        }
        self.apply(step)?;
        Ok(is_up_to_date)
    }

    fn must_verify(&self) -> bool {
        self.verified.is_none_or(|verified| verified.elapsed() >= self.options.verification_pause)
    }

    /// Compares a copy that is up to date with the service, and repairs it.
    ///
    /// The service's digest is of its newest revision, and the feed is a little behind. So a difference counts only if
    /// it is there still when everything up to that revision has come.
    fn verify(&mut self) -> Result<(), Ending<H::Error>> {
        let mut parts = Vec::new();
        for attempt in 0..2 {
            if attempt > 0 {
                self.catch_up()?;
            }
            let Some(copy) = self.handler.versions().map_err(Ending::Handler)? else { return self.end_verification() };
            let digest = match self.client.digest_not_older(self.section, self.checkpoint.revision) {
                Err(error) if error.is_unknown_route() => return self.end_verification(),
                digest => digest.map_err(Ending::Behind)?,
            };
            parts = differing_parts(&copy, &digest);
            if parts.is_empty() {
                self.handler.verified(copy.len());
                return self.end_verification();
            }
        }
        self.repairs += 1;
        if self.repairs > REPAIRS {
            return self.end_verification();
        }
        self.repair(&parts)
    }

    fn repair(&mut self, parts: &[u8]) -> Result<(), Ending<H::Error>> {
        let revision = self.checkpoint.revision;
        let list = |part: &u8| self.client.digest_list_not_older(self.section, *part, revision);
        let lists = parts.iter().map(list).collect::<Result<Vec<_>, _>>().map_err(Ending::Behind)?;
        let newest = lists.iter().map(|list| list.revision).max().unwrap_or_default();
        self.catch_up()?;
        let copy = self.handler.versions().map_err(Ending::Handler)?.unwrap_or_default();
        let doubts = Doubts::of(&copy, &lists);
        if doubts.count() > MOST_REPAIRED {
            self.handler.differs(&doubts.into_differences());
            return self.apply(SyncStep::to(self.checkpoint.at(Position::Begin)));
        }
        let newest = newest.max(self.checkpoint.revision);
        let found = self.client.products_not_older(doubts.stock_numbers(), &versioned(&self.options.include), newest);
        let (differences, upserts) = doubts.settle(found.map_err(Ending::Behind)?.found);
        if differences == Differences::default() {
            self.handler.verified(copy.len());
            return self.end_verification();
        }
        self.handler.differs(&differences);
        let removals = differences.surplus;
        self.apply(SyncStep { upserts, removals, ..SyncStep::to(self.checkpoint.clone()) })
    }

    fn end_verification(&mut self) -> Result<(), Ending<H::Error>> {
        (self.verified, self.repairs, self.behind) = (Some(Instant::now()), 0, None);
        Ok(())
    }

    /// Reads everything that the feed has as soon as it must have what is in the catalog now.
    fn catch_up(&mut self) -> Result<(), Ending<H::Error>> {
        std::thread::sleep(self.options.feed_delay);
        while !self.read_feed(0)? {}
        Ok(())
    }

    fn apply(&mut self, step: SyncStep) -> Result<(), Ending<H::Error>> {
        self.checkpoint = step.checkpoint.clone();
        let flow = self.handler.apply(step).map_err(Ending::Handler)?;
        if flow.is_break() { Err(Ending::Stopped) } else { Ok(()) }
    }

    /// Goes on from the stored checkpoint: reading the feed again says whether the store was restored.
    fn read_again(&mut self, error: ClientError) -> Result<(), Ending<H::Error>> {
        let client = self.client;
        let pause = self.behind.get_or_insert_with(|| client.attempts()).next_pause(None);
        let Some(pause) = pause.filter(|_| error.is_transient()) else { return self.recover(error) };
        client.pause(error.to_string(), pause);
        Ok(())
    }

    /// Begins again where the protocol says so; any other error ends following.
    fn recover(&mut self, error: ClientError) -> Result<(), Ending<H::Error>> {
        if error.is_named("CatalogSectionNotFoundError") {
            return self.empty(error);
        }
        let is_expired = error.names_parameter("cursor") || error.refusal().is_some_and(|error| error.status == 410);
        let is_refused = is_expired && self.checkpoint.position != Position::Begin || error.is_named(RIGHTS_CHANGED);
        if !is_refused || self.refusals >= REFUSALS {
            return Err(error.into());
        }
        self.refusals += 1;
        self.handler.restarts(&error);
        self.apply(SyncStep::to(self.checkpoint.emptied()))
    }

    /// A section that is not public has no products: empties its copy once, then looks for it now and then.
    fn empty(&mut self, error: ClientError) -> Result<(), Ending<H::Error>> {
        if self.may_have_products {
            self.may_have_products = false;
            self.handler.restarts(&error);
            let revision = error.refusal().and_then(|error| error.revision).unwrap_or_default();
            let checkpoint = self.checkpoint.next_generation().seen(revision);
            self.apply(SyncStep { drops_older: true, ..SyncStep::to(checkpoint) })?;
        }
        match self.options.section_pause {
            // Looking for a section that was never there would hide a mistake.
            Some(pause) if self.checkpoint != Checkpoint::default() => std::thread::sleep(pause),
            _ => return Err(error.into()),
        }
        Ok(())
    }
}
