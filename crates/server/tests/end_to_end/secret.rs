//! `catalog secret`, beside servers that go on serving.

use crate::support::{CATALOG, Outcome, Sandbox, Server, until};
use serde_json::Value;

fn status(sandbox: &Sandbox) -> Value {
    sandbox.run(&["secret", "status", "--format", "json"]).json()
}

fn until_rotated(server: &Server, sandbox: &Sandbox) {
    let current = status(sandbox)["current"].as_str().unwrap().to_owned();
    until("the server to follow", || {
        server.log().lines().any(|line| line.contains("rotated") && line.contains(&current)).then_some(())
    });
}

#[test]
fn a_rotation_logs_nobody_out_and_needs_no_restart() {
    for sandbox in Sandbox::filled_on_every_engine() {
        let server = Server::start(&sandbox);
        let token = server.token();
        let cursor = server.cursor(&token);
        let before = status(&sandbox);
        assert!(before["since"].is_string(), "{before}");
        assert!(before["previous"].is_null(), "{before}");

        let rotated = sandbox.run(&["secret", "rotate"]);
        assert!(rotated.stderr.contains("secret_rotated"), "the audit trail: {rotated:?}");
        until_rotated(&server, &sandbox);
        let after = status(&sandbox);
        assert_eq!(after["previous"], before["current"]);
        assert_ne!(after["current"], before["current"]);
        assert_eq!(server.get("/auth/v2/check", &token).status, 200);
        assert_eq!(server.changes(&cursor, &token).status, 200);
        let new_server = Server::start(&sandbox);
        assert_eq!(new_server.get("/auth/v2/check", &token).status, 200);
        let fresh = new_server.token();
        assert_eq!(server.get("/auth/v2/check", &fresh).status, 200);

        sandbox.run(&["secret", "rotate"]).assert_refused(&["--revoke"]);
        assert_eq!(status(&sandbox), after);
        sandbox.must_run(&["secret", "rotate", "--revoke"]);
        for server in [&server, &new_server] {
            until_rotated(server, &sandbox);
            assert_eq!(server.get("/auth/v2/check", &token).status, 401);
            assert_eq!(server.get("/auth/v2/check", &fresh).status, 401);
        }
        let token = server.token();
        assert_eq!(server.get("/auth/v2/check", &token).status, 200);
        assert_eq!(server.changes(&cursor, &token).status, 400);
    }
}

#[test]
fn no_secret_is_ever_shown_and_one_in_the_environment_is_not_rotated() {
    let secret = "0123456789abcdef0123456789abcdef";
    for sandbox in Sandbox::on_every_engine() {
        sandbox.run(&["secret", "rotate"]).assert_refused(&["there is no store"]);
        sandbox.must_import(CATALOG);
        assert!(status(&sandbox)["current"].is_null(), "no server made one yet");
        let with_secret = |arguments: &[&str]| {
            let mut command = sandbox.command(arguments);
            Outcome::from(command.env("CATALOG_JWT_SECRET", secret).output().unwrap())
        };
        with_secret(&["secret", "rotate"]).assert_refused(&["CATALOG_JWT_SECRET is set"]);
        let shown = with_secret(&["secret", "status"]);
        assert!(shown.stdout.starts_with("environment: "), "{shown:?}");
        assert!(!shown.stdout.contains("0123"), "{shown:?}");
    }
}
