//! What is counted is neither lost nor counted twice, and stays bounded.

use super::*;
use catalog_domain::ports::MockV1UsageStore;
use catalog_testkit::builders::NOON;
use catalog_testkit::{AnyStore, TestStore};

const ANN: V1Caller = V1Caller::Account(AccountId(7));

fn requests(store: &dyn AnyStore) -> u64 {
    store.v1_usage().unwrap().iter().map(|usage| usage.requests).sum()
}

#[test]
fn requests_of_all_threads_are_counted_once_in_metrics_and_record_while_both_are_read() {
    let (counter, stored) = (V1UsageCounter::default(), TestStore::on_sqlite());
    let store = &*stored.store;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..1_000).for_each(|second| counter.count(ANN, "/a", NOON.plus_seconds(second))));
        }
        for _ in 0..100 {
            drop(counter.totals());
            counter.save(store).unwrap();
        }
    });
    counter.save(store).unwrap();
    let last_used_at = NOON.plus_seconds(999);
    assert_eq!(counter.totals(), [(ANN, "/a", 4_000)]);
    assert_eq!(store.v1_usage().unwrap(), [V1Usage { caller: ANN, route: "/a".into(), requests: 4_000, last_used_at }]);
}

#[test]
fn what_could_not_be_saved_is_saved_the_next_time() {
    let mut failing = MockV1UsageStore::new();
    failing.expect_add_v1_usage().times(2).returning(|_| Err(StoreError::Unavailable("down".into())));
    let (counter, stored) = (V1UsageCounter::default(), TestStore::on_sqlite());
    let store = &*stored.store;
    for second in 0..2 {
        counter.count(ANN, "/a", NOON.plus_seconds(second));
        counter.save(&failing).unwrap_err();
    }
    counter.save(store).unwrap();
    counter.save(store).unwrap();
    assert_eq!((requests(store), store.v1_usage().unwrap()[0].last_used_at), (2, NOON.plus_seconds(1)));
}

#[test]
fn metrics_name_the_first_accounts_only() {
    let counter = V1UsageCounter::default();
    let accounts = i64::try_from(MOST_MEASURED_ACCOUNTS).unwrap() + 5;
    for id in (1..=accounts).chain([1, accounts]) {
        counter.count(V1Caller::Account(AccountId(id)), "/a", NOON);
        drop(counter.totals());
    }
    counter.count(V1Caller::Nobody, "/a", NOON);
    let totals = counter.totals();
    assert_eq!(totals.len(), MOST_MEASURED_ACCOUNTS + 2);
    assert_eq!(totals[0], (V1Caller::Account(AccountId(1)), "/a", 2));
    assert!(totals.contains(&(V1Caller::Others, "/a", 6)) && totals.contains(&(V1Caller::Nobody, "/a", 1)));
}

#[test]
fn a_store_that_stays_away_costs_bounded_memory_and_no_request_is_lost() {
    let mut failing = MockV1UsageStore::new();
    failing.expect_add_v1_usage().returning(|_| Err(StoreError::Unavailable("down".into())));
    let (counter, stored) = (V1UsageCounter::default(), TestStore::on_sqlite());
    let store = &*stored.store;
    let accounts = i64::try_from(MOST_UNSAVED).unwrap() + 500;
    for id in 1..=accounts {
        counter.count(V1Caller::Account(AccountId(id)), "/a", NOON);
        if id % 1_000 == 0 {
            counter.save(&failing).unwrap_err();
        }
    }
    counter.save(store).unwrap();
    assert_eq!((store.v1_usage().unwrap().len(), requests(store)), (MOST_UNSAVED + 1, accounts.unsigned_abs()));
}
