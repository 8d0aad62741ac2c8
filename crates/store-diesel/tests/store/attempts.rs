//! Attempts that several servers count together.

use crate::support::TestLocation;
use catalog_domain::accounts::{AttemptHistory, AttemptLimit, AttemptSource, AttemptVerdict};
use catalog_domain::ports::AttemptLimiter;
use catalog_domain::values::Timestamp;
use catalog_testkit::at_once;
use std::net::Ipv4Addr;
use store_diesel::{AttemptKind, SharedAttemptLimiter, Store};

const START: Timestamp = Timestamp::from_unix_microseconds(1_900_000_000_000_000);

fn limiter(store: &Store, kind: AttemptKind, attempts: u32) -> SharedAttemptLimiter {
    SharedAttemptLimiter::new(store.clone(), kind, AttemptLimit::per_minute(attempts))
}

fn source(last: u8) -> AttemptSource {
    AttemptSource::of(Ipv4Addr::new(192, 0, 2, last).into())
}

/// Also when attempts come late in one minute and early in the next.
#[test]
fn the_store_counts_as_the_domain_does() {
    let bursts = [0, 59, 60, 61, 118, 119, 120].map(|seconds| [seconds; 20]).concat();
    let one_by_one = [0, 0, 1, 59, 60, 61, 62, 119, 120, 500, 501, 499, 499, 499, 499, -1_000, 500];
    for location in TestLocation::all() {
        let store = location.open();
        for (last, attempts, times) in [(1, 2, &one_by_one[..]), (2, 10, &bursts)] {
            let limit = AttemptLimit::per_minute(attempts);
            let limiter = limiter(&store, AttemptKind::Login, attempts);
            let mut history = AttemptHistory::default();
            for seconds in times {
                let now = START.plus_seconds(*seconds);
                let expected = limit.attempt(&mut history, now);
                assert_eq!(limiter.attempt(source(last), now).unwrap(), expected, "at {seconds}");
            }
        }
    }
}

#[test]
fn sources_and_kinds_are_counted_for_themselves() {
    for location in TestLocation::all() {
        let store = location.open();
        let (logins, registrations) =
            (limiter(&store, AttemptKind::Login, 1), limiter(&store, AttemptKind::Registration, 1));
        let refused = AttemptVerdict::Refused { retry_after_seconds: 60 };
        for (case, limiter, from, expected) in [
            ("the first", &logins, 1, AttemptVerdict::Allowed),
            ("one too many", &logins, 1, refused),
            ("another source", &logins, 2, AttemptVerdict::Allowed),
            ("another kind", &registrations, 1, AttemptVerdict::Allowed),
            ("and one too many of that", &registrations, 1, refused),
        ] {
            assert_eq!(limiter.attempt(source(from), START).unwrap(), expected, "{case}");
        }
    }
}

#[test]
fn ten_servers_let_ten_attempts_through() {
    for location in TestLocation::all() {
        let stores: Vec<Store> = (0..10).map(|_| location.open()).collect();
        let verdicts = at_once(10, |server| {
            let limiter = limiter(&stores[usize::from(server)], AttemptKind::Login, 10);
            [(); 5].map(|()| limiter.attempt(source(1), START).unwrap())
        });
        let verdicts = verdicts.iter().flatten();
        assert_eq!(verdicts.filter(|verdict| **verdict == AttemptVerdict::Allowed).count(), 10);
    }
}

#[test]
fn expired_attempts_are_deleted() {
    for location in TestLocation::all() {
        let store = location.open();
        let limiter = limiter(&store, AttemptKind::Login, 1);
        for last in 0..50 {
            limiter.attempt(source(last), START).unwrap();
        }
        limiter.attempt(source(200), START.plus_seconds(120)).unwrap();
        // Fails unless exactly the most recent source is left.
        location.execute_on_accounts(
            "CREATE TABLE proof (one_left INTEGER NOT NULL); \
             INSERT INTO proof SELECT CASE WHEN COUNT(*) = 1 THEN 1 END FROM attempt_windows;",
        );
    }
}
