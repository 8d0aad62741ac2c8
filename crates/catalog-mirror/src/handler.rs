//! Stores the steps of one section.

use crate::progress::Progress;
use crate::store::Store;
use catalog_client::{Checkpoint, ClientError, SyncHandler, SyncStep};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) fn lock(store: &Mutex<Store>) -> MutexGuard<'_, Store> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) struct SectionHandler<'a> {
    store: &'a Mutex<Store>,
    progress: &'a Progress,
    section: &'a str,
    /// Whether to end after the present step.
    stops: &'a AtomicBool,
    checkpoint: Checkpoint,
}

impl<'a> SectionHandler<'a> {
    pub(crate) fn new(
        store: &'a Mutex<Store>,
        progress: &'a Progress,
        section: &'a str,
        stops: &'a AtomicBool,
    ) -> Self {
        Self { store, progress, section, stops, checkpoint: Checkpoint::default() }
    }
}

impl SyncHandler for SectionHandler<'_> {
    type Error = anyhow::Error;

    fn checkpoint(&mut self) -> anyhow::Result<Option<Checkpoint>> {
        self.checkpoint = lock(self.store).checkpoint(self.section)?.unwrap_or_default();
        Ok(Some(self.checkpoint.clone()))
    }

    fn apply(&mut self, step: SyncStep) -> anyhow::Result<ControlFlow<()>> {
        lock(self.store).apply(self.section, &self.checkpoint, &step)?;
        if let Some(walk) = step.walk {
            self.progress.read_page(self.section, walk);
            if step.checkpoint.is_whole() {
                self.progress.print_line(&format!("section {}: read {} products", self.section, walk.total));
            }
        }
        if !step.events.is_empty() {
            self.progress.print_line(&format!("section {}: {} changes", self.section, step.events.len()));
        }
        self.checkpoint = step.checkpoint;
        let stops = self.stops.load(Ordering::Relaxed);
        Ok(if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn restarts(&mut self, reason: &ClientError) {
        self.progress.print_line(&format!("section {}: {reason}; reading it again", self.section));
    }
}
