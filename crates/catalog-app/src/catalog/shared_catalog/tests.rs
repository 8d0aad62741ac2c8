//! Catalogs are swapped while others read.

use super::*;
use catalog_domain::catalog::{CatalogFacts, LogPosition};
use catalog_domain::change::FeedPosition;
use catalog_domain::ports::MockClock;
use catalog_domain::values::{EventNumber, StorefrontHost, Timestamp};
use std::thread;

const NOW: Timestamp = Timestamp::from_unix_microseconds(1_769_853_600_000_000);

fn catalog(revision: i64) -> Catalog {
    let last = FeedPosition { number: EventNumber(revision), at: Some(NOW) };
    let log_position = LogPosition { last, ..LogPosition::default() };
    let facts = CatalogFacts { revision: CatalogRevision(revision), log_position, ..CatalogFacts::default() };
    Catalog::build(facts, StorefrontHost::parse("storefront.example").unwrap())
}

#[test]
fn without_a_settle_time_the_feed_has_every_event_of_a_visible_catalog() {
    const LAST: i64 = 3_000;
    let mut clock = MockClock::new();
    clock.expect_now().return_const(NOW);
    let shared = SharedCatalog::new(catalog(0), Duration::ZERO, Arc::new(clock));
    thread::scope(|scope| {
        scope.spawn(|| (1..=LAST).for_each(|revision| shared.replace(catalog(revision))));
        loop {
            let seen = shared.current().revision();
            let horizon = shared.feed_horizon();
            assert!(horizon.released.0 >= seen.0, "{seen:?}: {horizon:?}");
            if seen.0 == LAST {
                break;
            }
        }
    });
}
