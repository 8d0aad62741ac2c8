//! Work without the type of its result: what queues it, runs it and waits for it is compiled once, and not for every
//! kind of result in every crate that has such work.

use parking_lot::Mutex;
use std::sync::Arc;

pub(super) type ErasedWork = Box<dyn FnOnce() + Send>;

/// Where the result of work is once it has run.
pub(super) struct ResultOf<T>(Arc<Mutex<Option<T>>>);

pub(super) fn erase<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> (ErasedWork, ResultOf<T>) {
    let result = ResultOf(Arc::default());
    let place = Arc::clone(&result.0);
    let run = move || {
        let made = work();
        *place.lock() = Some(made);
    };
    (Box::new(run), result)
}

impl<T> ResultOf<T> {
    /// `None` when the work has not run to its end.
    pub(super) fn take(self) -> Option<T> {
        self.0.lock().take()
    }
}
