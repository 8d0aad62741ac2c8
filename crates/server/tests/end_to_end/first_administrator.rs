//! The first administrator: a link on a terminal, a command everywhere else.

use crate::support::{PASSWORD, STOREFRONT, Sandbox, Server};
use catalog_testkit::process::HttpResponse;
use serde_json::json;
use std::time::Duration;

const NOBODY: &str = "nobody can sign in yet";

/// Starts a server with a terminal for its standard output, as `script` of util-linux makes one, and its log in a file.
/// It ends with `script`, whatever becomes of the terminal.
fn on_a_terminal(sandbox: &Sandbox) -> Server {
    let serve = format!(
        "exec setpriv --pdeathsig KILL '{}' serve --bind 127.0.0.1:0 --storefront-host {STOREFRONT} --refresh-interval-ms 50 2>>serve.log",
        env!("CARGO_BIN_EXE_catalog")
    );
    let mut command = sandbox.shell("exec script --quiet --return --command \"$SERVE\" /dev/null");
    command.env("SERVE", serve);
    Server::spawn(command)
}

/// What a server logs from its start to its end.
fn log_of_a_run(sandbox: &Sandbox) -> String {
    let mut server = Server::start(sandbox);
    server.stop(Duration::from_secs(20));
    server.log()
}

/// The token of the link that is printed.
fn invitation(server: &Server) -> String {
    assert!(server.line().contains("administrator admin@storefront.example within an hour"));
    let (line, link) = (server.line(), format!("http://{}/portal/password?invitation=", server.address));
    line.trim().strip_prefix(&link).unwrap_or_else(|| panic!("{line}")).to_owned()
}

fn set_password(server: &Server, invitation: &str) -> HttpResponse {
    server.post("/auth/password", &json!({"invitation": invitation, "password": PASSWORD}))
}

#[test]
fn a_server_on_a_terminal_prints_one_link_until_an_administrator_has_used_it() {
    for sandbox in Sandbox::on_every_engine() {
        let first = invitation(&on_a_terminal(&sandbox));
        let server = on_a_terminal(&sandbox);
        let second = invitation(&server);
        assert_eq!(set_password(&server, &first).status, 400, "the second link replaces the first");
        assert_eq!(set_password(&server, &second).status, 200);
        assert_eq!(set_password(&server, &second).status, 400, "it works once");
        let login = json!({"login": "admin@storefront.example", "password": PASSWORD});
        assert_eq!(server.post("/auth/admin/login", &login).status, 200);
        let log = std::fs::read_to_string(sandbox.path("serve.log")).unwrap();
        assert!(!log.contains(&first) && !log.contains(&second), "{log}");
        assert!(log.contains(r#"event="account_made""#), "{log}");
        drop(server);

        // Or whoever can restart the server would get in.
        assert!(!log_of_a_run(&sandbox).contains(NOBODY));
    }
}

#[test]
fn a_server_without_a_terminal_names_the_command_and_makes_nothing() {
    let sandbox = Sandbox::new();
    let log = log_of_a_run(&sandbox);
    assert!(
        log.contains(&format!("{NOBODY}: make an administrator with `catalog user add EMAIL --role admin`")),
        "{log}"
    );
    assert_eq!(sandbox.run(&["user", "list", "--format", "json"]).stdout.trim(), "[]");
    sandbox.add_buyer();
    assert!(!log_of_a_run(&sandbox).contains(NOBODY));
}
