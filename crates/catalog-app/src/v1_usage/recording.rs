//! Saves the counts of requests to v1 in the store, for the portal's page about them.

use super::V1UsageCounter;
use crate::service_failure::causes;
use catalog_domain::ports::V1UsageStore;
use long_work::{Period, PeriodicThread};
use std::sync::Arc;
use std::time::Duration;

/// The time between two writes.
const INTERVAL: Duration = Duration::from_secs(60);

/// Saves once a minute on a thread, and a last time when that is stopped. The first failure of a streak is logged: what
/// is not saved is counted on, and the server serves without it.
///
/// # Errors
/// When the operating system cannot start a thread.
pub fn record_every_minute(
    counter: Arc<V1UsageCounter>,
    store: Arc<dyn V1UsageStore>,
) -> std::io::Result<PeriodicThread> {
    let (thread, work) = ("v1-usage", "recording requests to v1");
    let period = Period { thread, work, first: INTERVAL, pause: INTERVAL, has_last_turn: true };
    let mut is_failing = false;
    PeriodicThread::start(period, move |_| {
        // Whatever becomes of it.
        let was_failing = std::mem::replace(&mut is_failing, true);
        is_failing = save(&counter, &*store, was_failing);
    })
}

/// Saves once; returns whether that failed.
fn save(counter: &V1UsageCounter, store: &dyn V1UsageStore, was_failing: bool) -> bool {
    let saved = counter.save(store);
    if let Err(error) = &saved
        && !was_failing
    {
        tracing::warn!(cause = causes(error), "requests to v1 could not be recorded; tried again every minute");
    }
    saved.is_err()
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::ports::{MockV1UsageStore, StoreError, V1Caller};
    use catalog_testkit::TestStore;
    use catalog_testkit::builders::NOON;

    #[test]
    fn what_a_failing_store_did_not_take_is_saved_when_the_server_stops() {
        let mut failing = MockV1UsageStore::new();
        failing.expect_add_v1_usage().returning(|_| Err(StoreError::Unavailable("down".into())));
        let (counter, stored) = (Arc::new(V1UsageCounter::default()), TestStore::on_sqlite());
        assert!(!save(&counter, &failing, false), "there is nothing to save");
        counter.count(V1Caller::Nobody, "/a", NOON);
        assert!(save(&counter, &failing, false));
        assert!(record_every_minute(counter, stored.store.clone()).unwrap().stop(INTERVAL));
        assert_eq!(stored.store.v1_usage().unwrap()[0].requests, 1);
    }
}
