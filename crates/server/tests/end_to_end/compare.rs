//! `catalog-client compare` as it is run: exit status, output and files. What it compares is tested in `client-cli`.

use crate::support::{BUYER, CATALOG, Outcome, PASSWORD, Sandbox, Server, documented, offer};
use serde_json::Value;

fn server(more: &str) -> (Sandbox, Server) {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    if !more.is_empty() {
        sandbox.must_import(more);
    }
    let server = Server::start(&sandbox);
    (sandbox, server)
}

/// Runs the command that the manual prints, with the addresses of two servers.
fn run_documented(sandbox: &Sandbox, words: &str, old: &Server, new: &Server) -> Outcome {
    let script = documented(words);
    assert!(script.contains(PASSWORD), "{script}");
    assert!(script.contains(BUYER), "{script}");
    let script = script.replace("127.0.0.1:8081", &old.address).replace("127.0.0.1:8080", &new.address);
    sandbox.shell(&script).output().unwrap().into()
}

fn last_line(outcome: &Outcome) -> Value {
    serde_json::from_str(outcome.stdout.lines().last().unwrap_or_default()).unwrap_or_else(|_| panic!("{outcome:?}"))
}

#[test]
fn the_command_of_the_manual_finds_a_changed_price_and_nothing_in_a_server_and_itself() {
    let (sandbox, old) = server("");
    let (_other, new) = server(&offer("2500"));
    let outcome = run_documented(&sandbox, "compare an old system", &old, &old);
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert_eq!(last_line(&outcome)["differences"], 0);
    std::fs::remove_dir_all(sandbox.path("report")).unwrap();

    let outcome = run_documented(&sandbox, "compare an old system", &old, &new);
    assert_eq!((outcome.code, &*outcome.stderr), (Some(1), ""), "{outcome:?}");
    assert_eq!(last_line(&outcome)["summary"], "1 price differs, 1 quantity differs, 1 value is missing.");
    let lines = std::fs::read_to_string(sandbox.path("report/differences.ndjson")).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines: Vec<Value> = lines.into_iter().filter(|line| line["allowed"].is_null()).collect();
    assert!(
        !lines.is_empty() && lines.iter().all(|line| line["identity"].as_str().unwrap().contains("90001")),
        "{lines:?}"
    );
    let summary: Value =
        serde_json::from_str(&std::fs::read_to_string(sandbox.path("report/summary.json")).unwrap()).unwrap();
    assert_eq!(summary["kinds"]["price"]["products"], 1, "{summary}");
}

#[test]
fn what_cannot_be_used_is_named_in_one_line() {
    let sandbox = Sandbox::new();
    sandbox.write("rules.toml", "[[rule]]\nname = 'a'\nkind = 'price'\n");
    let flags = ["--old-login", "a", "--new", "http://127.0.0.1:9", "--new-login", "a", "--report", "report"];
    for (more, passwords, status, complaint) in [
        (&["--old", "http://127.0.0.1:9"][..], false, 1, "CATALOG_OLD_PASSWORD"),
        (&["--old", "127.0.0.1:9"], true, 2, "--old"),
        (&["--old", "http://127.0.0.1:9", "--allow", "rules.toml"], true, 2, "rules.toml"),
    ] {
        let mut command = sandbox.client_command(&[&["compare"][..], &flags, more].concat());
        if passwords {
            command.env("CATALOG_OLD_PASSWORD", "x").env("CATALOG_NEW_PASSWORD", "y");
        }
        let outcome = Outcome::from(command.output().unwrap());
        assert_eq!(outcome.code, Some(status), "{outcome:?}");
        assert!(outcome.only_error().contains(complaint), "{outcome:?}");
    }
}

#[test]
fn catalog_says_which_commands_are_those_of_the_other_program() {
    let sandbox = Sandbox::new();
    for command in ["compare", "push"] {
        for arguments in [&[command][..], &[command, "--to", "http://x", "-"]] {
            let outcome = sandbox.run(arguments);
            assert_eq!(outcome.code, Some(1), "{outcome:?}");
            assert!(outcome.only_error().contains(&format!("catalog-client {command}")), "{outcome:?}");
        }
        assert!(!sandbox.run(&["--help"]).stdout.contains(command));
    }
}
