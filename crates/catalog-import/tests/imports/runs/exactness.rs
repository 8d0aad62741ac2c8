//! An event exists exactly where clients can see a difference, and repeated records have no effect.

use crate::support::{TestStore, base, import_links, product, section};
use catalog_import::ImportMode;

const STATED: &str = r#""contentUpdatedAt":"2026-01-01T00:00:05Z""#;
const LATER: &str = r#""contentUpdatedAt":"2026-01-01T00:05:00Z""#;

fn import(store: &TestStore, seconds: i64, mode: ImportMode, lines: &[impl AsRef<str>]) -> Vec<String> {
    let report = store.import_with(seconds, lines, |options| options.mode = mode).unwrap();
    if report.changed { store.last_events() } else { vec!["unchanged".into()] }
}

fn delta(store: &TestStore, seconds: i64, lines: &[&str]) -> Vec<String> {
    import(store, seconds, ImportMode::Delta, lines)
}

fn link(store: &TestStore, seconds: i64, stock_number: &str) {
    let line = format!(
        r#"{{"stockNumber":"{stock_number}","documentationHtml":"<a href='/{seconds}.pdf'>M</a>","softwareHtml":null}}"#
    );
    import_links(store, seconds, false, &line).unwrap();
}

/// The base, and products whose filter values name sections that they are not linked to.
fn store() -> (TestStore, Vec<String>) {
    let filter_values = |sections: &str| {
        format!(r#""filterValues":[{{"fieldId":17,"uid":"u","value":"v","key":"k","sections":{sections}}}]"#)
    };
    let mut lines = base();
    lines.push(product("D", 94, "[2]", &format!(r#"{},{STATED}"#, filter_values("[2,3]"))));
    lines.push(product("E", 95, "[2]", &filter_values("[3]")));
    lines.push(product("F", 96, "[2]", &filter_values("[2]")));
    lines.push(product("G", 97, "[2]", &filter_values("[3]")).replace(r#""isActive":true"#, r#""isActive":false"#));
    let store = TestStore::default();
    import(&store, 0, ImportMode::Delta, &lines);
    (store, lines)
}

#[test]
fn the_same_full_import_changes_nothing_whatever_happened_around_its_records() {
    let (store, lines) = store();
    link(&store, 60, "D");
    link(&store, 61, "A");
    assert_eq!((store.times("D"), store.times("A")), ((60, 0), (61, 0)));
    assert_eq!(import(&store, 120, ImportMode::Full, &lines), ["unchanged"]);
    assert_eq!(store.times("D").0, 60);
    // A vendor's name that another product determines, prices from an offer.
    delta(&store, 180, &[r#"{"type":"offer","stockNumber":"E","retail":5}"#]);
    assert_eq!(
        import(&store, 240, ImportMode::Full, &lines),
        ["unchanged"],
        "a record without an offer leaves it alone"
    );
    // The later of both times counts, whichever comes first.
    let restated = lines.iter().find(|line| line.contains(r#""stockNumber":"D""#)).unwrap().replace(STATED, LATER);
    assert_eq!(delta(&store, 250, &[&restated]), ["D content 2 [+1 +2]"]);
    assert_eq!(store.times("D").0, 300);
    link(&store, 260, "D");
    assert_eq!(store.times("D").0, 300, "a stated time that is yet to come stays");
    assert_eq!(import(&store, 270, ImportMode::Delta, &lines), ["D content 2 [+1 +2]"]);
    assert_eq!(store.times("D").0, 260);
}

#[test]
fn a_time_that_a_record_states_for_its_prices_counts_once() {
    let (store, _) = store();
    let record = product("H", 98, "[2]", r#""commercialUpdatedAt":"2026-01-01T00:00:05Z""#);
    assert_eq!(delta(&store, 10, &[&record]), ["H content 2 [+1 +2]"]);
    assert_eq!(store.times("H"), (10, 5));
    delta(&store, 20, &[r#"{"type":"offer","stockNumber":"H","retail":5}"#]);
    assert_eq!(store.times("H"), (10, 20));
    assert_eq!(delta(&store, 30, &[&record]), ["unchanged"]);
    let priced = record.replace("\"sections\"", r#""offer":{"retail":6},"sections""#);
    assert_eq!(delta(&store, 40, &[&priced]), ["H commercial 2 [+1 +2]"]);
    assert_eq!(store.times("H"), (10, 5), "with new prices it counts again");
    assert_eq!(delta(&store, 50, &[&priced.replace("00:00:05", "00:00:06")]), ["H commercial 2 [+1 +2]"]);
    assert_eq!(store.times("H"), (10, 6));
}

#[test]
fn a_level_without_a_price_is_an_event_only_where_it_moves_another_level() {
    let (store, _) = store();
    let offer = |levels: &str| format!(r#"{{"type":"offer","stockNumber":"E","levels":{levels}}}"#);
    delta(&store, 10, &[&offer(r#"{"Опт":1,"Я":2}"#)]);
    let (none, commercial) = (Vec::<&str>::new(), vec!["E commercial 2 [+1 +2]"]);
    for (seconds, levels, expected) in [
        (20, r#"{"Опт":1,"Я":2,"Новый":0}"#, none.clone()),
        (30, r#"{"Опт":1,"Я":2}"#, vec!["unchanged"]),
        (40, r#"{"Опт":1}"#, commercial.clone()),
        (50, r#"{"Опт":1,"Я":"","Новый":null}"#, vec!["unchanged"]),
        (60, r#"{"Опт":1,"Новый":0}"#, commercial.clone()),
        (70, r#"{"Опт":1,"Новый":0,"Я":0}"#, vec!["unchanged"]),
    ] {
        assert_eq!(delta(&store, seconds, &[&offer(levels)]), expected, "{levels}");
    }
    let option = |levels: &str| {
        let groups = format!(
            r#"{{"groups":[{{"uid":"g","name":"G","options":[{{"uid":"o","name":"O","levels":{levels}}}]}}]}}"#
        );
        product("H", 98, "[2]", &format!(r#""configurator":{groups}"#))
    };
    delta(&store, 80, &[&option("{}")]);
    assert_eq!(delta(&store, 90, &[&option(r#"{"Опт":0}"#)]), none);
    assert_eq!(delta(&store, 100, &[&option(r#"{"Новый":0,"Опт":0}"#)]), ["H commercial 2 [+1 +2]"]);
}

#[test]
fn a_section_that_becomes_public_or_stops_being_so_changes_the_products_whose_filter_values_name_it() {
    let third = section(3, None);
    let off = [
        third.replace(r#""isActive":true"#, r#""isActive":false"#),
        third.replace("shop.example", "other.example"),
        third.replace(r#""isActive":true"#, r#""isActive":true,"isService":true"#),
        r#"{"type":"deleted","hierarchyId":3}"#.to_owned(),
    ];
    for off in off {
        let (store, _) = store();
        let changed = ["B removed 3 [-3]", "C content 2 [+1 +2 -3]", "D content 2 [+1 +2]", "E content 2 [+1 +2]"];
        assert_eq!(delta(&store, 60, &[&off]), changed, "{off}");
        assert_eq!((store.times("D").0, store.times("E").0), (60, 60), "{off}");
        assert_eq!((store.times("F").0, store.times("G").0), (0, 0), "{off}: not named, and not public");
        assert_eq!(delta(&store, 90, &[&off]), ["unchanged"], "{off}");
        let back = ["B content 3 [+3]", "C content 2,3 [+1 +2 +3]", "D content 2 [+1 +2]", "E content 2 [+1 +2]"];
        assert_eq!(delta(&store, 120, &[&third]), back, "{off}");
        assert_eq!((store.times("D").0, store.times("E").0), (120, 120), "{off}");
    }
}

#[test]
fn what_nobody_can_see_of_a_record_is_no_event() {
    let (store, lines) = store();
    let find = |stock_number: &str| {
        lines.iter().find(|line| line.contains(&format!(r#""stockNumber":"{stock_number}""#))).unwrap()
    };
    let of_nobody = r#"{"fieldId":17,"uid":"u","value":"w","key":"l","sections":[99]}"#;
    delta(&store, 1, &[&section(99, None).replace("shop.example", "other.example")]);
    for (title, record) in [
        ("a section that is not public", find("F").replace(r#""sections":[2]}]"#, r#""sections":[2,99]}]"#)),
        (
            "a value in such a section",
            find("F").replace(r#""filterValues":["#, &format!(r#""filterValues":[{of_nobody},"#)),
        ),
        (
            "the only section as the primary one",
            find("F").replace(r#""sections":[2],"#, r#""sections":[2],"primarySection":2,"#),
        ),
        ("a service field", find("A").replace(r#""value":"x""#, r#""value":"y""#)),
    ] {
        assert_eq!(delta(&store, 60, &[&record]), Vec::<String>::new(), "{title}");
    }
    assert_eq!((store.times("F"), store.times("A")), ((0, 0), (0, 0)));
}

#[test]
fn a_product_that_a_run_deactivated_is_not_changed_by_a_record_that_repeats_it() {
    let (store, lines) = store();
    let record = lines.iter().find(|line| line.contains(r#""stockNumber":"F""#)).unwrap();
    let off = record.replace(r#""isActive":true"#, r#""isActive":false"#);
    assert_eq!(delta(&store, 60, &[r#"{"type":"deleted","stockNumber":"F"}"#]), ["F removed 2 [-1 -2]"]);
    assert_eq!(delta(&store, 61, &[&off]), ["unchanged"]);
    assert_eq!(delta(&store, 62, &[&off.replace(r#""name":"P""#, r#""name":"Q""#)]), Vec::<String>::new());
    assert_eq!(delta(&store, 63, &[record]), ["F content 2 [+1 +2]"]);
    let without: Vec<String> = lines.iter().filter(|line| *line != record).cloned().collect();
    assert_eq!(import(&store, 64, ImportMode::Full, &without), ["F removed 2 [-1 -2]"]);
    assert_eq!(delta(&store, 65, &[&off]), ["unchanged"]);
}
