//! The last events in memory, over a store and ports that fail.

use super::*;
use catalog_domain::ports::{EventRange, FeedEnd, MockRecordedChanges};
use catalog_domain::values::{EventNumber, SectionId};
use catalog_index::Catalog;
use catalog_testkit::builders::{event, section, storefront};
use catalog_testkit::{AnyStore, FixedClock, ImportRun, TestStore};
use std::time::Duration;

const LIMIT: TailLimit = TailLimit::new(100, 1 << 20);

fn import(store: &dyn AnyStore, names: &[&str]) {
    let events = names.iter().map(|name| event(name, &[1])).collect();
    ImportRun { events, sections: vec![section(1)], ..ImportRun::default() }.commit(store).unwrap();
}

fn head(store: &dyn AnyStore) -> LogPosition {
    store.load().unwrap().log_position
}

fn served(store: &dyn AnyStore, tail: ChangeTail) -> SharedCatalog {
    let catalog = || Catalog::build(store.load().unwrap(), storefront());
    let shared = SharedCatalog::new(catalog(), Duration::ZERO, Arc::new(FixedClock::default()));
    shared.replace_with(catalog(), tail);
    shared
}

fn failing(error: fn() -> StoreError) -> Arc<dyn RecordedChanges> {
    let mut log = MockRecordedChanges::new();
    log.expect_recorded_events().returning(move |_| Err(error()));
    Arc::new(log)
}

#[test]
fn a_tail_follows_its_catalog_and_is_filled_with_what_was_before() {
    let stored = TestStore::on_sqlite();
    let store = &*stored.store;
    import(store, &["A", "B"]);
    let reader = TailReader::new(stored.store.clone(), LIMIT);
    let start = reader.follow(&ChangeTail::starting_at(&LogPosition::default(), LIMIT), &head(store)).unwrap();
    assert_eq!((start.len(), start.ends_at(&head(store))), (0, true), "another log's tail is of no use");
    let shared = served(store, start);
    assert!(!reader.read_older(&shared), "the beginning is reached");
    let filled = shared.feed_view().tail;
    assert_eq!(filled.len(), 2);
    assert_eq!(reader.follow(&filled, &head(store)).unwrap().len(), 2, "a revision without events");
    import(store, &["C"]);
    let followed = reader.follow(&filled, &head(store)).unwrap();
    assert_eq!((followed.len(), followed.ends_at(&head(store))), (3, true));
    let range = EventRange { after: EventNumber(0), up_to: head(store).last.number };
    let events = followed.log().events.events_of_section(SectionId(1), range, FeedEnd::First(10)).unwrap();
    assert_eq!(events.iter().map(|event| &*event.stock_number).collect::<Vec<_>>(), ["A", "B", "C"]);
    shared.replace_tail(followed);
    assert_eq!(shared.feed_view().tail.len(), 2, "a tail that ends elsewhere than the catalog is not swapped in");
}

#[test]
fn a_store_that_fails_costs_no_event_and_rows_that_cannot_be_read_are_not_read_again_and_again() {
    let stored = TestStore::on_sqlite();
    let store = &*stored.store;
    import(store, &["A", "B"]);
    let start = ChangeTail::starting_at(&head(store), LIMIT);
    let shared = served(store, start.clone());
    let down = TailReader::new(failing(|| StoreError::Unavailable("down".into())), LIMIT);
    let broken = TailReader::new(failing(|| StoreError::Inconsistent("a row".into())), LIMIT);
    assert!(!down.read_older(&shared));
    assert!(shared.feed_view().tail.older_range().is_some(), "it is tried again with the next refresh");
    assert!(!broken.read_older(&shared));
    assert!(shared.feed_view().tail.older_range().is_none());
    import(store, &["C"]);
    let next = head(store);
    assert!(matches!(down.follow(&start, &next), Err(StoreError::Unavailable(_))), "the refresh is tried again");
    let restarted = broken.follow(&start, &next).unwrap();
    assert_eq!((restarted.len(), restarted.ends_at(&next)), (0, true));
}
