//! Saves the counts of requests to v1 in the store, for the portal's page about them.

use super::V1UsageCounter;
use crate::service_failure::causes;
use catalog_domain::ports::V1UsageStore;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// The time between two writes.
const INTERVAL: Duration = Duration::from_secs(60);

/// The thread that saves once a minute, and a last time when this is dropped. It ends in the background.
pub struct V1UsageThread {
    stop: mpsc::Sender<()>,
    /// Disconnected when the thread has ended.
    ended: mpsc::Receiver<()>,
}

impl V1UsageThread {
    /// Starts it.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn start(counter: Arc<V1UsageCounter>, store: Arc<dyn V1UsageStore>) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let (ending, ended) = mpsc::channel();
        std::thread::Builder::new().name("v1-usage".into()).spawn(move || {
            let _ending: mpsc::Sender<()> = ending;
            let mut is_failing = false;
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                is_failing = save(&counter, &*store, is_failing);
            }
            save(&counter, &*store, is_failing);
        })?;
        Ok(Self { stop, ended })
    }

    /// Ends it after a last write, for which it waits at most so long.
    pub fn stop(self, most: Duration) {
        drop(self.stop);
        if self.ended.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
            tracing::warn!("the last requests to v1 could not be recorded in time");
        }
    }
}

/// Saves once; returns whether that failed. Logs the first failure of a streak: what is not saved is kept, and the
/// server serves without it.
fn save(counter: &V1UsageCounter, store: &dyn V1UsageStore, was_failing: bool) -> bool {
    match catch_unwind(AssertUnwindSafe(|| counter.save(store))) {
        Ok(Ok(())) => return false,
        Ok(Err(error)) if !was_failing => {
            tracing::warn!(cause = causes(&error), "requests to v1 could not be recorded; tried again every minute");
        }
        Ok(Err(_)) => {}
        Err(_) => tracing::error!("recording requests to v1 panicked"),
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::ports::{MockV1UsageStore, StoreError, V1Caller};
    use catalog_testkit::MemoryStore;
    use catalog_testkit::builders::NOON;

    #[test]
    fn what_a_failing_store_did_not_take_is_saved_when_the_server_stops() {
        let mut failing = MockV1UsageStore::new();
        failing.expect_add_v1_usage().returning(|_| Err(StoreError::Unavailable("down".into())));
        let (counter, store) = (Arc::new(V1UsageCounter::default()), Arc::new(MemoryStore::new()));
        assert!(!save(&counter, &failing, false), "there is nothing to save");
        counter.count(V1Caller::Nobody, "/a", NOON);
        assert!(save(&counter, &failing, false));
        V1UsageThread::start(counter, store.clone()).unwrap().stop(Duration::from_secs(60));
        assert_eq!(store.v1_usage().unwrap()[0].requests, 1);
    }
}
