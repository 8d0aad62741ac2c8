//! Observes a store that is moved: shows its progress on a terminal, and stops it on a signal.

use super::progress::Progress;
use catalog_domain::ports::Clock;
use catalog_domain::values::Timestamp;
use catalog_import::{ImportObserver, ImportPhase};
use credentials::SystemClock;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use store_diesel::MoveObserver;

/// The progress, shared with the signals.
#[derive(Debug)]
pub(super) struct MoveWatch {
    progress: Option<Progress>,
    stop: AtomicBool,
}

impl MoveWatch {
    /// Watches from now on. SIGINT and SIGTERM stop the move, which leaves nothing behind; a second one ends the
    /// process at once.
    ///
    /// # Errors
    /// When the system provides no signals.
    pub(super) fn start() -> io::Result<Arc<Self>> {
        let progress = Progress::on_terminal(None, Arc::new(AtomicU64::new(0)));
        let watch = Arc::new(Self { progress, stop: AtomicBool::new(false) });
        let signalled = Arc::clone(&watch);
        crate::signals::on_signals(move |_| {
            if signalled.stop.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
        })?;
        Ok(watch)
    }

    /// Runs a move under observation, and wipes what was drawn.
    pub(super) fn run<T>(&self, work: impl FnOnce(&dyn MoveObserver) -> T) -> T {
        let result = work(self);
        if let Some(progress) = &self.progress {
            progress.clear();
        }
        result
    }
}

impl MoveObserver for MoveWatch {
    fn begins(&self, step: &str, total: Option<u64>) {
        if let Some(progress) = &self.progress {
            progress.begin_step(step, total);
        }
    }

    fn did(&self, amount: u64) {
        if let Some(progress) = &self.progress {
            progress.did_records(amount);
        }
    }

    fn wants_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl ImportObserver for MoveWatch {
    fn begins(&self, _: ImportPhase, records: Option<u64>) {
        MoveObserver::begins(self, "writing", records);
    }

    fn did_record(&self) {
        self.did(1);
    }

    fn wants_stop(&self) -> bool {
        MoveObserver::wants_stop(self)
    }
}

/// The present second in UTC, for names of files: `20261122T093000Z`.
pub(super) fn stamp() -> String {
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
