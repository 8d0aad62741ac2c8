//! The whole sync protocol of `docs/sync-guide.md` as one call.

mod checkpoint;
mod feed;
mod follower;
mod walk;

pub use checkpoint::Checkpoint;

use crate::client::CatalogClient;
use crate::error::ClientError;
use crate::model::{ChangeEvent, Product};
use crate::query::ListPart;
use follower::Follower;
use std::ops::ControlFlow;
use std::time::Duration;

/// How a section is followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowOptions {
    /// Parts of the products; none by default.
    pub include: Vec<ListPart>,
    /// Products on a page of the walk, 1 to 1000; 500 by default. It has no effect on a walk that was begun.
    pub page_size: u32,
    /// Events in a step, 1 to 500; 500 by default.
    pub limit: u32,
    /// Seconds that the service holds a request for changes open, 0 to 30; 30 by default.
    pub wait: u32,
    /// Whether to end when the feed has no more changes for now. Requests do not wait then.
    pub once: bool,
    /// The pause before a section that is no longer public is looked for again; 60 seconds by default. `None` ends with
    /// the error instead.
    pub section_pause: Option<Duration>,
}

impl Default for FollowOptions {
    fn default() -> Self {
        Self {
            include: Vec::new(),
            page_size: 500,
            limit: 500,
            wait: 30,
            once: false,
            section_pause: Some(Duration::from_secs(60)),
        }
    }
}

/// What to do with the copy of a section. Every step says what is so now, so that doing it twice does no harm.
#[derive(Debug, Clone)]
pub struct SyncStep {
    /// Products to insert or replace. Store [`Checkpoint::generation`] with each, if only in the copy of the section.
    pub upserts: Vec<Product>,
    /// Stock numbers to delete from the section's copy.
    pub removals: Vec<String>,
    /// At the end of a walk: delete every product of the section's copy that has another generation.
    pub drops_older: bool,
    /// The events that made the step; none while walking.
    pub events: Vec<ChangeEvent>,
    /// Store it with the step, best in one transaction.
    pub checkpoint: Checkpoint,
    /// How far the walk has come; `None` while following the feed.
    pub walk: Option<WalkProgress>,
}

/// How far a walk has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalkProgress {
    /// The page of the step, counted from 1.
    pub page: u64,
    /// All pages.
    pub page_count: u64,
    /// Products on a full page.
    pub page_size: u64,
    /// All products.
    pub total: u64,
}

impl WalkProgress {
    /// Products read so far. The service's numbers are its own, so the result is no more than `total`.
    pub fn products(&self) -> u64 {
        self.page.saturating_mul(self.page_size).min(self.total)
    }
}

/// Stores the copy of a section.
pub trait SyncHandler {
    /// Why the copy cannot be stored.
    type Error: From<ClientError>;

    /// The stored checkpoint; `None` if there is no copy yet.
    ///
    /// # Errors
    /// If it cannot be read. This ends following.
    fn checkpoint(&mut self) -> Result<Option<Checkpoint>, Self::Error>;

    /// Applies a step and stores its checkpoint. [`ControlFlow::Break`] ends following without an error.
    ///
    /// # Errors
    /// If it cannot be stored. This ends following.
    fn apply(&mut self, step: SyncStep) -> Result<ControlFlow<()>, Self::Error>;

    /// The copy begins with a walk again, or is looked for again, because of this refusal. Products stay until the new
    /// walk has ended.
    fn restarts(&mut self, _reason: &ClientError) {}
}

impl CatalogClient {
    /// Keeps a copy of a section in step: reads its list once, then follows the change feed.
    ///
    /// It goes on from the handler's checkpoint, also in the middle of the list. A cursor that the service no longer
    /// accepts leads to another walk. A section that is no longer public empties its copy.
    ///
    /// # Errors
    /// Those of the handler and of [`CatalogClient::get`]. Call it again to go on. A section that was never public ends
    /// with `CatalogSectionNotFoundError`.
    pub fn follow<H: SyncHandler>(
        &self,
        section: &str,
        options: &FollowOptions,
        handler: &mut H,
    ) -> Result<(), H::Error> {
        Follower::new(self, section, options, handler)?.run()
    }
}
