//! Runs work in parallel, with progress and a way to stop.

use crate::error::CompareError;
use long_work::Observer;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

#[derive(Clone, Copy)]
pub(crate) struct Workers<'a> {
    /// How many parts of it run at a time.
    pub(crate) concurrency: NonZeroUsize,
    pub(crate) observer: &'a dyn Observer,
}

impl Workers<'_> {
    /// Does `work` for each item, which are begun in order.
    ///
    /// # Errors
    /// The first failure, or [`CompareError::Stopped`]. What has begun is finished.
    pub(crate) fn run<T: Send>(
        &self,
        items: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> Result<(), CompareError> + Sync,
    ) -> Result<(), CompareError> {
        let items = Mutex::new(items);
        let failure = Mutex::new(None);
        let is_over = AtomicBool::new(false);
        let take = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
        let fail = |error| {
            is_over.store(true, Ordering::Relaxed);
            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        };
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.get() {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        if self.observer.wants_stop() {
                            return fail(CompareError::Stopped);
                        }
                        let Some(item) = take() else { return };
                        if let Err(error) = work(item) {
                            return fail(error);
                        }
                    }
                });
            }
        });
        failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Ends a long piece of work that the observer wants to stop.
    pub(crate) fn check(&self) -> Result<(), CompareError> {
        if self.observer.wants_stop() { Err(CompareError::Stopped) } else { Ok(()) }
    }
}
