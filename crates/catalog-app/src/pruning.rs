//! Deletes change events that are older than the retention: in short batches, so that the store is not blocked for
//! long.

use crate::service_failure::causes;
use catalog_domain::change::expired_before;
use catalog_domain::ports::{ChangeRetention, StoreClock, StoreError};
use long_work::{Period, PeriodicThread};
use std::sync::Arc;
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
    clock: Arc<dyn StoreClock>,
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
    /// Prunes `log` down to the last `retention_days` days by the clock that all servers share: one whose own clock is
    /// wrong deletes nothing too early.
    pub fn new(log: Arc<dyn ChangeRetention>, clock: Arc<dyn StoreClock>, retention_days: u32) -> Self {
        Self { log, clock, retention_days }
    }

    /// Deletes everything older than the retention, by the clock of the store. `pause` is called between batches and
    /// returns whether to continue.
    ///
    /// # Errors
    /// When the store cannot be read or written; earlier batches stay deleted.
    pub fn prune(&self, mut pause: impl FnMut(Duration) -> bool) -> Result<Pruned, StoreError> {
        let expired = expired_before(self.clock.store_time()?, self.retention_days);
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

    /// Prunes once an hour, first at once, on a thread that ends soon after the result is dropped.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn prune_hourly(self) -> std::io::Result<PeriodicThread> {
        let (thread, work) = ("prune", "deleting old change events");
        let period = Period { thread, work, first: Duration::ZERO, pause: INTERVAL, has_last_turn: false };
        PeriodicThread::start(period, move |turn| self.prune_and_log(|pause| turn.pause(pause)))
    }

    /// A server that cannot prune still serves: the log is only longer than necessary.
    fn prune_and_log(&self, goes_on: impl FnMut(Duration) -> bool) {
        match self.prune(goes_on) {
            Ok(Pruned::Whole(0) | Pruned::Stopped(_)) => {}
            Ok(Pruned::Whole(events)) => tracing::info!(events, "old change events were deleted"),
            Err(error) => tracing::warn!(cause = causes(&error), "old change events could not be deleted"),
        }
    }
}

#[cfg(test)]
mod tests;
