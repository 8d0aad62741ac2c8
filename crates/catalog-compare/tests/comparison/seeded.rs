//! Each seeded difference is found and named, alone and among all others, and nothing else is.

use crate::comparison::{Comparison, Report};
use crate::differences::{SEEDED, Seeded};
use crate::model::Model;
use crate::service::Service;
use crate::stand_in::StandIn;

/// How many products: enough for every difference.
const PRODUCTS: i64 = 70;

fn fits(pattern: &str, path: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == path, |start| path.starts_with(start))
}

fn explains(seeded: &Seeded, (identity, path, kind): (&str, &str, &str)) -> bool {
    let is_expected = seeded.expected.iter().any(|(pattern, expected)| fits(pattern, path) && *expected == kind);
    // A list of sections is about each of them.
    let is_about = seeded.about.iter().any(|about| identity.starts_with(about));
    is_about && is_expected
}

fn assert_found(report: &Report, seeded: &[&Seeded]) {
    let found = report.counting();
    for seeded in seeded {
        for (pattern, kind) in seeded.expected {
            let is_found = found.iter().any(|(identity, path, found)| {
                fits(pattern, path) && found == kind && seeded.about.iter().any(|about| identity.starts_with(about))
            });
            assert!(is_found, "{}: nothing at {pattern:?} of kind {kind} in {found:#?}", seeded.name);
        }
    }
    let names: Vec<&str> = seeded.iter().map(|seeded| seeded.name).collect();
    for difference in found {
        assert!(seeded.iter().any(|seeded| explains(seeded, difference)), "{names:?} is no reason for {difference:?}");
    }
}

fn old_with(seeded: &'static [Seeded]) -> StandIn {
    let mut model = Model::new(PRODUCTS);
    seeded.iter().for_each(|seeded| (seeded.seed)(&mut model));
    let change = move |target: &str, _: u64, reply: &mut crate::stand_in::Reply| {
        seeded.iter().for_each(|seeded| (seeded.change)(target, reply));
    };
    StandIn::changed(model, Box::new(change))
}

#[test]
fn each_seeded_difference_is_found_and_named_and_nothing_else_is() {
    assert!(SEEDED.len() >= 40);
    let new = StandIn::of(Model::new(PRODUCTS));
    for seeded in SEEDED {
        let old = old_with(std::slice::from_ref(seeded));
        let report = Comparison::between(&old.url, &new.url).report();
        assert!(!report.outcome.is_equal(), "{} is not found", seeded.name);
        assert_found(&report, &[seeded]);
    }
}

#[test]
fn all_seeded_differences_together_are_found_in_a_comparison_with_the_service() {
    let service = Service::start(&Model::new(PRODUCTS));
    let old = old_with(SEEDED);
    let report = Comparison::between(&old.url, &service.url).report();
    assert_found(&report, &SEEDED.iter().collect::<Vec<_>>());
    let summary = report.summary();
    let kinds: Vec<&String> = summary["kinds"].as_object().unwrap().keys().collect();
    assert_eq!(kinds, ["extra", "missing", "order", "price", "shape", "status", "stock", "value"]);
    assert!(report.files[2].contains("The systems differ."), "{}", report.files[2]);
    assert!(!report.files[2].contains("Valves <&>"), "names are escaped");
}

#[test]
fn an_old_system_with_the_same_catalog_differs_from_the_service_by_rules_of_the_contract_only() {
    let service = Service::start(&Model::new(PRODUCTS));
    let old = StandIn::of(Model::new(PRODUCTS));
    let report = Comparison::between(&old.url, &service.url).report();
    assert_eq!(report.counting(), []);
    let summary = report.summary();
    let rules: Vec<&str> =
        summary["rules"].as_array().unwrap().iter().map(|rule| rule["name"].as_str().unwrap()).collect();
    assert_eq!(rules, ["contract: account record", "contract: base field ids", "contract: field not shown"]);
    let fields = summary["onlyOneSide"].as_array().unwrap();
    assert!(fields.iter().any(|field| field["path"] == "password_hint" && field["side"] == "old"), "{summary}");
}

#[test]
fn the_service_is_equal_to_itself_and_two_reports_of_it_are_the_same() {
    let service = Service::start(&Model::new(PRODUCTS));
    let report = Comparison::between(&service.url, &service.url).report();
    assert_eq!(report.counting(), []);
    assert!(report.outcome.compared > 1_000 && report.outcome.share == "100.00 %", "{:?}", report.outcome);
    let again = Comparison::between(&service.url, &service.url).report();
    assert_eq!(report.files, again.files);
}
