//! Tells the program its version: that of the workspace, with the commit where one is known.
//!
//! `CATALOG_COMMIT` wins, for builds without a repository such as the image's. Otherwise release builds ask git. Debug
//! builds do not: they would be linked again after every commit.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=CATALOG_COMMIT");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let Some(commit) = commit() else {
        return println!("cargo::rustc-env=CATALOG_VERSION={version}");
    };
    println!("cargo::rustc-env=CATALOG_VERSION={version} ({commit})");
    println!("cargo::rustc-env=CATALOG_COMMIT={commit}");
}

/// The first 12 digits of the commit that is built, if known.
fn commit() -> Option<String> {
    let given = env::var("CATALOG_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = given.or_else(|| {
        let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
        is_release.then(head).flatten()
    })?;
    Some(commit.chars().take(12).collect())
}

/// The commit that is checked out; runs again when that changes. `None` without git or a repository.
fn head() -> Option<String> {
    // The log of HEAD grows with every commit and checkout, on a branch and in a linked worktree too.
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
