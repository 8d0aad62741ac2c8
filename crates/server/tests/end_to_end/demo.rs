//! `catalog demo`: one command, and lines to paste that work as printed.

use crate::support::{Sandbox, Server};
use serde_json::Value;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// Starts the demo and collects the shell lines that it prints, which it does when it serves its catalog.
fn start(sandbox: &Sandbox, arguments: &[&str]) -> (Server, Vec<String>) {
    serving(sandbox.command(&[&["demo", "--bind", "127.0.0.1:0"], arguments].concat()))
}

/// Up to the last line: the changes since a cursor.
fn serving(command: Command) -> (Server, Vec<String>) {
    let server = Server::spawn(command);
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line: &String| !line.contains("wait=30")) {
        let line = server.line();
        if ["KEY=", "CURSOR=", "curl ", "("].iter().any(|start| line.starts_with(start)) {
            lines.push(line);
        }
    }
    (server, lines)
}

/// Pastes the lines into a shell, in another folder than the demo's, and reads the resulting bodies.
fn paste(lines: &[String], path: Option<&Path>) -> Vec<Value> {
    let mut shell = Command::new("sh");
    shell.arg("-ec").arg(lines.join("\n")).current_dir("/").envs(path.map(|path| ("PATH", path)));
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::Deserializer::from_slice(&output.stdout).into_iter().map(Result::unwrap).collect()
}

/// A folder with the only programs that the printed lines may need, and jq or not.
fn programs(sandbox: &Sandbox, has_jq: bool) -> std::path::PathBuf {
    let folder = sandbox.path(if has_jq { "with-jq" } else { "without-jq" });
    std::fs::create_dir(&folder).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    for program in ["sh", "sed", "cat", "curl"] {
        let found = std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.exists());
        symlink(found.unwrap(), folder.join(program)).unwrap();
    }
    if has_jq {
        std::fs::write(folder.join("jq"), "#!/bin/sh\nexec cat\n").unwrap();
        std::fs::set_permissions(folder.join("jq"), PermissionsExt::from_mode(0o700)).unwrap();
    }
    folder
}

/// A second demo in the same folder ends without changing the logins of the first.
fn assert_only_one(sandbox: &Sandbox, server: &Server) {
    for (bind, complaint) in
        [(&*server.address, "in use"), ("127.0.0.1:0", "another demo serves sqlite://data/demo.db")]
    {
        let second = sandbox.run(&["demo", "--bind", bind]);
        assert_eq!((second.code, &*second.stdout), (Some(1), ""), "{second:?}");
        assert!(second.stderr.contains(complaint), "{second:?}");
    }
}

/// They are formatted where jq is installed, and work without it.
#[test]
fn the_printed_requests_work_as_printed_at_every_start() {
    let sandbox = Sandbox::new();
    let mut printed = Vec::new();
    for has_jq in [true, false] {
        let path = programs(&sandbox, has_jq);
        let mut command = sandbox.command(&["demo", "--bind", "127.0.0.1:0"]);
        command.env("PATH", &path);
        let (mut server, lines) = serving(command);
        assert!(!server.log().contains("migrated"), "{}", server.log());
        assert!(!server.log().contains("open files"), "{}", server.log());
        assert_only_one(&sandbox, &server);
        assert!(lines.iter().filter(|line| line.starts_with("curl ")).all(|line| line.ends_with(" | jq") == has_jq));
        let bodies = paste(&lines, Some(&path));
        check_bodies(&server, &lines, &bodies);
        printed.push(lines);
        server.signal(if has_jq { "KILL" } else { "TERM" });
        server.exit();
    }
    assert_ne!(printed[0][0], printed[1][0], "keys are made again");
}

fn check_bodies(server: &Server, lines: &[String], bodies: &[Value]) {
    assert_eq!(bodies.len(), lines.len() - 2, "one body for each line but the key and the cursor");
    let [responses @ .., user, administrator, report, changes] = bodies else { panic!("{bodies:?}") };
    for body in responses.iter().chain([user, administrator, changes]) {
        assert_eq!(body["status"], true, "{lines:#?}\n{body}");
    }
    assert_eq!(responses[0]["data"]["user"]["email"], "buyer@storefront.example");
    assert!(responses.iter().any(|body| body["data"]["items"][0]["stockNumber"].is_string()), "a list has products");
    assert_eq!(user["data"]["pricing"]["personal"]["level"], "Опт");
    let preview = user["data"]["media"]["preview"].as_str().unwrap();
    let (origin, path) = preview.split_at("http://".len() + preview[7..].find('/').unwrap());
    assert_eq!((origin.starts_with("http://127.0.0.1:"), server.get(path, "").status), (true, 200), "{preview}");
    assert_eq!(server.get(&path.replace(".svg", "-x.svg"), "").status, 404);
    assert!(administrator["data"]["pricing"]["levels"].as_array().unwrap().len() >= 4);
    assert_eq!(report["changed"], true, "{report}");
    let changes = changes["data"]["items"].as_array().unwrap();
    assert!(changes.iter().any(|change| change["operation"] == "upsert"), "the imported changes: {changes:?}");
}

#[test]
fn a_demo_that_is_alive_goes_on_changing_and_stops_like_any_server() {
    let sandbox = Sandbox::new();
    let (mut server, lines) = start(&sandbox, &["--alive"]);
    // Without the import: the changes come by themselves.
    let lines: Vec<_> = lines.into_iter().filter(|line| !line.starts_with('(')).collect();
    for _ in 0..2 {
        let bodies = paste(&lines, None);
        assert!(bodies.last().unwrap()["data"]["items"][0]["operation"].is_string(), "{bodies:?}");
    }
    server.signal("TERM");
    assert_eq!(server.exit().code(), Some(0), "{}", server.log());
    assert!(!server.log().contains("could not be changed"), "{}", server.log());
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
        start(&sandbox, &[]);
    }
}
