//! Runs that are stopped, killed, or continued by another command.

use crate::comparison::{Comparison, StopAfter};
use crate::model::Model;
use crate::stand_in::{Reply, StandIn};
use catalog_compare::CompareError;
use serde_json::json;
use std::os::unix::fs::PermissionsExt;

fn old() -> StandIn {
    let mut model = Model::new(40);
    model.products.remove(20);
    model.products[3].name = "Another".into();
    let change = |target: &str, _: u64, reply: &mut Reply| {
        if target == "/api/v1/get/item/90005" {
            reply.body["data"]["price"]["value"] = json!("77");
        }
    };
    StandIn::changed(model, Box::new(change))
}

#[test]
fn a_run_that_is_interrupted_at_any_moment_ends_with_the_report_of_one_that_was_not() {
    let (old, new) = (old(), StandIn::of(Model::new(40)));
    let whole = Comparison::between(&old.url, &new.url).report();
    assert!(!whole.outcome.is_equal());
    for parts in [0, 5, 15, 20, 60, 150, 200, 300, 400] {
        let mut comparison = Comparison::between(&old.url, &new.url);
        let journal = comparison.path("journal");
        comparison.options.resume = Some(journal.clone());
        let stopped = comparison.run(&StopAfter::parts(parts));
        assert!(matches!(stopped, Err(CompareError::Stopped) | Ok(_)), "{stopped:?}");
        // As if it had been killed within a line.
        let length = std::fs::metadata(&journal).unwrap().len();
        let file = std::fs::OpenOptions::new().write(true).open(&journal).unwrap();
        file.set_len(length - length.min(7)).unwrap();
        assert_eq!(comparison.report().files, whole.files, "after {parts} parts");
        let before = old.targets().len();
        assert_eq!(comparison.report().files, whole.files, "once more");
        let repeated = old.targets().len() - before;
        assert_eq!(repeated, 0, "a finished run requests nothing");
        assert_eq!(std::fs::metadata(&journal).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_journal_of_other_arguments_is_refused_before_anything_is_requested() {
    let (old, new) = (old(), StandIn::of(Model::new(40)));
    let mut comparison = Comparison::between(&old.url, &new.url);
    comparison.options.resume = Some(comparison.path("journal"));
    comparison.report();
    let before = old.targets().len();
    comparison.options.sample = 3;
    let error = comparison.run(&StopAfter::parts(u64::MAX)).unwrap_err();
    assert!(error.is_bad_input() && error.to_string().contains("other arguments"), "{error}");
    assert_eq!(old.targets().len(), before);
}

#[test]
fn rules_allow_what_they_name_and_a_report_is_its_owners_only() {
    let (old, new) = (old(), StandIn::of(Model::new(40)));
    let mut comparison = Comparison::between(&old.url, &new.url);
    let rules = comparison.path("rules.toml");
    let rule = |name: &str, condition: &str| format!("[[rule]]\nname = '{name}'\nreason = 'agreed'\n{condition}\n\n");
    let all = [rule("gone", "kind = 'extra'"), rule("renamed", "path = '*ame*'"), rule("counts", "path = '*ount*'")];
    let more =
        [rule("price", "route = '/api/v1/get/item/:id'\npath = 'price.value'"), rule("message", "path = 'message'")];
    std::fs::write(&rules, all.concat() + &more.concat()).unwrap();
    comparison.options.allow = Some(rules);
    let report = comparison.report();
    assert_eq!(report.counting(), []);
    assert!(report.outcome.is_equal() && report.outcome.allowed > 5, "{:?}", report.outcome);
    assert!(report.files[2].contains("agreed"));
    for name in ["differences.ndjson", "summary.json", "index.html", "missing-products.csv"] {
        let mode = std::fs::metadata(comparison.options.report.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_system_that_refuses_the_login_or_has_no_such_section_is_named() {
    let (old, new) = (old(), StandIn::of(Model::new(4)));
    let mut comparison = Comparison::between(&old.url, &new.url);
    comparison.options.sections = vec![4711];
    let error = comparison.run(&StopAfter::parts(u64::MAX)).unwrap_err();
    assert!(error.is_bad_input() && error.to_string().contains("4711"), "{error}");
    comparison.options.new.password = "wrong".into();
    let error = comparison.run(&StopAfter::parts(u64::MAX)).unwrap_err();
    assert!(error.to_string().starts_with("the new system: the login is refused with 401"), "{error}");
}
