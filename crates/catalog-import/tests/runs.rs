//! What a run does to a store: report, events and times.

#![cfg(test)]

mod support;

use catalog_import::{ImportError, ImportMode, ImportReport};
use support::{TestStore, base, base_store, product, section};

/// A change of the base catalog and what it comes to.
struct Case {
    title: &'static str,
    lines: Vec<String>,
    /// Products created, updated, deactivated, unchanged.
    products: [u64; 4],
    /// Events in their order.
    events: Vec<&'static str>,
    /// Products with the seconds of their last content and commercial change; the base was imported at 0, this run at 60.
    times: Vec<(&'static str, i64, i64)>,
}

fn tally(report: &ImportReport) -> [u64; 4] {
    let tally = report.products;
    [tally.created, tally.updated, tally.deactivated, tally.unchanged]
}

fn check(mode: ImportMode, cases: Vec<Case>) {
    for Case { title, lines, products, events, times } in cases {
        let store = base_store();
        let before = store.content();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let trial = store.import_with(60, &lines, |options| {
            options.mode = mode;
            options.dry_run = true;
        });
        assert_eq!(store.content(), before, "{title}: a dry run writes nothing");
        let report = store.import_with(60, &lines, |options| options.mode = mode).unwrap();
        assert_eq!(tally(&report), products, "{title}");
        let changed = store.content() != before;
        assert_eq!(report.changed, changed, "{title}");
        assert_eq!(report.revision, store.content().revision(), "{title}");
        let revisions = store.content().revision().0 - before.revision().0;
        assert_eq!(revisions, i64::from(changed), "{title}: a revision for every change and for nothing else");
        assert_eq!(if changed { store.last_events() } else { Vec::new() }, events, "{title}");
        for (stock_number, content, commercial) in times {
            assert_eq!(store.times(stock_number), (content, commercial), "{title}: {stock_number}");
        }
        let trial = trial.unwrap();
        assert_eq!(trial.revision, before.revision(), "{title}");
        assert_eq!((trial.products, trial.sections, trial.events), (report.products, report.sections, report.events));
        // Whatever a run did, doing it again does nothing, stated times and all.
        let again = store.import_with(120, &lines, |options| options.mode = mode).unwrap();
        assert!(!again.changed, "{title}: the same input again changes nothing, but {again:?}");
    }
}

/// The record of product A in the base, altered.
fn a(from: &str, to: &str) -> String {
    let line = base().into_iter().find(|line| line.contains(r#""stockNumber":"A""#)).unwrap();
    assert!(line.contains(from), "{from}");
    line.replace(from, to)
}

const A_FACTS: &str = r#""features":[{"fieldId":17,"value":"5 kW"},{"fieldId":18,"value":"x"}]"#;

#[test]
fn a_delta_changes_what_it_names() {
    let text = |line: &str| line.to_owned();
    check(
        ImportMode::Delta,
        vec![
            Case {
                title: "the base again",
                lines: base(),
                products: [0, 0, 0, 3],
                events: vec![],
                times: vec![("A", 0, 0)],
            },
            Case { title: "nothing at all", lines: vec![], products: [0; 4], events: vec![], times: vec![] },
            Case {
                title: "a new product",
                lines: vec![product("D", 94, "[2]", "")],
                products: [1, 0, 0, 0],
                events: vec!["D content 2 [+1 +2]"],
                times: vec![("D", 60, 60)],
            },
            Case {
                title: "a new product that nobody sees",
                lines: vec![product("D", 94, "[]", "")],
                products: [1, 0, 0, 0],
                events: vec![],
                times: vec![("D", 60, 60)],
            },
            Case {
                title: "a changed name",
                lines: vec![a(r#""name":"P""#, r#""name":"Q""#)],
                products: [0, 1, 0, 0],
                events: vec!["A content 2 [+1 +2]"],
                times: vec![("A", 60, 0)],
            },
            Case {
                title: "a changed public feature",
                lines: vec![a("5 kW", "6 kW")],
                products: [0, 1, 0, 0],
                events: vec!["A content 2 [+1 +2]"],
                times: vec![("A", 60, 0)],
            },
            Case {
                title: "a changed feature of a hidden role",
                lines: vec![a(r#""value":"x""#, r#""value":"y""#)],
                products: [0, 1, 0, 0],
                events: vec![],
                times: vec![("A", 0, 0)],
            },
            Case {
                title: "a record without its offer keeps the offer",
                lines: vec![product("A", 91, "[2]", A_FACTS)],
                products: [0, 0, 0, 1],
                events: vec![],
                times: vec![("A", 0, 0)],
            },
            Case {
                title: "a price inside the record",
                lines: vec![a(r#""retail":"100""#, r#""retail":101"#)],
                products: [0, 1, 0, 0],
                events: vec!["A commercial 2 [+1 +2]"],
                times: vec![("A", 0, 60)],
            },
            Case {
                title: "the same price in another spelling",
                lines: vec![a(r#""retail":"100""#, r#""retail":1.0e2"#)],
                products: [0, 0, 0, 1],
                events: vec![],
                times: vec![("A", 0, 0)],
            },
            Case {
                title: "an offer, with a new level and a negative quantity",
                lines: vec![text(
                    r#"{"type":"offer","stockNumber":"A","levels":{"Дилер":5},"stock":[{"warehouseId":"main","quantity":-3}]}"#,
                )],
                products: [0, 1, 0, 0],
                events: vec!["A commercial 2 [+1 +2]"],
                times: vec![("A", 0, 60)],
            },
            Case {
                title: "the same offer with a stated time",
                lines: vec![text(
                    r#"{"type":"offer","stockNumber":"B","commercialUpdatedAt":"2026-01-01T02:00:05+02:00"}"#,
                )],
                products: [0, 1, 0, 0],
                events: vec!["B commercial 3 [+3]"],
                times: vec![("B", 0, 5)],
            },
            Case {
                title: "a price inside the configurator",
                lines: base().into_iter().map(|line| line.replace(r#""retail":10}"#, r#""retail":11}"#)).collect(),
                products: [0, 1, 0, 2],
                events: vec!["C commercial 2,3 [+1 +2 +3]"],
                times: vec![("C", 0, 60)],
            },
            Case {
                title: "stated times win, the offer's over the product's",
                lines: vec![a(
                    r#""offer":{"#,
                    r#""contentUpdatedAt":"2026-01-01T00:00:07Z","commercialUpdatedAt":"2026-01-01T00:00:08Z","offer":{"commercialUpdatedAt":"2026-01-01T00:00:09Z","#,
                )],
                products: [0, 1, 0, 0],
                events: vec!["A content+commercial 2 [+1 +2]"],
                times: vec![("A", 7, 9)],
            },
            Case {
                title: "a move",
                lines: vec![a(r#""sections":[2]"#, r#""sections":[3]"#)],
                products: [0, 1, 0, 0],
                events: vec!["A content 3 [-1 -2 +3]"],
                times: vec![("A", 60, 0)],
            },
            Case {
                title: "a deletion",
                lines: vec![text(r#"{"type":"deleted","stockNumber":"A"}"#)],
                products: [0, 0, 1, 0],
                events: vec!["A removed 2 [-1 -2]"],
                times: vec![],
            },
            Case {
                title: "a switch to inactive beside another change",
                lines: vec![a(r#""isActive":true"#, r#""isActive":false,"description":"d""#)],
                products: [0, 0, 1, 0],
                events: vec!["A removed 2 [-1 -2]"],
                times: vec![],
            },
            Case {
                title: "a warehouse with another name",
                lines: vec![support::WAREHOUSE.replace("Main", "Big")],
                products: [0; 4],
                events: vec![],
                times: vec![],
            },
        ],
    );
}

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
                times: vec![("A", 7, 0), ("C", 60, 0)],
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
fn a_full_import_switches_off_what_it_does_not_hold() {
    let without = |text: &str| base().into_iter().filter(|line| !line.contains(text)).collect::<Vec<String>>();
    check(
        ImportMode::Full,
        vec![
            Case { title: "everything", lines: base(), products: [0, 0, 0, 3], events: vec![], times: vec![] },
            Case {
                title: "a product less",
                lines: without(r#""stockNumber":"A""#),
                products: [0, 0, 1, 2],
                events: vec!["A removed 2 [-1 -2]"],
                times: vec![],
            },
            Case {
                title: "a section less",
                lines: without(r#""hierarchyId":3"#),
                products: [0, 1, 0, 2],
                events: vec!["B removed 3 [-3]", "C content 2 [+1 +2 -3]"],
                times: vec![("C", 60, 0)],
            },
            Case {
                title: "types and warehouses stay",
                lines: without(r#""id":6"#),
                products: [0, 0, 0, 3],
                events: vec![],
                times: vec![],
            },
        ],
    );
}

#[test]
fn a_source_id_goes_to_another_stock_number() {
    let cases = vec![
        (vec![product("A2", 91, "[2]", "")], vec!["A removed 2 [-1 -2]", "A2 content 2 [+1 +2]"]),
        (vec![product("0", 91, "[3]", "")], vec!["A removed 2 [-1 -2]", "0 content 3 [+3]"]),
        (
            vec![r#"{"type":"deleted","stockNumber":"A"}"#.to_owned(), product("0", 91, "[3]", "")],
            vec!["A removed 2 [-1 -2]", "0 content 3 [+3]"],
        ),
        // Two that change places: neither is switched off, and nothing that clients see changes.
        (vec![product("A", 92, "[2]", A_FACTS), product("B", 91, "[3]", "")], vec![]),
    ];
    for (lines, events) in cases {
        let store = base_store();
        let text: Vec<&str> = lines.iter().map(String::as_str).collect();
        store.import(60, &text).unwrap();
        assert_eq!(store.last_events(), events, "{lines:?}");
    }
}

#[test]
fn a_renamed_product_can_be_renamed_back() {
    let store = base_store();
    store.import(60, &[&product("A2", 91, "[2]", "")]).unwrap();
    assert_eq!(store.content().stored("A").source_id, None);
    let line = a("P", "P");
    let report = store.import(120, &[&line]).unwrap();
    assert_eq!(tally(&report), [0, 1, 1, 0]);
    assert_eq!(store.last_events(), ["A2 removed 2 [-1 -2]", "A content 2 [+1 +2]"]);
    assert_eq!(store.times("A"), (120, 0));
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
fn a_deleted_product_comes_back_as_content_with_the_offer_it_had() {
    let store = base_store();
    store.import(60, &[r#"{"type":"deleted","stockNumber":"A"}"#]).unwrap();
    let report = store.import(90, &[r#"{"type":"deleted","stockNumber":"A"}"#]).unwrap();
    assert_eq!((tally(&report), report.changed), ([0, 0, 0, 1], false));
    store.import(120, &[&product("A", 91, "[2]", A_FACTS)]).unwrap();
    assert_eq!(store.last_events(), ["A content 2 [+1 +2]"]);
    assert_eq!(store.times("A"), (120, 0));
    assert!(store.content().product("A").offer.retail.is_some());
}

#[test]
fn unchanged_sections_keep_the_time_of_their_last_writing() {
    let store = base_store();
    let changed = section(2, Some(1)).replace("S2", "Z");
    store.import(60, &[&section(1, None), &changed]).unwrap();
    let synced = |id| store.content().section(id).synced_at;
    assert_eq!((synced(1), synced(2), synced(3)), (support::moment(0), support::moment(60), support::moment(0)));
}

#[test]
fn price_levels_are_known_in_order_of_first_appearance() {
    let store = base_store();
    let offer = r#"{"type":"offer","stockNumber":"A","levels":{"Опт":1,"Я":2,"Б":3}}"#;
    let options = r#""configurator":{"groups":[{"uid":"g","name":"G","options":[{"uid":"o","name":"O","levels":{"А":1,"Я":2}}]}]}"#;
    store.import(60, &[offer, &product("D", 94, "[2]", options)]).unwrap();
    let names: Vec<String> =
        store.content().snapshot.price_levels.iter().map(|level| level.name().to_owned()).collect();
    assert_eq!(names, ["Опт", "Я", "Б", "А"]);
}

#[test]
fn another_storefront_must_be_asked_for() {
    let store = base_store();
    let import =
        |change: bool| store.import_for("other.example", 60, &[], |options| options.change_storefront = change);
    let error = import(false).unwrap_err();
    assert!(matches!(error, ImportError::StorefrontMismatch { .. }) && !error.is_rejection());
    assert!(error.to_string().contains("--change-storefront"), "{error}");
    let report = import(true).unwrap();
    assert_eq!((report.changed, report.events.removed), (true, 3));
    assert_eq!(store.content().snapshot.storefront.unwrap().as_str(), "other.example");
}

#[test]
fn many_removals_must_be_asked_for() {
    let many: Vec<String> = (0..600).map(|at| product(&format!("M{at:03}"), 1_000 + at, "[2]", "")).collect();
    let delete = |count: usize| -> Vec<String> {
        (0..count).map(|at| format!(r#"{{"type":"deleted","stockNumber":"M{at:03}"}}"#)).collect()
    };
    // 603 public products: 120 are within a fifth of them, 121 are not; 99 of few would be.
    for (count, allowed, accepted) in [(120, 0, true), (121, 0, false), (121, 120, false), (121, 121, true)] {
        let store = base_store();
        store.import(1, &many.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        let lines = delete(count);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let result = store.import_with(2, &lines, |options| options.allow_removals = allowed);
        match result {
            Ok(report) => assert!(accepted && report.events.removed == count as u64, "{count}"),
            Err(error) => {
                assert!(!accepted && error.is_rejection(), "{count}: {error}");
                assert!(error.to_string().contains("121 of 603"), "{error}");
            }
        }
    }
    let store = TestStore::default();
    let base = base();
    store.import(0, &base.iter().chain(&many[..96]).map(String::as_str).collect::<Vec<_>>()).unwrap();
    let types: Vec<&str> = base.iter().map(String::as_str).filter(|line| !line.contains("\"product\"")).collect();
    let nearly_all = [&types[..], &[&*many[0]]].concat();
    for (lines, options_allow, accepted) in [
        (&nearly_all, 0, true),
        // Nothing at all is left: that is asked for, however few there were.
        (&types, 0, false),
        (&types, 1, true),
    ] {
        let result = store.import_with(1, lines, |options| {
            options.mode = ImportMode::Full;
            options.allow_removals = options_allow;
        });
        match result {
            Ok(_) => assert!(accepted),
            Err(error) => assert!(!accepted && error.to_string().contains("1 of 1 public"), "{error}"),
        }
    }
    store.import(2, &[&many[0]]).unwrap();
    let report = store.import(3, &[r#"{"type":"deleted","stockNumber":"M000"}"#]).unwrap();
    assert_eq!(report.events.removed, 1, "a delta that says so itself may take the last one");
}
