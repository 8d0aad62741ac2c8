//! Long-running work: its observer, which may stop it, its progress on a terminal, and threads that repeat it.

mod periodic_thread;
mod progress;

pub use periodic_thread::{Period, PeriodicThread, Turn};
pub use progress::Progress;

/// Observes an import, a move, an export or a comparison, and may stop it. Called on the threads that do the work, so
/// it must be quick.
pub trait Observer: Sync {
    /// A step begins that has about `total` parts, such as records, rows or bytes; `None` when that is not known.
    fn begins(&self, step: &str, total: Option<u64>) {
        let _ = (step, total);
    }

    /// So many parts more are done.
    fn did(&self, parts: u64) {
        let _ = parts;
    }

    /// Whether the work should stop; it then fails and leaves nothing behind.
    fn wants_stop(&self) -> bool {
        false
    }
}

impl Observer for () {}
