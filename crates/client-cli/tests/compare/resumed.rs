//! Runs that are stopped and continued, and rules that allow differences.

use crate::catalog::{usual, usual_without};
use crate::comparison::Comparison;
use crate::site::Site;
use catalog_compare::CompareError;
use std::os::unix::fs::PermissionsExt;

/// Two systems with differences of several kinds.
fn systems() -> (Site, Site) {
    let (old, new) = (Site::of(usual_without(40, &[90_020])), Site::of(usual(40)));
    old.change(|target, reply| {
        if target == "/api/v1/get/item/90005" {
            reply.body["data"]["price"]["value"] = "77".into();
            reply.body["data"]["name"] = "Another".into();
        }
    });
    (old, new)
}

#[test]
fn a_run_that_is_stopped_at_any_moment_ends_with_the_report_of_one_that_was_not_and_reads_no_file_twice() {
    let (old, new) = systems();
    let whole = Comparison::between(&old, &new).report();
    assert!(!whole.lines.is_empty());
    for parts in [0, 5, 20, 30, 60, 150, 300] {
        let mut comparison = Comparison::between(&old, &new);
        let stopped = comparison.run(parts);
        assert!(matches!(stopped, Err(CompareError::Stopped) | Ok(_)), "{stopped:?}");
        comparison.options.resume = true;
        assert_eq!(comparison.report().files, whole.files, "after {parts} parts");
        let requested =
            || [&old, &new].map(|site| site.targets().iter().filter(|target| target.contains("from")).count());
        let before = requested();
        assert_eq!(comparison.report().files, whole.files, "once more");
        let again = requested().iter().zip(before).map(|(now, before)| now - before).max();
        assert!(again < Some(before[0] / 2), "only what differs is read again: {again:?} of {before:?}");
    }
}

#[test]
fn what_was_read_with_other_arguments_is_refused_before_anything_is_requested() {
    let (old, new) = systems();
    let mut comparison = Comparison::between(&old, &new);
    comparison.report();
    let before = old.targets().len();
    (comparison.options.sample, comparison.options.resume) = (3, true);
    let error = comparison.run(u64::MAX).unwrap_err();
    assert!(error.is_bad_input() && error.to_string().contains("other arguments"), "{error}");
    assert_eq!(old.targets().len(), before);
}

#[test]
fn rules_allow_what_they_name_and_a_report_is_its_owners_only() {
    let (old, new) = systems();
    let mut comparison = Comparison::between(&old, &new);
    let rules = comparison.folder.path().join("rules.toml");
    let conditions = [
        "kind = 'extra'",
        "path = '*ame*'",
        "path = '*ount*'",
        "route = '/api/v1/get/item/:id'\npath = 'price*'",
        "path = 'message'",
    ];
    let rule = |(number, condition)| format!("[[rule]]\nname = 'rule {number}'\nreason = 'agreed'\n{condition}\n\n");
    std::fs::write(&rules, conditions.iter().enumerate().map(rule).collect::<String>()).unwrap();
    comparison.options.allow = Some(rules);
    let report = comparison.report();
    assert_eq!(report.counting(), Vec::<[&str; 3]>::new());
    assert!(report.outcome.is_equal && report.outcome.summary["allowed"].as_u64() > Some(5), "{:?}", report.outcome);
    assert!(report.files[2].contains("agreed"));
    for file in std::fs::read_dir(&comparison.options.report).unwrap() {
        let file = file.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
    }
}

#[test]
fn a_wrong_password_is_one_refused_login_whatever_the_concurrency() {
    let (old, new) = systems();
    let mut comparison = Comparison::between(&old, &new);
    comparison.options.old.password = "not the password".into();
    let error = comparison.run(u64::MAX).unwrap_err();
    assert!(error.to_string().starts_with("the old system: the login is refused with 401"), "{error}");
    assert_eq!(old.targets().len(), 1, "{:?}", old.targets());
}
