//! Stores the steps of one section.

use crate::mirror::session::Session;
use crate::mirror::store::Store;
use catalog_client::{Checkpoint, ClientError, Differences, ProductVersion, SyncHandler, SyncStep};
use parking_lot::{Mutex, MutexGuard};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

pub(crate) fn lock(store: &Mutex<Store>) -> MutexGuard<'_, Store> {
    store.lock()
}

pub(crate) struct SectionHandler<'a> {
    session: &'a Session,
    section: &'a str,
    checkpoint: Checkpoint,
    /// What verification found first; `None` if there was none.
    pub(crate) verdict: Option<Verdict>,
}

/// What verification found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Equal,
    Different,
}

impl<'a> SectionHandler<'a> {
    pub(crate) fn new(session: &'a Session, section: &'a str) -> Self {
        Self { session, section, checkpoint: Checkpoint::default(), verdict: None }
    }

    fn print(&self, line: &str) {
        self.session.progress.print_line(&format!("section {}: {line}", self.section));
    }
}

impl SyncHandler for SectionHandler<'_> {
    type Error = anyhow::Error;

    fn checkpoint(&mut self) -> anyhow::Result<Option<Checkpoint>> {
        self.checkpoint = lock(&self.session.store).checkpoint(self.section)?.unwrap_or_default();
        Ok(Some(self.checkpoint.clone()))
    }

    fn apply(&mut self, step: SyncStep) -> anyhow::Result<ControlFlow<()>> {
        lock(&self.session.store).apply(self.section, &self.checkpoint, &step)?;
        // A first copy notifies at its end: before that some products are of the copy that it replaces.
        let is_changed = !step.upserts.is_empty() || !step.removals.is_empty();
        if step.drops_older || is_changed && step.progress.is_none() {
            self.session.notify(self.section, step.checkpoint.revision().max(self.checkpoint.revision()));
        }
        if let Some(progress) = step.progress {
            let is_whole = step.checkpoint.is_whole();
            self.session.progress.show_copy(self.section, progress, is_whole);
            if is_whole {
                self.print(&format!("read {} products", progress.products));
            }
        }
        if !step.events.is_empty() {
            self.print(&format!("{} changes", step.events.len()));
        }
        self.checkpoint = step.checkpoint;
        let stops = self.session.stops.load(Ordering::Relaxed);
        Ok(if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn restarts(&mut self, reason: &ClientError) {
        self.print(&format!("{reason}; reading it again"));
    }

    fn versions(&mut self) -> anyhow::Result<Option<Vec<ProductVersion>>> {
        Ok(Some(lock(&self.session.store).versions(self.section)?))
    }

    fn verified(&mut self, products: usize) {
        self.verdict.get_or_insert(Verdict::Equal);
        self.print(&format!("verified: all {products} products have the versions of the server"));
    }

    fn differs(&mut self, differences: &Differences) {
        self.verdict.get_or_insert(Verdict::Different);
        self.print(&format!("the copy is wrong and is being repaired: {differences}"));
    }
}
