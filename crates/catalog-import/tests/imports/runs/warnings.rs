//! Warnings, the record of a run, and a first import for a host that no section has.

use super::public;
use crate::support::{TestStore, base, base_store, moment, product, section};
use catalog_domain::ports::{ImportKind, PublicCounts};
use catalog_import::{ImportError, ImportMode};

fn offer(stock_number: &str, prices: &str) -> String {
    format!(r#"{{"type":"offer","stockNumber":"{stock_number}",{prices}}}"#)
}

#[test]
fn what_is_probably_not_meant_is_a_warning() {
    let hidden = section(2, Some(1)).replace("\"isActive\":true", "\"isActive\":false");
    let moved = product("B", 92, "[3]", "").replace("[3]", "[]");
    for (title, lines, warnings) in [
        ("nothing", vec![product("D", 94, "[3]", "")], vec![]),
        (
            "a vendor whose id is no item of a list",
            ["a,b", "a ", "a b"]
                .iter()
                .zip([94, 95, 96])
                .map(|(id, source_id)| {
                    let vendor = format!(r#""vendor":{{"id":"{id}","name":"V"}}"#);
                    product(&format!("D{source_id}"), source_id, "[3]", &vendor)
                })
                .collect(),
            vec![
                "vendor ids to which no list can be narrowed, for a comma or blanks at an end (2): `a,b` of D94, `a ` of D95",
            ],
        ),
        ("half is not more than half", vec![offer("A", r#""retail":"50","levels":{"Опт":"135"}"#)], vec![]),
        ("a new price", vec![offer("B", r#""retail":"50""#)], vec![]),
        (
            "more than half, and a price that is gone",
            vec![offer("A", r#""retail":"100","levels":{"Опт":"135.01"}"#), offer("B", r#""retail":"50""#)],
            vec!["products with a price that changed by more than half (1): A (Опт: 90 to 135.01)"],
        ),
        (
            "in a product's record",
            vec![product("A", 91, "[2]", r#""offer":{"retail":"49.99","levels":{"Опт":"90"}}"#)],
            vec!["products with a price that changed by more than half (1): A (Розн: 100 to 49.99)"],
        ),
        (
            "a price that is gone",
            vec![offer("A", r#""retail":"0","levels":{"Опт":"90"}"#)],
            vec!["products with a price that changed by more than half (1): A (Розн: 100 to 0)"],
        ),
        (
            "a level",
            vec![offer("B", r#""retail":"50","levels":{"Дилер":"90","New\n":"1"}"#)],
            vec![r"price levels that appear for the first time: Дилер, New\u{a}"],
        ),
        (
            "a section that takes its products along",
            vec![hidden],
            vec!["active products that lost their last public section (1): A"],
        ),
        ("a product that leaves", vec![moved], vec!["active products that lost their last public section (1): B"]),
        ("a deletion is meant", vec![r#"{"type":"deleted","stockNumber":"B"}"#.to_owned()], vec![]),
    ] {
        let store = base_store();
        let trial = store.import_with(60, &lines, |options| options.dry_run = true).unwrap();
        assert_eq!(trial.warnings.texts, warnings, "{title}");
        assert_eq!(store.import(60, &lines).unwrap().warnings.texts, warnings, "{title}");
    }
}

#[test]
fn only_the_first_examples_are_named() {
    let store = base_store();
    let offers = |price: &str| -> Vec<String> {
        // The content of every second one changes, too.
        let title = |at: i64| if at % 2 == 0 { "M" } else { price };
        let more = |at| format!(r#""seo":{{"title":"{}","html":""}},"offer":{{"retail":{price}}}"#, title(at));
        (0..1_203).map(|at| product(&format!("M{at:04}"), 1_000 + at, "[2]", &more(at))).collect()
    };
    for (price, warnings) in [
        ("10", vec![]),
        ("15", vec![]),
        (
            "2",
            vec![
                "products with a price that changed by \
        more than half (1203): M0000 (Розн: 15 to 2), M0001 (Розн: 15 to 2), M0002 (Розн: 15 to 2), M0003 (Розн: 15 to 2), \
        M0004 (Розн: 15 to 2) and 1198 more",
            ],
        ),
    ] {
        let report = store.import(60, &offers(price)).unwrap();
        assert_eq!(report.warnings.texts, warnings);
    }
}

#[test]
fn a_first_import_for_a_host_that_no_section_has_needs_a_confirmation() {
    let lines = base();
    let store = TestStore::default();
    for dry_run in [true, false] {
        let error = store.import_for("shop.exmaple", 0, &lines, |options| options.dry_run = dry_run).unwrap_err();
        assert!(matches!(error, ImportError::NoSectionOnHost { .. }));
        assert!(!error.is_rejection());
        assert_eq!(
            error.to_string(),
            "no section has the storefront host shop.exmaple: the sections' hosts are shop.example (3); if that is meant, \
             say so with --allow-empty"
        );
    }
    // Records without sections do not say whose they are.
    assert!(store.import_for("shop.exmaple", 0, &lines[..3], |options| options.dry_run = true).unwrap().changed);
    let report = store.import_for("shop.exmaple", 0, &lines, |options| options.allow_empty = true).unwrap();
    let warning = "no section is public on shop.exmaple: the sections' hosts are shop.example (3)";
    assert_eq!((report.changed, &*report.warnings.texts), (true, &[warning.to_owned()][..]));
    assert_eq!(report.public_after, PublicCounts::default());
    // A later import is not refused: the store has its host.
    store.import_for("shop.exmaple", 1, &lines, |_| {}).unwrap();
}

#[test]
fn a_run_that_changes_something_is_recorded_and_no_other_one() {
    let store = base_store();
    let before = public(&store.content());
    let lines = [product("D", 94, "[3]", "")];
    let import = |seconds, dry_run| {
        let lines = [&*lines[0]];
        store.import_with(seconds, &lines, |options| {
            options.origin.by = "ann";
            options.mode = ImportMode::Delta;
            options.dry_run = dry_run;
        })
    };
    import(59, true).unwrap();
    let report = import(60, false).unwrap();
    assert!(!import(61, false).unwrap().changed);
    store.import(62, &["{}"]).unwrap_err();
    let recorded = store.recorded();
    let revisions: Vec<i64> = recorded.iter().map(|import| import.revision.0).collect();
    assert_eq!(revisions, [2, 1]);
    let (import, summary) = (&recorded[0], &recorded[0].summary);
    assert_eq!((import.at, import.duration_microseconds()), (moment(60), 0));
    assert_eq!((summary.kind, &*summary.by, &*summary.files), (ImportKind::Delta, "ann", &["input".into()][..]));
    assert_eq!((summary.sections, summary.products, summary.events), (report.sections, report.products, report.events));
    assert_eq!((summary.public_before, summary.public_after), (before, public(&store.content())));
}

#[test]
fn a_dry_run_shows_products_before_and_after() {
    let store = base_store();
    let renamed = product("A", 91, "[2]", r#""vendor":{"id":"v","name":" Acme "}"#).replace("\"P\"", "\"Better\"");
    let lines = [
        &*renamed,
        &product("D", 94, "[3]", r#""offer":{"retail":"5","levels":{"Новый":"4.5"}}"#),
        &offer("C", r#""retail":"7","levels":{"Опт":"0"}"#),
        r#"{"type":"deleted","stockNumber":"B"}"#,
    ];
    let report = store.import_with(60, &lines, |options| options.dry_run = true).unwrap();
    let preview = report.preview.unwrap();
    assert_eq!(preview.new_price_levels, ["Новый"]);
    let sample = |number: &str| preview.samples.iter().find(|sample| sample.stock_number == number).unwrap();
    let (a, b, c, d) = (sample("A"), sample("B"), sample("C"), sample("D"));
    let before = a.before.as_ref().unwrap();
    assert_eq!((&*before.name, before.vendor.as_deref(), before.retail.as_deref()), ("P", None, Some("100")));
    assert_eq!((&*a.after.name, a.after.vendor.as_deref()), ("Better", Some("Acme")));
    assert_eq!((a.after.retail.as_deref(), &*a.after.levels[0].price), (Some("100"), "90"), "no offer: it stays");
    assert_eq!((b.before.as_ref().unwrap().is_active, b.after.is_active), (true, false));
    assert_eq!((c.before.as_ref().unwrap().retail.as_deref(), c.after.retail.as_deref()), (None, Some("7")));
    assert_eq!((&d.before, &*d.after.levels[0].level), (&None, "Новый"));
    assert_eq!(store.import(60, &lines).unwrap().preview, None, "only a dry run has one");
}

#[test]
fn a_dry_run_shows_twenty_products_at_even_distances_and_as_many_prices() {
    let store = base_store();
    let products = |price: u32| -> Vec<String> {
        (0..200)
            .map(|at| product(&format!("M{at:03}"), 1_000 + at, "[2]", &format!(r#""offer":{{"retail":"{price}"}}"#)))
            .collect()
    };
    store.import(1, &products(10)).unwrap();
    let preview = store.import_with(2, &products(30), |options| options.dry_run = true).unwrap().preview.unwrap();
    assert_eq!((preview.price_changes.count, preview.price_changes.items.len()), (200, 20));
    let first = &preview.price_changes.items[0];
    assert_eq!([&*first.stock_number, &first.level, &first.before, &first.after], ["M000", "Розн", "10", "30"]);
    let numbers: Vec<&str> = preview.samples.iter().map(|sample| &*sample.stock_number).collect();
    assert_eq!((numbers.len(), &numbers[..3]), (20, &["M000", "M010", "M020"][..]));
}
