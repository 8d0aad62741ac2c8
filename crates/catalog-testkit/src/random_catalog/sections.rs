//! Random sections.

use crate::builders;
use catalog_domain::sections::Section;
use catalog_domain::values::{PageUrl, SectionId, SourceId};
use proptest::option;
use proptest::prelude::*;

/// Sections have the ids from 0 to this one.
pub const HIGHEST_SECTION: i64 = 9;

/// A public section with that id and parent.
pub fn section_of(id: i64, parent: Option<i64>) -> Section {
    Section {
        source_id: (id % 2 == 0).then_some(SourceId(id)),
        parent: parent.map(SectionId),
        name: format!("section {}", id % 3).into(),
        filters: ["power", "power:color"].map(builders::filter_definition).into(),
        ..builders::section(id)
    }
}

pub(super) fn section(id: i64) -> impl Strategy<Value = Section> {
    // A parent with a smaller id cannot make a loop; changes of sections do.
    (option::of(0..id.max(1)), 0..9_u8, 0..3_i64).prop_map(move |(parent, kind, sort_order)| {
        let public = section_of(id, parent.filter(|parent| *parent < id));
        Section {
            url: match kind {
                0 => None,
                1 => Some(PageUrl::parse("https://other.example/").unwrap()),
                _ => public.url,
            },
            is_active: kind != 2,
            is_service: kind == 3 && id % 4 == 0,
            sort_order,
            ..public
        }
    })
}
