//! One call of `follow`, from checkpoint to checkpoint.

use crate::client::CatalogClient;
use crate::error::ClientError;
use crate::follow::checkpoint::{Checkpoint, Position};
use crate::follow::feed::{FeedProgress, read_changes};
use crate::follow::{FollowOptions, SyncHandler, SyncStep, walk};

/// A cursor that is refused again directly after a walk is a defect; walking on and on would hide it.
const REFUSALS: u32 = 1;

/// Pages of a list in a row without a product beyond those read before. Few come from products that shifted while the
/// catalog changed; a list of so many does not advance.
const REPEATED_PAGES: u32 = 1_000;

pub(crate) struct Follower<'a, H> {
    client: &'a CatalogClient,
    section: &'a str,
    options: &'a FollowOptions,
    handler: &'a mut H,
    checkpoint: Checkpoint,
    may_have_products: bool,
    /// Cursors refused since the feed last gave a page.
    refusals: u32,
    /// Pages of the list since the last one that had something new.
    repeated_pages: u32,
    feed_progress: FeedProgress,
}

impl<'a, H: SyncHandler> Follower<'a, H> {
    pub(crate) fn new(
        client: &'a CatalogClient,
        section: &'a str,
        options: &'a FollowOptions,
        handler: &'a mut H,
    ) -> Result<Self, H::Error> {
        let checkpoint = handler.checkpoint()?.unwrap_or_default();
        // Only an emptied copy begins again without a walk under way.
        let may_have_products = checkpoint != Checkpoint::default();
        Ok(Self {
            client,
            section,
            options,
            handler,
            checkpoint,
            may_have_products,
            refusals: 0,
            repeated_pages: 0,
            feed_progress: FeedProgress::new(),
        })
    }

    /// Steps until the handler or the options end it.
    pub(crate) fn run(&mut self) -> Result<(), H::Error> {
        loop {
            match self.read_step() {
                Ok((step, is_up_to_date)) => {
                    self.may_have_products = true;
                    if self.apply(step)? || (is_up_to_date && self.options.once) {
                        return Ok(());
                    }
                }
                Err(error) if error.is_named("CatalogSectionNotFoundError") => {
                    if self.empty(error)? {
                        return Ok(());
                    }
                }
                Err(error) if self.is_refused(&error) => {
                    self.refusals += 1;
                    self.handler.restarts(&error);
                    if self.apply(self.nothing(self.checkpoint.at(Position::Begin)))? {
                        return Ok(());
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The next step, and whether there is no more for now.
    fn read_step(&mut self) -> Result<(SyncStep, bool), ClientError> {
        let Self { client, section, options, checkpoint, feed_progress, .. } = self;
        match checkpoint.position.clone() {
            Position::Begin => Ok((walk::begin(client, section, options, checkpoint)?, false)),
            Position::Walk(walk) => {
                let covered = walk.covered.clone();
                let step = walk::resume(client, section, options, checkpoint, walk)?;
                self.check_progress(covered.as_deref(), &step)?;
                Ok((step, false))
            }
            Position::Feed(cursor) => {
                let read = read_changes(client, section, options, checkpoint, &cursor, feed_progress)?;
                self.refusals = 0;
                Ok(read)
            }
        }
    }

    /// Fails when the list goes on and on without a product beyond `covered`.
    fn check_progress(&mut self, covered: Option<&str>, step: &SyncStep) -> Result<(), ClientError> {
        let stands = matches!(&step.checkpoint.position, Position::Walk(next) if next.covered.as_deref() <= covered);
        self.repeated_pages = if stands { self.repeated_pages + 1 } else { 0 };
        if self.repeated_pages < REPEATED_PAGES {
            return Ok(());
        }
        Err(ClientError::no_progress(format!("section {}, its products", self.section)))
    }

    fn apply(&mut self, step: SyncStep) -> Result<bool, H::Error> {
        self.checkpoint = step.checkpoint.clone();
        Ok(self.handler.apply(step)?.is_break())
    }

    /// A section that is not public has no products: empties its copy once, then looks for it now and then.
    fn empty(&mut self, error: ClientError) -> Result<bool, H::Error> {
        let was_known = self.may_have_products;
        if was_known {
            self.may_have_products = false;
            let step = SyncStep { drops_older: true, ..self.nothing(self.checkpoint.next_walk(Position::Begin)) };
            self.handler.restarts(&error);
            if self.apply(step)? {
                return Ok(true);
            }
        }
        match self.options.section_pause {
            // Looking for a section that was never there would hide a mistake.
            Some(pause) if self.checkpoint != Checkpoint::default() => std::thread::sleep(pause),
            _ => return Err(error.into()),
        }
        Ok(false)
    }

    fn nothing(&self, checkpoint: Checkpoint) -> SyncStep {
        SyncStep {
            upserts: Vec::new(),
            removals: Vec::new(),
            drops_older: false,
            events: Vec::new(),
            checkpoint,
            walk: None,
        }
    }

    /// Whether the service no longer accepts the cursor, and a walk may help.
    fn is_refused(&self, error: &ClientError) -> bool {
        let Some(refusal) = error.refusal() else { return false };
        let names_cursor = || refusal.details.iter().any(|detail| detail.parameter == "cursor");
        let is_refused = refusal.status == 410 || (refusal.status == 400 && names_cursor());
        is_refused && matches!(self.checkpoint.position, Position::Feed(_)) && self.refusals < REFUSALS
    }
}
