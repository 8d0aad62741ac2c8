//! The store's report on the last import.

use crate::support::TestLocation;
use catalog_domain::change::{ChangeEvent, ChangeKind};
use catalog_domain::values::CatalogRevision;
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{NOON, event};
use store_diesel::{LastRun, Store};

fn import(store: &Store, kinds: &[ChangeKind]) -> LastRun {
    let numbered = kinds.iter().enumerate();
    let events = numbered.map(|(number, kind)| ChangeEvent { kind: *kind, ..event(&format!("P-{number}"), &[1]) });
    // All runs at one time, as with a fixed clock.
    ImportRun { at: NOON, events: events.collect(), ..ImportRun::default() }.commit(store).unwrap();
    store.last_run().unwrap()
}

#[test]
fn the_events_of_the_last_run_are_counted_by_what_changed() {
    let upsert = |content, commercial| ChangeKind::Upsert { content, commercial };
    let counts = |revision, content, commercial, removed| LastRun {
        revision: CatalogRevision(revision),
        content,
        commercial,
        removed,
    };
    for location in TestLocation::all() {
        let store = location.open();
        assert_eq!(store.last_run().unwrap(), counts(0, 0, 0, 0));
        let first = [upsert(true, false), upsert(true, false), upsert(true, true), ChangeKind::Removed];
        assert_eq!(import(&store, &first), counts(1, 3, 1, 1));
        assert_eq!(import(&store, &[upsert(false, true)]), counts(2, 0, 1, 0));
        assert_eq!(import(&store, &[]), counts(3, 0, 0, 0), "a run that no product noticed");
    }
}
