//! Running two things at once where a second thread is free.

use std::thread;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parallelism {
    /// Two threads: for a starting server, which has nothing else to do.
    Dual,
    /// The caller's thread only: while requests are served.
    Single,
}

impl Parallelism {
    /// The results of both. Where no thread can be started, they run one after the other.
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
