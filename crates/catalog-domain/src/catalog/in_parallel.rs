//! Two things at once, where there is nobody whose time it would take.

use std::thread;

/// How a catalog is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// On two threads: when a server starts, it has nothing else to do.
    OnTwoThreads,
    /// On the caller's thread only: beside requests.
    OnOneThread,
}

impl Work {
    /// The results of both. Where the system has no thread to give, one comes after the other.
    pub(super) fn both<A: Send, B>(self, first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
        match self {
            Self::OnOneThread => (first(), second()),
            Self::OnTwoThreads => thread::scope(|scope| {
                let other = scope.spawn(first);
                let result = second();
                (other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), result)
            }),
        }
    }
}
