//! The thread that keeps memory equal to the store.

use super::{RefreshError, Refresher};
use long_work::{Period, PeriodicThread};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

impl Refresher {
    /// Refreshes at `interval`, on a thread that ends soon after the result is dropped.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn follow(mut self, interval: Duration) -> std::io::Result<PeriodicThread> {
        let (thread, work) = ("refresh", "following the store");
        // The first turn is at once: searches wait for the index, which it makes. A refresh brings it up to date.
        let period = Period { thread, work, first: Duration::ZERO, pause: interval, has_last_turn: false };
        let refresh_health = Arc::clone(&self.ports.health);
        let (mut is_failing, mut is_prepared) = (false, false);
        PeriodicThread::start(period, move |turn| {
            if !std::mem::replace(&mut is_prepared, true) {
                return self.ports.catalog.current().prepare_search();
            }
            let result = catch_unwind(AssertUnwindSafe(|| self.refresh())).unwrap_or(Err(RefreshError::Panicked));
            if result.is_err() {
                refresh_health.note_failure();
            }
            is_failing = report(&result, is_failing);
            // Older events are read half of the time, so that requests have the processor, too.
            let started = Instant::now();
            if !is_failing && self.read_older_events() {
                turn.repeat_after(interval.min(started.elapsed()));
            }
        })
    }
}

/// Logs the first failure of a streak and the end of the streak; returns whether the streak continues.
pub(super) fn report(result: &Result<(), RefreshError>, was_failing: bool) -> bool {
    match result {
        Ok(()) if was_failing => tracing::info!("the store can be read again"),
        Err(error) if !was_failing => {
            let cause = crate::service_failure::causes(error);
            tracing::error!(cause, "the store cannot be polled; requests are served from memory");
        }
        _ => {}
    }
    result.is_err()
}
