//! Which crate may depend on which: the arrows of `docs/architecture.md`, checked against cargo's metadata.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every crate of the workspace and the crates of the workspace that its own code may use.
const ARROWS: &[(&str, &[&str])] = &[
    // The use cases know ports only, and no adapter.
    (
        "catalog-app",
        &["catalog-documents", "catalog-domain", "catalog-index", "catalog-records", "localization", "long-work"],
    ),
    // The commands open stores, and move them by what only their adapter can: with the server, it is where adapters
    // are named. No command names HTTP, and none is a client.
    (
        "catalog-cli",
        &[
            "catalog-app",
            "catalog-documents",
            "catalog-domain",
            "catalog-generator",
            "catalog-import",
            "catalog-index",
            "credentials",
            "long-work",
            "mail",
            "safe-output",
            "store-diesel",
        ],
    ),
    // Clients use the service by its public interface only.
    ("catalog-client", &["catalog-documents", "safe-output"]),
    // What is written and read over HTTP: no rule, and nothing of the domain.
    ("catalog-documents", &[]),
    ("catalog-domain", &[]),
    ("catalog-generator", &["catalog-records"]),
    ("catalog-import", &["catalog-documents", "catalog-domain", "catalog-records", "long-work", "safe-output"]),
    ("catalog-index", &["catalog-domain"]),
    ("catalog-records", &["catalog-domain"]),
    // Tests of the HTTP adapters, of whatever crate, share one assembly of the application and its routes.
    (
        "catalog-testkit",
        &[
            "catalog-app",
            "catalog-domain",
            "catalog-index",
            "credentials",
            "http-common",
            "http-portal",
            "http-v1-compat",
            "http-v2",
            "store-diesel",
        ],
    ),
    // It is the program of other machines: no store, no domain.
    ("client-cli", &["catalog-client", "long-work", "safe-output"]),
    ("credentials", &["catalog-domain"]),
    ("fuzz", &[]),
    ("http-common", &["catalog-app", "catalog-documents", "catalog-domain", "catalog-index"]),
    (
        "http-portal",
        &["catalog-app", "catalog-documents", "catalog-domain", "catalog-index", "http-common", "localization"],
    ),
    ("http-v1-compat", &["catalog-app", "catalog-domain", "catalog-index", "http-common"]),
    ("http-v2", &["catalog-app", "catalog-documents", "catalog-domain", "catalog-index", "http-common"]),
    // It knows the service by its public interface only.
    ("load", &["catalog-generator", "catalog-testkit"]),
    ("localization", &["catalog-domain"]),
    ("long-work", &[]),
    ("mail", &["catalog-domain", "localization"]),
    ("safe-output", &[]),
    (
        "server",
        &[
            "catalog-app",
            "catalog-cli",
            "catalog-documents",
            "catalog-domain",
            "catalog-index",
            "credentials",
            "http-common",
            "http-portal",
            "http-v1-compat",
            "http-v2",
            "long-work",
            "mail",
            "safe-output",
            "store-diesel",
        ],
    ),
    ("store-diesel", &["catalog-domain", "long-work", "safe-output"]),
];

/// The only external crates of the pure domain: hash functions and tables, error messages, and what Unicode says about
/// texts that are searched.
const DOMAIN_MAY_USE: &[&str] =
    &["blake3", "hashbrown", "mockall", "snowball_stemmers_rs", "thiserror", "unicode-normalization"];

/// External crates that belong to one adapter each.
const BELONGS_TO: &[(&str, &[&str])] = &[
    ("actix-http", &["catalog-testkit", "server"]),
    ("actix-server", &["server"]),
    ("actix-service", &["server"]),
    ("actix-web", &["catalog-testkit", "http-common", "http-portal", "http-v1-compat", "http-v2", "server"]),
    ("ammonia", &["http-portal"]),
    ("askama", &["client-cli", "http-portal"]),
    ("bcrypt", &["credentials"]),
    ("clap", &["catalog-cli", "client-cli", "load", "server"]),
    ("csv", &["http-portal", "http-v2"]),
    // The mirror stores its copy in a file of its own; the test kit makes throwaway databases on a PostgreSQL.
    ("diesel", &["catalog-testkit", "client-cli", "store-diesel"]),
    ("diesel_migrations", &["store-diesel"]),
    ("fluent-bundle", &["localization"]),
    // Tests and tools ask over it. A server opens no connection but to its store and its mail server
    // (`docs/security.md`).
    ("hyper", &["catalog-testkit"]),
    ("jsonwebtoken", &["credentials"]),
    ("lettre", &["mail"]),
    ("libsqlite3-sys", &["client-cli", "store-diesel"]),
    ("pq-sys", &["catalog-testkit", "store-diesel"]),
    ("opentelemetry", &["server"]),
    // Bitmaps and hints to the processor: no rule knows how it is served.
    ("prefetch-index", &["catalog-index"]),
    ("prometheus-client", &["catalog-app", "server"]),
    ("roaring", &["catalog-index"]),
    ("rust_xlsxwriter", &["http-v2"]),
    ("tracing-subscriber", &["catalog-testkit", "server"]),
    ("ureq", &["catalog-client", "server"]),
    ("utoipa", &["catalog-documents", "http-common", "http-v1-compat", "http-v2", "server"]),
];

/// The most packages that the lock file may name, on every platform and for every tool: each one is downloaded,
/// compiled and trusted. Eleven are for the feature `otlp`, as many read the files of texts, three
/// write price lists, and twenty clean HTML.
const MOST_PACKAGES: usize = 509;

/// What cargo says about the workspace.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The dependencies of each crate's own code: tests and build scripts may use more.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    dependencies_of_kind(Value::is_null)
}

fn dependencies_of_kind(is_kind: impl Fn(&Value) -> bool) -> BTreeMap<String, BTreeSet<String>> {
    let names = |package: &Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        all.filter(|dependency| is_kind(&dependency["kind"])).map(|dependency| text(&dependency["name"])).collect()
    };
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().map(|package| (text(&package["name"]), names(package))).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn names(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn every_arrow_between_crates_is_one_that_the_architecture_has() {
    let dependencies = dependencies();
    let members: BTreeSet<String> = dependencies.keys().cloned().collect();
    let declared: BTreeSet<String> = ARROWS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(members, declared, "a crate without a row in the architecture, or the other way round");
    for (name, allowed) in ARROWS {
        let used: BTreeSet<String> = dependencies[*name].intersection(&members).cloned().collect();
        let surplus: Vec<_> = used.difference(&names(allowed)).cloned().collect();
        assert!(surplus.is_empty(), "{name} must not depend on {surplus:?}");
    }
}

#[test]
fn no_two_crates_need_each_other_for_their_tests() {
    let needs = dependencies_of_kind(|_| true);
    for (name, used) in needs.iter().filter(|(name, _)| *name != "catalog-testkit") {
        for other in used.iter().filter(|other| *other != "catalog-testkit") {
            let is_circle = needs.get(other).is_some_and(|back| back.contains(name));
            assert!(!is_circle, "{name} and {other}");
        }
    }
}

#[test]
fn the_domain_depends_on_nothing_that_does_anything() {
    let surplus: Vec<_> = dependencies()["catalog-domain"].difference(&names(DOMAIN_MAY_USE)).cloned().collect();
    assert!(surplus.is_empty(), "catalog-domain must not depend on {surplus:?}");
}

#[test]
fn each_technology_is_known_to_its_own_adapter_only() {
    for (member, used) in dependencies() {
        for (technology, homes) in BELONGS_TO {
            let is_home = homes.contains(&member.as_str());
            assert!(is_home || !used.contains(*technology), "{member} must not depend on {technology}");
        }
    }
}

#[test]
fn every_declared_dependency_is_used() {
    // Only linked, for the features or the bundled C code that they bring; their code is never named.
    let linked: &[&str] = &["libsqlite3-sys", "openssl-sys", "pq-sys"];
    let mut unused = Vec::new();
    for package in metadata()["packages"].as_array().unwrap() {
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        let sources = sources(folder);
        for dependency in package["dependencies"].as_array().unwrap() {
            let name = text(&dependency["name"]);
            if !linked.contains(&name.as_str()) && !names_crate(&sources, &name.replace('-', "_")) {
                unused.push(format!("{}: {name}", package["name"]));
            }
        }
    }
    assert_eq!(unused, Vec::<String>::new());
}

#[test]
fn the_lock_file_names_no_more_packages_than_it_needs() {
    let lock = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock")).unwrap();
    let count = lock.matches("[[package]]").count();
    assert!(count <= MOST_PACKAGES, "{count} packages");
    // Later versions bring fifteen packages of Unicode tables for host names.
    let adapter = "name = \"idna_adapter\"\nversion = \"1.1.";
    assert!(lock.contains(adapter), "cargo update -p idna_adapter --precise 1.1.0");
}

/// Whether the sources name the crate as a word of its own.
fn names_crate(sources: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    sources
        .match_indices(name)
        .any(|(start, _)| !sources[..start].ends_with(is_part) && !sources[start + name.len()..].starts_with(is_part))
}

/// Every Rust source below `folder`, without comments, concatenated.
fn sources(folder: &Path) -> String {
    let files = source_files(folder);
    let code = files.values().flat_map(|source| source.lines()).filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| [line, "\n"]).collect()
}

fn source_files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.append(&mut source_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.insert(path.clone(), fs::read_to_string(&path).unwrap());
        }
    }
    found
}

#[test]
fn every_source_file_is_in_a_module_tree() {
    for package in metadata()["packages"].as_array().unwrap() {
        let package = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        let sources = source_files(package);
        for path in sources.keys() {
            let (folder, stem) = (path.parent().unwrap(), path.file_stem().unwrap().to_str().unwrap());
            let (folder, name) = match stem {
                "mod" => (folder.parent().unwrap(), folder.file_name().unwrap().to_str().unwrap()),
                _ => (folder, stem),
            };
            let parents = ["mod.rs", "lib.rs", "main.rs"].map(|file| folder.join(file));
            let parents = parents.into_iter().chain([folder.with_extension("rs")]).filter(|parent| parent != path);
            // By its name, or by an attribute with its path.
            let forms = [format!("mod {name};"), format!("{name}.rs\")]")];
            let is_declared = |text: &String| forms.iter().any(|form| text.contains(form));
            // Cargo finds these by their place.
            let is_root = matches!(stem, "lib" | "main" | "build")
                || ["tests", "benches", "examples"].iter().any(|root| folder == package.join(root));
            let is_in_tree = is_root || parents.into_iter().filter_map(|parent| sources.get(&parent)).any(is_declared);
            assert!(is_in_tree, "{} is compiled by nothing", path.display());
        }
    }
}
