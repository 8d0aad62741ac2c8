//! Observes long work: shows its progress on a terminal, and stops it on a signal.

use crate::signals::on_signals;
use catalog_domain::ports::Clock;
use catalog_domain::values::Timestamp;
use credentials::SystemClock;
use long_work::{Observer, Progress};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The progress, shared with the signals.
#[derive(Debug)]
pub(crate) struct Watch {
    /// The line on the terminal, if there is one.
    progress: Option<Progress>,
    /// What is done of the present step.
    done: Arc<AtomicU64>,
    stop: AtomicBool,
}

impl Watch {
    pub(crate) fn new() -> Self {
        let done = Arc::default();
        Self { progress: Progress::on_terminal(Arc::clone(&done)), done, stop: AtomicBool::new(false) }
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
        self.clear();
        result
    }

    /// Begins a step, and returns how much was done of the one before. Of a step that reads, `total` is in bytes, of
    /// which [`Self::read`] counts those that are done.
    pub(crate) fn begin(&self, step: &str, total: Option<u64>, is_read: bool) -> u64 {
        let done = self.end();
        if let Some(progress) = &self.progress {
            progress.begin(step, total, is_read);
        }
        done
    }

    /// Ends the step, and returns how much was done of it.
    pub(crate) fn end(&self) -> u64 {
        self.done.swap(0, Ordering::Relaxed)
    }

    /// So many bytes more were read.
    pub(crate) fn read(&self, bytes: u64) {
        if let Some(progress) = &self.progress {
            progress.read(bytes);
        }
    }

    pub(crate) fn is_drawn(&self) -> bool {
        self.progress.is_some()
    }

    /// Wipes what was drawn on the terminal, and draws no more.
    pub(crate) fn clear(&self) {
        if let Some(progress) = &self.progress {
            progress.clear();
        }
    }
}

impl Observer for Watch {
    fn begins(&self, step: &str, total: Option<u64>) {
        self.begin(step, total, false);
    }

    fn did(&self, parts: u64) {
        self.done.fetch_add(parts, Ordering::Relaxed);
        if let Some(progress) = &self.progress {
            progress.did(parts);
        }
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
