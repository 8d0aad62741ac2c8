//! Hand-written JSON of changes equals serde's.

use super::*;
use catalog_domain::values::CatalogRevision;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_change_is_written_as_serde_writes_it(
        (number, at, in_section) in any::<(i64, i64, bool)>(),
        stock_number: String,
        section_ids in proptest::collection::vec(any::<i64>().prop_map(SectionId), 0..4),
        version in proptest::option::of(any::<i64>()),
        upsert in proptest::option::of(any::<(bool, bool)>()),
    ) {
        let kind = upsert.map_or(ChangeKind::Removed, |(content, commercial)| ChangeKind::Upsert { content, commercial });
        let event = LoggedEventRef {
            number: EventNumber(number),
            revision: CatalogRevision(1),
            at: Timestamp::from_unix_microseconds(at),
            stock_number: &stock_number,
            kind,
            section_ids: &section_ids,
            in_section,
        };
        let body = ChangeEventBody { version, ..event.into() };
        let mut written = JsonWriter::default();
        body.write(&mut written);
        prop_assert_eq!(String::from_utf8(written.into_bytes()).unwrap(), serde_json::to_string(&body).unwrap());
    }
}
