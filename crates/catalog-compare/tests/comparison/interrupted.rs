//! Runs that are stopped, killed, or continued by another command.

use crate::catalogs::{generated, usual, usual_without};
use crate::comparison::{Comparison, StopAfter};
use crate::site::{Site, USERS};
use catalog_compare::CompareError;
use serde_json::json;
use std::os::unix::fs::PermissionsExt;

/// Two systems with differences of several kinds.
fn systems() -> (Site, Site) {
    let (old, new) = (Site::of(usual_without(40, &[90_020])), Site::of(usual(40)));
    old.change(|target, reply| {
        if target == "/api/v1/get/item/90005" {
            reply.body["data"]["price"]["value"] = json!("77");
            reply.body["data"]["name"] = json!("Another");
        }
    });
    (old, new)
}

/// Stops `comparison` after each number of parts, and continues it.
fn assert_continues(new: impl Fn() -> Comparison, sites: [&Site; 2], moments: &[u64]) {
    let whole = new().report();
    assert!(!whole.lines.is_empty());
    for parts in moments {
        let mut comparison = new();
        let journal = comparison.path("journal");
        comparison.options.resume = Some(journal.clone());
        let stopped = comparison.run(&StopAfter::parts(*parts));
        assert!(matches!(stopped, Err(CompareError::Stopped) | Ok(_)), "{stopped:?}");
        // As if it had been killed within a line.
        let length = std::fs::metadata(&journal).unwrap().len();
        let file = std::fs::OpenOptions::new().write(true).open(&journal).unwrap();
        file.set_len(length - length.min(7)).unwrap();
        assert_eq!(comparison.report().files, whole.files, "after {parts} parts");
        let requested =
            || sites.map(|site| site.targets().iter().filter(|target| target.contains("documentation")).count());
        let before = requested();
        assert_eq!(comparison.report().files, whole.files, "once more");
        assert_eq!(requested(), before, "a finished run requests no product again");
        assert_eq!(std::fs::metadata(&journal).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_run_that_is_interrupted_at_any_moment_ends_with_the_report_of_one_that_was_not() {
    let (old, new) = systems();
    let moments = [0, 5, 15, 20, 60, 150, 200, 300, 400];
    assert_continues(|| Comparison::between(&old, &new), [&old, &new], &moments);
    let odd = Site::of(generated(1));
    assert_continues(|| Comparison::of_interfaces(&odd, USERS[0]), [&odd, &odd], &[0, 3, 7, 12]);
}

#[test]
fn a_journal_of_other_arguments_is_refused_before_anything_is_requested() {
    let (old, new) = systems();
    let mut comparison = Comparison::between(&old, &new);
    comparison.options.resume = Some(comparison.path("journal"));
    comparison.report();
    let before = old.targets().len();
    comparison.options.sample = 3;
    let error = comparison.error();
    assert!(error.is_bad_input() && error.to_string().contains("other arguments"), "{error}");
    assert_eq!(old.targets().len(), before);
}

#[test]
fn rules_allow_what_they_name_and_a_report_is_its_owners_only() {
    let (old, new) = systems();
    let mut comparison = Comparison::between(&old, &new);
    let rules = comparison.path("rules.toml");
    let conditions = [
        "kind = 'extra'",
        "path = '*ame*'",
        "path = '*ount*'",
        "route = '/api/v1/get/item/:id'\npath = 'price.value'",
        "path = 'message'",
    ];
    let rules_text = conditions
        .iter()
        .enumerate()
        .map(|(number, condition)| format!("[[rule]]\nname = 'rule {number}'\nreason = 'agreed'\n{condition}\n\n"));
    std::fs::write(&rules, rules_text.collect::<String>()).unwrap();
    comparison.options.allow = Some(rules);
    let report = comparison.report();
    assert_eq!(report.counting(), Vec::<[&str; 3]>::new());
    assert!(report.outcome.is_equal() && report.outcome.allowed > 5, "{:?}", report.outcome);
    assert!(report.files[2].contains("agreed"));
    for name in ["differences.ndjson", "summary.json", "index.html", "missing-products.csv"] {
        let mode = std::fs::metadata(comparison.options.report.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_system_that_refuses_the_login_or_has_no_such_section_is_named() {
    let (old, new) = systems();
    let mut comparison = Comparison::between(&old, &new);
    comparison.options.sections = vec![4711];
    let error = comparison.error();
    assert!(error.is_bad_input() && error.to_string().contains("4711"), "{error}");
    comparison.options.new.password = "wrong".into();
    let error = comparison.error();
    assert!(error.to_string().starts_with("the new system: the login is refused with 401"), "{error}");
}
