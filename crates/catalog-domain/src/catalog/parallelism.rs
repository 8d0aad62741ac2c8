//! Two things at once, where there is nobody whose time it would take.

use std::thread;

/// How a catalog is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parallelism {
    /// On two threads: when a server starts, it has nothing else to do.
    Dual,
    /// On the caller's thread only: beside requests.
    Single,
}

impl Parallelism {
    /// The results of both. Where the system has no thread to give, one comes after the other.
    pub(super) fn both<A: Send, B>(self, first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
        match self {
            Self::Single => (first(), second()),
            Self::Dual => thread::scope(|scope| {
                let other = scope.spawn(first);
                let result = second();
                (other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), result)
            }),
        }
    }
}
