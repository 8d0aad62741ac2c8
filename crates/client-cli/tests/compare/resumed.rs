//! Runs that are killed and continued, and rules that allow differences.

use crate::comparison::Comparison;
use crate::site::{Site, edits, without};
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

const EDITS: &str = "ITEM/174 ./price/value '77'; ITEM/174 ./name 'Another'";

/// An old system without a product, and with another price and name in one response.
fn old_system() -> Site {
    let old = Site::of(without(&["P-4"]));
    old.change(edits(EDITS));
    old
}

#[test]
fn a_run_that_is_killed_at_any_request_ends_with_the_report_of_one_that_was_not_and_reads_no_file_twice() {
    let (old, new) = (old_system(), Site::usual());
    let whole = Comparison::between(&old, &new, "").report(&[]);
    assert!(!whole.lines.is_empty());
    for number in [0, 5, 20, 40, 80] {
        let comparison = Comparison::between(&old, &new, "");
        let (requests, (reached, reaching), edit) = (AtomicUsize::new(0), channel(), edits(EDITS));
        old.change(move |target, reply| {
            if requests.fetch_add(1, Ordering::Relaxed) == number {
                reached.send(()).unwrap();
            }
            edit(target, reply);
        });
        let mut child = comparison.command(&[]).spawn().unwrap();
        reaching.recv().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(comparison.report(&["--resume"]).files, whole.files, "after {number} requests");
        let requested =
            || [&old, &new].map(|site| site.targets().iter().filter(|target| target.contains("from")).count());
        let before = requested();
        assert_eq!(comparison.report(&["--resume"]).files, whole.files, "once more");
        let again = requested().iter().zip(before).map(|(now, before)| now - before).max();
        assert!(again < Some(before[0] / 2), "only what differs is read again: {again:?} of {before:?}");
    }
}

#[test]
fn what_was_read_with_other_arguments_is_refused_before_anything_is_requested() {
    let (old, new) = (old_system(), Site::usual());
    let comparison = Comparison::between(&old, &new, "");
    comparison.report(&[]);
    let before = old.targets().len();
    let (status, said) = comparison.failure(&["--sample", "3", "--resume"]);
    assert!(status == 2 && said.contains("other arguments"), "{said}");
    assert_eq!(old.targets().len(), before);
}

#[test]
fn rules_allow_what_they_name_and_a_report_is_its_owners_only() {
    let (old, new) = (old_system(), Site::usual());
    let comparison = Comparison::between(&old, &new, "--allow rules.toml");
    let conditions = [
        "kind = 'extra'",
        "path = '*ame*'",
        "path = '*ount*'",
        "route = '/api/v1/get/item/:id'\npath = 'price*'\nkind = 'price'",
        "path = 'message'",
    ];
    let write = |conditions: &[&str]| {
        let rule =
            |(number, condition)| format!("[[rule]]\nname = 'rule {number}'\nreason = 'agreed'\n{condition}\n\n");
        let rules: String = conditions.iter().enumerate().map(rule).collect();
        std::fs::write(comparison.folder.path().join("rules.toml"), rules).unwrap();
    };
    write(&conditions);
    let report = comparison.report(&[]);
    assert_eq!(report.counting(), Vec::<[&str; 3]>::new());
    assert!(report.is_equal && report.summary["allowed"].as_u64() > Some(5), "{}", report.summary);
    assert!(report.files[2].contains("agreed"));
    for folder in ["", "read", "read/trees"] {
        for file in std::fs::read_dir(comparison.path(folder)).unwrap().map(Result::unwrap) {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o077, 0, "{file:?}");
            let text = std::fs::read_to_string(file.path()).unwrap_or_default();
            assert!(!text.contains("eyJ"), "a token: {file:?}");
        }
    }
    // A rule needs all of its conditions.
    for other in ["route = '/api/v1/get/items*'\npath = 'price*'", "path = 'price*'\nkind = 'stock'"] {
        let mut conditions = conditions;
        conditions[3] = other;
        write(&conditions);
        assert_eq!(comparison.report(&["--resume"]).counting(), [["item 174", "price.value", "price"]], "{other}");
    }
}

#[test]
fn a_wrong_password_is_one_refused_login_whatever_the_concurrency() {
    let (old, new) = (old_system(), Site::usual());
    let output =
        Comparison::between(&old, &new, "").command(&[]).env("CATALOG_OLD_PASSWORD", "wrong").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("catalog-client: the old system: the login is refused with 401"), "{said}");
    assert_eq!((output.status.code(), old.targets().len()), (Some(1), 1), "{:?}", old.targets());
}
