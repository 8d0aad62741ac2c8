//! Versions of events from before the store had versions.

use crate::support::TestLocation;
use catalog_domain::ports::{CatalogSource, ChangeLog, EventRange, FeedEnd, RecordedChanges};
use catalog_domain::values::{EventNumber, SectionId};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{event, product_record, section};

#[test]
fn no_event_shows_an_older_version_than_its_product() {
    for location in TestLocation::all() {
        let store = location.open();
        let run = ImportRun { sections: vec![section(1)], ..ImportRun::of_records([product_record("A", &[1])]) };
        ImportRun { events: vec![event("A", &[1])], ..run }.commit(&store).unwrap();
        // As after an upgrade at revision 1, when products had no versions.
        location
            .execute("DELETE FROM product_versions; INSERT INTO product_versions (product_id, version) VALUES (0, 5)");
        let version = store.load().unwrap().products[0].version.0;
        let range = EventRange { after: EventNumber(0), up_to: EventNumber(9) };
        let logged = store.events_of_section(SectionId(1), range, FeedEnd::First(9)).unwrap();
        let recorded = store.recorded_events(range).unwrap();
        assert_eq!((version, logged[0].revision.0, recorded[0].revision.0), (5, 5, 5), "{}", location.url());
    }
}
