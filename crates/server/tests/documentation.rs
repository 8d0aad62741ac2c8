//! What the documentation names must exist: tests, files, crates.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// Every Rust source below `folder`, concatenated.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text.push_str(&sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
    text
}

/// What stands between backticks.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_test_that_guards_an_invariant_exists() {
    let architecture = read("docs/architecture.md");
    let invariants = architecture.split("## What always holds").nth(1).unwrap().split("\n## ").next().unwrap();
    let sources = sources(&root().join("crates"));
    let rows = invariants.lines().filter(|line| line.starts_with("| ")).skip(1);
    let named: Vec<&str> = rows.flat_map(|row| code_spans(row.rsplit("| ").next().unwrap())).collect();
    assert!(named.len() > 20, "the table was not found: {named:?}");
    let missing: Vec<_> = named.into_iter().filter(|name| !sources.contains(&format!("fn {name}("))).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn every_crate_has_its_row_in_the_map() {
    let architecture = read("docs/architecture.md");
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(architecture.contains(&format!("\n| `{name}` | ")), "{name} has no row");
    }
}

#[test]
fn every_row_of_the_benchmark_is_explained() {
    let performance = read("docs/performance.md");
    let targets = read("crates/server/benches/http/targets.rs");
    let names = targets.split("fn name(self)").nth(1).unwrap().split("\n    }\n").next().unwrap();
    let names: Vec<&str> = names.split('"').skip(1).step_by(2).collect();
    assert!(names.len() > 10, "the names were not found: {names:?}");
    let unexplained: Vec<_> = names.into_iter().filter(|name| !performance.contains(&format!("`{name}`"))).collect();
    assert_eq!(unexplained, Vec::<&str>::new());
}

#[test]
fn every_link_leads_to_a_file() {
    let decisions = fs::read_dir(root().join("docs/decisions")).unwrap();
    let decisions = decisions.map(|entry| format!("docs/decisions/{}", entry.unwrap().file_name().to_str().unwrap()));
    for page in ["README.md".to_owned(), "docs/architecture.md".to_owned()].into_iter().chain(decisions) {
        let text = read(&page);
        let targets = text.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap());
        for target in targets.filter(|target| !target.is_empty() && !target.contains("://")) {
            let file = root().join(&page).parent().unwrap().join(target);
            assert!(file.exists(), "{page} links to {target}");
        }
    }
}
