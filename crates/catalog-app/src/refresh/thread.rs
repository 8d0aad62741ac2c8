//! The thread that keeps memory equal to the store.

use super::{RefreshError, Refresher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The thread that refreshes at an interval. It ends soon after this is dropped, in the background.
pub struct RefreshThread {
    _stop_when_dropped: mpsc::Sender<()>,
}

impl RefreshThread {
    /// Starts it; it polls the store at `interval`.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn start(refresher: Refresher, interval: Duration) -> std::io::Result<Self> {
        let (sender, stopped) = mpsc::channel();
        std::thread::Builder::new()
            .name("refresh".into())
            .spawn(move || refresh_until_stopped(refresher, interval, &stopped))?;
        Ok(Self { _stop_when_dropped: sender })
    }
}

fn refresh_until_stopped(mut refresher: Refresher, interval: Duration, stopped: &mpsc::Receiver<()>) {
    let mut is_failing = false;
    let refresh_health = Arc::clone(&refresher.ports.health);
    let mut pause = interval;
    while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        let result = catch_unwind(AssertUnwindSafe(|| refresher.refresh()));
        let result = result.unwrap_or(Err(RefreshError::Panicked));
        if result.is_err() {
            refresh_health.note_failure();
        }
        is_failing = report(&result, is_failing);
        // Older events are read half of the time, so that requests have the processor, too.
        let started = Instant::now();
        let has_more = !is_failing && catch_unwind(AssertUnwindSafe(|| refresher.read_older_events())).unwrap_or(false);
        pause = if has_more { interval.min(started.elapsed()) } else { interval };
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
