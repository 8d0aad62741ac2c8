//! A value of each thread that serves requests, so that they do not wait for each other. Whoever looks sums them.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::{Mutex, MutexGuard};

/// Values; threads share one only if there are more threads.
const SHARDS: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct PerThread<T>([Mutex<T>; SHARDS]);

impl<T> PerThread<T> {
    /// The value of this thread.
    pub(crate) fn own(&self) -> MutexGuard<'_, T> {
        static THREADS: AtomicUsize = AtomicUsize::new(0);
        thread_local! {
            static SHARD: usize = THREADS.fetch_add(1, Ordering::Relaxed) % SHARDS;
        }
        SHARD.with(|shard| lock(&self.0[*shard]))
    }

    /// Those of all threads, one locked at a time.
    pub(crate) fn all(&self) -> impl Iterator<Item = MutexGuard<'_, T>> {
        self.0.iter().map(lock)
    }
}

/// What is stored here is whole after every step, so a panic elsewhere does not spoil it.
fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock()
}
