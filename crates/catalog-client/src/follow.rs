//! The whole sync protocol of `docs/sync-guide.md` as one call.

mod checkpoint;
mod differences;
mod feed;
mod first_copy;
mod follower;

pub use checkpoint::Checkpoint;
pub use differences::Differences;

use crate::client::CatalogClient;
use crate::error::ClientError;
use crate::model::{ChangeEvent, Product, ProductVersion};
use crate::query::ListPart;
use follower::Follower;
use std::ops::ControlFlow;
use std::time::Duration;

/// How a section is followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowOptions {
    /// Parts of the products; none by default. Their versions always come as well, where the service has them.
    pub include: Vec<ListPart>,
    /// Products in a step of the first copy, 1 to 1000; 500 by default.
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
    /// The time between two verifications of a copy that reports its versions; a day by default. The first one comes as
    /// soon as the copy is up to date.
    pub verification_pause: Duration,
    /// How long after a change the feed has it for sure; 5 seconds by default. A copy that differs from the service is
    /// looked at again so much later, before anything is repaired.
    pub feed_delay: Duration,
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
            verification_pause: Duration::from_secs(24 * 60 * 60),
            feed_delay: Duration::from_secs(5),
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
    /// At the end of a first copy: delete every product of the section's copy that has another generation.
    pub drops_older: bool,
    /// The events that made the step; none in a first copy and a repair.
    pub events: Vec<ChangeEvent>,
    /// Store it with the step, best in one transaction.
    pub checkpoint: Checkpoint,
    /// How far the first copy has come; `None` afterwards.
    pub progress: Option<CopyProgress>,
}

impl SyncStep {
    /// A step that only moves the checkpoint.
    pub(crate) fn to(checkpoint: Checkpoint) -> Self {
        let (upserts, removals, events) = (Vec::new(), Vec::new(), Vec::new());
        Self { upserts, removals, drops_older: false, events, checkpoint, progress: None }
    }
}

/// How far a first copy has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyProgress {
    /// Products read so far.
    pub products: u64,
    /// All products, when it began.
    pub total: u64,
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

    /// The copy is read from its beginning again because of this refusal. Products stay until that has ended.
    fn restarts(&mut self, _reason: &ClientError) {}

    /// Every product of the section's copy and its version. `None`, as by default, is a copy that is not verified.
    ///
    /// # Errors
    /// If they cannot be read. This ends following.
    fn versions(&mut self) -> Result<Option<Vec<ProductVersion>>, Self::Error> {
        Ok(None)
    }

    /// The copy has the products of the service, so many, each in its version.
    fn verified(&mut self, _products: usize) {}

    /// The copy is wrong. The next steps repair it.
    fn differs(&mut self, _differences: &Differences) {}
}

impl CatalogClient {
    /// Keeps a copy of a section in step: reads all of it once, follows the change feed, and verifies now and then that
    /// it is right.
    ///
    /// It goes on from the handler's checkpoint, also in the middle of the first copy. A cursor that the service no
    /// longer accepts leads to another first copy. A section that is no longer public empties its copy. A copy that
    /// reports its [versions](SyncHandler::versions) is compared with the service's digest, and repaired where it
    /// differs.
    ///
    /// Servers of before snapshots are read page by page: all pages have to be of one revision, so it begins again when
    /// the catalog changes meanwhile.
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
