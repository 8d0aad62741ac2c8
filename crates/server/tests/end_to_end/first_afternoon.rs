//! `docs/first-afternoon.md`, pasted from its first step to its last.

use crate::support::{Outcome, Sandbox};
use std::process::Command;

const PAGE: &str = include_str!("../../../../docs/first-afternoon.md");
const BUILD: &str = "cargo build --release -p server -p catalog-mirror\nexport PATH=\"$PWD/target/release:$PATH\"\n";

/// Cargo builds only a package's own binaries for its tests, so the mirror is built explicitly, beside the server.
fn build_mirror() {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--offline", "--package", "catalog-mirror"]);
    build.args(if cfg!(debug_assertions) { &[][..] } else { &["--release"] });
    assert!(build.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap().success());
}

#[test]
fn ten_steps_lead_from_nothing_to_a_mirrored_section_with_prices() {
    build_mirror();
    let steps: Vec<_> = PAGE.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(steps[0].starts_with(BUILD) && PAGE.contains("`kill $MIRROR $SERVER`"));
    let mut script = "trap 'kill $MIRROR $SERVER 2>/dev/null || true' EXIT\n".to_owned();
    for step in &steps {
        script.push_str(&step.replace(BUILD, ""));
        script.push_str("echo '== the next step'\n");
    }
    let sandbox = Sandbox::new();
    let outcome = Outcome::from(sandbox.shell(&(script + "kill $MIRROR $SERVER\nwait $SERVER\n")).output().unwrap());
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let printed: Vec<_> = outcome.stdout.split("== the next step\n").collect();
    let expected =
        ["", "listening on", "priceLevel", " products", "\"personal\"", "", "in_stock", "eventId", "upsert", ""];
    assert_eq!(steps.len(), expected.len());
    for (number, (expected, printed)) in expected.iter().zip(&printed).enumerate() {
        assert!(printed.contains(expected), "step {}: {printed}\n{outcome:?}", number + 1);
    }
    assert_eq!((printed[6].lines().count(), printed[8].lines().count()), (7, 7), "five rows below the head: {outcome:?}");
}
