//! `catalog demo`: one command, and requests to paste that work as printed.

use crate::support::{Sandbox, Server};
use serde_json::Value;
use std::process::Command;

/// Starts the demo and collects the shell lines that it prints, up to the one with a ready token.
fn start(sandbox: &Sandbox) -> (Server, Vec<String>) {
    let server = Server::spawn(sandbox.command(&["demo", "--bind", "127.0.0.1:0"]));
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line: &String| !line.contains("Bearer ey")) {
        let line = server.line();
        if line.starts_with("TOKEN=") || line.starts_with("curl ") {
            lines.push(line);
        }
    }
    (server, lines)
}

/// Pastes the lines into a shell and reads the resulting bodies.
fn paste(lines: &[String]) -> Vec<Value> {
    let output = Command::new("sh").arg("-ec").arg(lines.join("\n")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::Deserializer::from_slice(&output.stdout).into_iter().map(Result::unwrap).collect()
}

#[test]
fn the_printed_requests_work_as_printed_at_every_start() {
    let sandbox = Sandbox::new();
    let mut printed = Vec::new();
    for start_number in 0..2 {
        let (mut server, lines) = start(&sandbox);
        let bodies = paste(&lines);
        assert_eq!(bodies.len(), lines.len() - 1, "one body for each curl but the login");
        for (line, body) in lines[1..].iter().zip(&bodies) {
            assert_eq!(body["status"], true, "{line}\n{body}");
        }
        assert_eq!(bodies[0]["data"]["user"]["email"], "buyer@storefront.example");
        assert!(bodies.iter().any(|body| body["data"]["items"][0]["stockNumber"].is_string()), "a list has products");
        let (user, administrator) = (&bodies[bodies.len() - 2], &bodies[bodies.len() - 1]);
        assert_eq!(user["data"]["pricing"]["personal"]["level"], "Опт");
        assert!(administrator["data"]["pricing"]["levels"].as_array().unwrap().len() >= 4);
        printed.push(lines);
        server.signal(if start_number == 0 { "KILL" } else { "TERM" });
        server.exit();
    }
    assert_ne!(printed[0][0], printed[1][0], "passwords are generated again");
}

#[test]
fn a_first_start_that_was_killed_halfway_does_not_stop_the_next() {
    let empty_file = Sandbox::new();
    std::fs::create_dir(empty_file.path("data")).unwrap();
    empty_file.write("data/demo.db", "");
    let empty_store = Sandbox::new();
    let add = ["user", "add", "ann@shop.example", "--database-url", "sqlite://data/demo.db"];
    assert_eq!(empty_store.run(&add).code, Some(0), "a store without a catalog");
    for sandbox in [empty_file, empty_store] {
        let (_server, lines) = start(&sandbox);
        let bodies = paste(&lines);
        assert_eq!(bodies.last().unwrap()["status"], true);
    }
}
