//! Hand-written JSON of changes is that of their document.

use super::*;
use catalog_app::text::iso_time;
use catalog_documents::ProductChangeEvent;
use catalog_domain::values::{CatalogRevision, EventNumber, Timestamp};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_change_is_written_as_serde_writes_it(
        (number, at, in_section) in any::<(i64, i64, bool)>(),
        stock_number: String,
        section_ids in proptest::collection::vec(any::<i64>().prop_map(SectionId), 0..4),
        version in proptest::option::of(0..i64::MAX),
        upsert in proptest::option::of(any::<(bool, bool)>()),
    ) {
        let kind = upsert.map_or(ChangeKind::Removed, |(content, commercial)| ChangeKind::Upsert { content, commercial });
        let event = LoggedEventRef {
            number: EventNumber(number),
            revision: CatalogRevision(version.unwrap_or(1)),
            at: Timestamp::from_unix_microseconds(at),
            stock_number: &stock_number,
            kind,
            section_ids: &section_ids,
            in_section,
        };
        let types = match upsert {
            Some(types) => [("content", types.0), ("commercial", types.1)].to_vec(),
            None => [("removed", true)].to_vec(),
        };
        let document = ProductChangeEvent {
            event_id: number.to_string(),
            stock_number: stock_number.clone(),
            section_ids: section_ids.iter().map(ToString::to_string).collect(),
            change_types: types.into_iter().filter(|(_, is_one)| *is_one).map(|(name, _)| name.to_owned()).collect(),
            operation: if upsert.is_some() { "upsert" } else { "remove" }.to_owned(),
            in_section,
            changed_at: iso_time(event.at),
            version: version.and_then(|version| u64::try_from(version).ok()),
        };
        let mut written = JsonWriter::default();
        write_event(&mut written, event, version.is_some());
        let written = String::from_utf8(written.into_bytes()).unwrap();
        prop_assert_eq!(&written, &serde_json::to_string(&document).unwrap());
        prop_assert_eq!(serde_json::from_str::<ProductChangeEvent>(&written).unwrap(), document);
    }
}
