//! The progress of a command as a line on a terminal.

use long_work::{Observer, Progress};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) struct Watch {
    /// The line, if there is a terminal.
    progress: Option<Progress>,
    /// What is done of the present step.
    done: Arc<AtomicU64>,
}

impl Watch {
    pub(crate) fn new() -> Self {
        let done = Arc::default();
        Self { progress: Progress::on_terminal(Arc::clone(&done)), done }
    }

    /// Begins a step. Of one that reads, `total` is in bytes, of which [`Self::read`] counts those that are done.
    pub(crate) fn begin(&self, step: &str, total: Option<u64>, is_read: bool) {
        self.done.store(0, Ordering::Relaxed);
        if let Some(progress) = &self.progress {
            progress.begin(step, total, is_read);
        }
    }

    /// So many bytes more were read.
    pub(crate) fn read(&self, bytes: u64) {
        if let Some(progress) = &self.progress {
            progress.read(bytes);
        }
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
}
