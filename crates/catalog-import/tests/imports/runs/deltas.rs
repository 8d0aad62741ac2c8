//! Deltas: named items change, everything else stays.

use super::{A_FACTS, Case, a, check};
use crate::support::{self, base, base_store, product};
use catalog_import::ImportMode;

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
                events: vec!["A commercial 2 [+1 +2]"],
                times: vec![("A", 0, 0)],
            },
        ],
    );
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
