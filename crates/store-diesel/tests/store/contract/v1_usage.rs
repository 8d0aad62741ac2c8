//! The contract of the record of requests to v1.

use catalog_domain::ports::{V1Caller, V1Usage};
use catalog_domain::values::AccountId;
use catalog_testkit::builders::NOON;
use catalog_testkit::{AnyStore, at_once};

fn usage(caller: V1Caller, route: &str, requests: u64, second: i64) -> V1Usage {
    V1Usage { caller, route: route.into(), requests, last_used_at: NOON.plus_seconds(second) }
}

const ANN: V1Caller = V1Caller::Account(AccountId(7));

fn recorded(store: &dyn AnyStore) -> Vec<V1Usage> {
    let mut recorded = store.v1_usage().unwrap();
    recorded.sort_by(|one, other| (one.caller, &one.route).cmp(&(other.caller, &other.route)));
    recorded
}

pub(crate) fn requests_to_v1_add_up_by_caller_and_route(store: &dyn AnyStore) {
    let revisions = store.revisions().unwrap();
    store.add_v1_usage(&[]).unwrap();
    assert_eq!(store.v1_usage().unwrap(), []);
    let callers = [ANN, V1Caller::Account(AccountId(8)), V1Caller::Nobody, V1Caller::Others];
    store.add_v1_usage(&callers.map(|caller| usage(caller, "/b", 2, 50))).unwrap();
    store.add_v1_usage(&[usage(ANN, "/b", 3, 40), usage(ANN, "/a", 1, 60)]).unwrap();
    store.add_v1_usage(&[usage(V1Caller::Others, "/b", 1, 70)]).unwrap();
    let expected = [
        usage(ANN, "/a", 1, 60),
        usage(ANN, "/b", 5, 50),
        usage(callers[1], "/b", 2, 50),
        usage(V1Caller::Nobody, "/b", 2, 50),
        usage(V1Caller::Others, "/b", 3, 70),
    ];
    assert_eq!(recorded(store), expected);
    assert_eq!(store.revisions().unwrap(), revisions);
}

pub(crate) fn requests_to_v1_that_servers_add_at_once_are_all_counted(store: &dyn AnyStore) {
    const TIMES: i64 = 10;
    let (one, other) = (usage(ANN, "/a", 1, 0), usage(V1Caller::Nobody, "/b", 2, 0));
    at_once(2, |server| {
        let rows = if server == 0 { [&one, &other] } else { [&other, &one] }.map(V1Usage::clone);
        (0..TIMES).for_each(|_| store.add_v1_usage(&rows).unwrap());
    });
    assert_eq!(recorded(store), [usage(ANN, "/a", 20, 0), usage(V1Caller::Nobody, "/b", 40, 0)]);
}
