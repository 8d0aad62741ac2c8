//! `docs/first-afternoon.md`, pasted from its first step to its last.

use crate::sandbox::Sandbox;
use std::net::TcpListener;

const PAGE: &str = include_str!("../../../../docs/first-afternoon.md");
const BUILD: &str = "cargo build --release -p server -p client-cli\nexport PATH=\"$PWD/target/release:$PATH\"\n";
const NEXT: &str = "== the next step\n";

#[test]
fn ten_steps_lead_from_nothing_to_a_mirrored_section_with_prices() {
    let steps: Vec<_> = PAGE.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(steps[0].starts_with(BUILD));
    assert!(PAGE.contains("`kill $MIRROR $SERVER`"));
    let mut script = "trap 'kill $MIRROR $SERVER 2>/dev/null || true' EXIT\n".to_owned();
    for step in &steps {
        // The tests have built both programs already.
        script.push_str(&format!("{}printf '{}'\n", step.replace(BUILD, ""), NEXT.escape_default()));
    }
    let sandbox = Sandbox::new();
    let output = sandbox.shell(&(script + "kill $MIRROR $SERVER\nwait $SERVER\n")).output().unwrap();
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{stdout}\n{stderr}");
    let printed: Vec<_> = stdout.split(NEXT).collect();
    let expected =
        ["", "listening on", "priceLevel", " products", "\"personal\"", "", "in_stock", "eventId", "upsert", ""];
    assert_eq!(steps.len(), expected.len());
    for (number, (expected, printed)) in expected.iter().zip(&printed).enumerate() {
        assert!(printed.contains(expected), "step {}: {printed}\n{stderr}", number + 1);
    }
    let lines = [6, 8].map(|step| printed[step].lines().count());
    assert_eq!(lines, [7, 7], "five rows below the head: {stdout}");
}

#[test]
fn the_second_step_ends_with_the_reason_when_the_port_is_taken() {
    let step = PAGE.split("```sh\n").nth(2).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(step.starts_with("catalog demo >"), "{step}");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let sandbox = Sandbox::new();
    // A loop without an end would be ended here, with another status.
    let mut shell = sandbox.shell("timeout 60 sh -c \"$STEP\"");
    let output = shell.env("STEP", step).env("CATALOG_BIND", &address).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(stdout.contains(&address), "{output:?}");
}
