//! Full imports: unnamed items are deactivated.

use super::{Case, check};
use crate::support::base;
use catalog_import::ImportMode;

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
