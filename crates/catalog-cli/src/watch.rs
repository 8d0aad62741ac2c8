//! Observes long work: shows its progress on a terminal, and stops it on a signal.

use crate::signals::on_signals;
use catalog_domain::ports::Clock;
use catalog_domain::values::Timestamp;
use credentials::SystemClock;
use long_work::{Observer, Progress};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The progress, shared with the signals.
#[derive(Debug)]
pub(crate) struct Watch {
    pub(crate) progress: Progress,
    stop: AtomicBool,
}

impl Watch {
    pub(crate) fn new() -> Self {
        Self { progress: Progress::on_terminal(), stop: AtomicBool::new(false) }
    }

    /// Watches from now on. SIGINT and SIGTERM stop the work, which leaves nothing behind; a second one ends the
    /// process at once.
    ///
    /// # Errors
    /// When the system provides no signals.
    pub(crate) fn start() -> io::Result<Arc<Self>> {
        let watch = Arc::new(Self::new());
        watch.stop_on_signals(|| {})?;
        Ok(watch)
    }

    /// Has the signals stop the work and call `stopped`.
    ///
    /// # Errors
    /// When the system provides no signals.
    pub(crate) fn stop_on_signals(self: &Arc<Self>, stopped: impl Fn() + Send + 'static) -> io::Result<()> {
        let signalled = Arc::clone(self);
        on_signals(move |_| {
            if signalled.stop.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
            stopped();
        })
    }

    /// Runs work under observation, and wipes what was drawn.
    pub(crate) fn run<T>(&self, work: impl FnOnce(&Self) -> T) -> T {
        let result = work(self);
        self.progress.clear();
        result
    }
}

impl Observer for Watch {
    fn begins(&self, step: &str, total: Option<u64>) {
        self.progress.begins(step, total);
    }

    fn did(&self, parts: u64) {
        self.progress.did(parts);
    }

    fn wants_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The present second in UTC, for names of files: `20261122T093000Z`.
pub(crate) fn stamp() -> String {
    let second = Timestamp::from_unix_microseconds(SystemClock.now().unix_seconds() * 1_000_000);
    catalog_app::text::iso_time(second).replace(['-', ':'], "").replace(".000", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_has_the_same_length_at_any_time_and_fits_into_a_name() {
        let stamp = stamp();
        assert_eq!(stamp.len(), "20261122T093000Z".len(), "{stamp}");
        assert!(stamp.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{stamp}");
    }
}
