//! Deletes change events that are older than the retention: in short batches, so that the store is not blocked for
//! long.

use crate::service_failure::causes;
use catalog_domain::change::expired_before;
use catalog_domain::ports::{ChangeRetention, Clock, StoreError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Events deleted in one transaction.
const BATCH_EVENTS: u32 = 5_000;
/// The pause between two batches, for other users of the store.
const PAUSE: Duration = Duration::from_millis(50);
/// The time between two prunings of a server.
const INTERVAL: Duration = Duration::from_secs(60 * 60);

/// Limits the size of the change log.
pub struct Pruner {
    log: Arc<dyn ChangeRetention>,
    clock: Arc<dyn Clock>,
    retention_days: u32,
}

/// The result of one pruning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pruned {
    /// Complete: so many events.
    Whole(u64),
    /// Stopped after so many events.
    Stopped(u64),
}

impl Pruner {
    /// Prunes `log` down to the last `retention_days` days.
    pub fn new(log: Arc<dyn ChangeRetention>, clock: Arc<dyn Clock>, retention_days: u32) -> Self {
        Self { log, clock, retention_days }
    }

    /// Deletes everything older than the retention, as of now. `pause` is called between batches and returns whether to
    /// continue.
    ///
    /// # Errors
    /// When the store cannot be written; earlier batches stay deleted.
    pub fn prune(&self, mut pause: impl FnMut(Duration) -> bool) -> Result<Pruned, StoreError> {
        let expired = expired_before(self.clock.now(), self.retention_days);
        let mut total = 0;
        loop {
            let deleted = self.log.prune(expired, BATCH_EVENTS)?;
            total += deleted;
            if deleted < u64::from(BATCH_EVENTS) {
                return Ok(Pruned::Whole(total));
            }
            if !pause(PAUSE) {
                return Ok(Pruned::Stopped(total));
            }
        }
    }
}

/// The thread that prunes once an hour, first at its start. It ends soon after this is dropped, in the background.
pub struct PruneThread {
    _stop_when_dropped: mpsc::Sender<()>,
}

impl PruneThread {
    /// Starts it.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn start(pruner: Pruner) -> std::io::Result<Self> {
        let (sender, stopped) = mpsc::channel();
        std::thread::Builder::new().name("prune".into()).spawn(move || {
            prune_until_stopped(&pruner, |pause| stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout));
        })?;
        Ok(Self { _stop_when_dropped: sender })
    }
}

/// Prunes again and again. `goes_on` waits for so long and says whether to go on.
fn prune_until_stopped(pruner: &Pruner, mut goes_on: impl FnMut(Duration) -> bool) {
    loop {
        // A server that cannot prune still serves: the log is only longer than necessary.
        match catch_unwind(AssertUnwindSafe(|| pruner.prune(&mut goes_on))) {
            Ok(Ok(Pruned::Stopped(_))) => return,
            Ok(Ok(Pruned::Whole(0))) => {}
            Ok(Ok(Pruned::Whole(events))) => tracing::info!(events, "old change events were deleted"),
            Ok(Err(error)) => tracing::warn!(cause = causes(&error), "old change events could not be deleted"),
            Err(_) => tracing::error!("deleting old change events panicked"),
        }
        if !goes_on(INTERVAL) {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
