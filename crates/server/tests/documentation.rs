//! What the documentation names must exist: tests, crates, rows of the benchmark.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let sources = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    sources.chain(folders.iter().flat_map(|folder| source_files(folder))).collect()
}

fn all_source_files() -> Vec<PathBuf> {
    ["crates", "tools"].into_iter().flat_map(|folder| source_files(&root().join(folder))).collect()
}

fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn tests_in(sources: &str) -> BTreeSet<&str> {
    const MARKS: [&str; 3] = ["#[test", "#[tokio::test", "#[actix_web::test"];
    let mut tests = BTreeSet::new();
    let mut is_marked = false;
    for line in sources.lines().map(str::trim_start) {
        if let Some(function) = line.split("fn ").nth(1).filter(|_| is_marked && !line.starts_with("//")) {
            tests.extend(function.split(['(', '<']).next());
        }
        let is_above_function = line.starts_with("#[") || line.starts_with("//");
        is_marked = MARKS.iter().any(|mark| line.starts_with(mark)) || is_marked && is_above_function;
    }
    tests
}

/// The functions of which the contract of the stores makes tests for every store.
fn contract_cases(contract: &str) -> BTreeSet<&str> {
    contract.lines().map(|line| line.trim().trim_end_matches(',')).filter(|line| is_name(line)).collect()
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// Every page that is written by hand.
fn pages() -> Vec<String> {
    let pages_of = |folder: &str| {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")).collect::<Vec<_>>()
    };
    [".", "docs", "docs/decisions", "clients", "migrations"].into_iter().flat_map(pages_of).collect()
}

#[test]
fn every_test_that_a_page_names_is_a_test() {
    let sources: String = all_source_files().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let contract = read("crates/store-diesel/tests/store/contract.rs");
    let tests: BTreeSet<&str> = tests_in(&sources).union(&contract_cases(&contract)).copied().collect();
    assert!(tests.len() > 500, "{tests:?}");
    assert!(!tests.contains("tests_in"), "{tests:?}");

    let invariants = read("docs/invariants.md");
    let blocks = invariants.split("```text\n").skip(1).flat_map(|rest| rest.split("```").next());
    let guards: Vec<&str> = blocks.flat_map(str::lines).filter(|line| !line.starts_with("# ")).collect();
    assert!(guards.len() > 150, "the names were not found: {guards:?}");
    let missing: Vec<_> = guards.into_iter().filter(|name| !tests.contains(name)).collect();
    assert_eq!(missing, Vec::<&str>::new());

    // A name of six words or more is a sentence, and only tests are named with sentences.
    for page in pages() {
        let text = read(&page);
        let sentences = code_spans(&text).filter(|span| is_name(span) && span.matches('_').count() >= 5);
        let missing: Vec<_> = sentences.filter(|name| !tests.contains(name)).collect();
        assert_eq!(missing, Vec::<&str>::new(), "{page}");
    }
}

#[test]
fn every_source_that_a_page_names_is_there() {
    let sources = all_source_files();
    for page in pages() {
        let text = read(&page);
        // A placeholder such as `<concern>.rs` is not a name.
        let named = code_spans(&text).filter(|span| span.ends_with(".rs") && !span.contains(['<', ' ', '\n']));
        let missing: Vec<_> = named.filter(|name| !sources.iter().any(|source| source.ends_with(name))).collect();
        assert_eq!(missing, Vec::<&str>::new(), "{page}");
    }
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
    let figures = read("tools/load/README.md");
    let targets = read("tools/load/src/http/targets.rs");
    let sets = targets.split("const SETS").nth(1).unwrap().split("\n];\n").next().unwrap();
    let names = sets.lines().filter_map(|line| line.strip_prefix("    (\"")?.split('"').next());
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 10, "the names were not found: {names:?}");
    let unexplained: Vec<_> = names.into_iter().filter(|name| !figures.contains(&format!("`{name}`"))).collect();
    assert_eq!(unexplained, Vec::<&str>::new());
}

#[test]
fn every_program_on_a_page_is_the_one_that_is_tested() {
    let mut programs = 0;
    for page in pages() {
        let text = read(&page);
        for shown in text.split("<!-- the program ").skip(1) {
            let (path, rest) = shown.split_once(" -->\n```").unwrap();
            let code = rest.split_once('\n').unwrap().1.split("```\n").next().unwrap();
            assert_eq!(read(path), code, "{page}");
            programs += 1;
        }
    }
    assert!(programs > 0, "none was found");
}

/// `lintian`, by which packages are checked before they are released, refuses an article.
#[test]
fn the_description_of_a_package_begins_with_no_article() {
    let manifests = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("Cargo.toml"));
    let manifests = manifests.map(|path| fs::read_to_string(path).unwrap());
    let packages: Vec<_> = manifests.filter(|text| text.contains("[package.metadata.deb]")).collect();
    assert_eq!(packages.len(), 2);
    for package in packages {
        let description = package.split("\ndescription = \"").nth(1).unwrap().split('"').next().unwrap();
        assert!(!["A ", "An ", "The "].iter().any(|article| description.starts_with(article)), "{description}");
    }
}
