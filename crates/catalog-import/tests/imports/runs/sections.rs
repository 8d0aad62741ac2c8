//! Sections: they determine where products are public.

use super::{Case, a, check};
use crate::support::{self, base_store, section};
use catalog_import::ImportMode;

#[test]
fn section_records_change_which_products_are_public_and_where() {
    let off = |id: i64, parent: Option<i64>| section(id, parent).replace("\"isActive\":true", "\"isActive\":false");
    check(
        ImportMode::Delta,
        vec![
            Case {
                title: "a new name",
                lines: vec![section(2, Some(1)).replace("S2", "Z")],
                products: [0; 4],
                events: vec![],
                times: vec![("A", 0, 0)],
            },
            Case {
                title: "a branch switched off",
                lines: vec![off(1, None)],
                products: [0, 1, 0, 0],
                events: vec!["A removed 2 [-1 -2]", "C content 3 [-1 -2 +3]"],
                times: vec![("A", 0, 0), ("B", 0, 0), ("C", 60, 0)],
            },
            Case {
                title: "a section moved",
                lines: vec![section(2, Some(3))],
                products: [0, 2, 0, 0],
                events: vec!["A content 2 [-1 +2 +3]", "C content 2,3 [-1 +2 +3]"],
                times: vec![("A", 60, 0), ("B", 0, 0)],
            },
            Case {
                title: "a section moved, and a record that states its own time",
                lines: vec![
                    section(2, Some(3)),
                    a(r#""offer":"#, r#""contentUpdatedAt":"2026-01-01T00:00:07Z","offer":"#),
                ],
                products: [0, 2, 0, 0],
                events: vec!["A content 2 [-1 +2 +3]", "C content 2,3 [-1 +2 +3]"],
                times: vec![("A", 60, 0), ("C", 60, 0)],
            },
            Case {
                title: "a section moved beside a new price",
                lines: vec![section(2, Some(3)), a(r#""retail":"100""#, r#""retail":101"#)],
                products: [0, 2, 0, 0],
                events: vec!["A content+commercial 2 [-1 +2 +3]", "C content 2,3 [-1 +2 +3]"],
                times: vec![("A", 60, 60)],
            },
            Case {
                title: "a section of another host",
                lines: vec![section(3, None).replace("shop.example", "other.example")],
                products: [0, 1, 0, 0],
                events: vec!["B removed 3 [-3]", "C content 2 [+1 +2 -3]"],
                times: vec![("C", 60, 0)],
            },
            Case {
                title: "a deleted section",
                lines: vec![r#"{"type":"deleted","hierarchyId":3}"#.to_owned()],
                products: [0, 1, 0, 0],
                events: vec!["B removed 3 [-3]", "C content 2 [+1 +2 -3]"],
                times: vec![],
            },
        ],
    );
}

#[test]
fn a_section_takes_the_source_id_of_one_that_is_switched_off() {
    let store = base_store();
    let taker = section(8, None).replace("1008", "1003");
    let report = store.import(60, &[r#"{"type":"deleted","hierarchyId":3}"#, &taker]).unwrap();
    assert_eq!((report.sections.created, report.sections.deactivated), (1, 1));
    assert_eq!(store.content().section(3).source_id, None);

    let (one, two) = (section(1, None).replace("1001", "1002"), section(2, Some(1)).replace("1002", "1001"));
    let report = store.import(120, &[&one, &two]).unwrap();
    assert_eq!(report.sections.updated, 2);
}

#[test]
fn unchanged_sections_keep_the_time_of_their_last_write() {
    let store = base_store();
    let changed = section(2, Some(1)).replace("S2", "Z");
    store.import(60, &[&section(1, None), &changed]).unwrap();
    let synced = |id| store.content().section(id).synced_at;
    assert_eq!((synced(1), synced(2), synced(3)), (support::moment(0), support::moment(60), support::moment(0)));
}
