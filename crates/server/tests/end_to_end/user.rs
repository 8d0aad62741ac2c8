//! `catalog user`: accounts from the command line.

use crate::support::{BUYER, CATALOG, Sandbox, Server};
use catalog_domain::ports::Registrations;
use catalog_testkit::builders::pending_account;
use serde_json::{Value, json};
use store_diesel::{Store, StoreOptions};

fn accounts(sandbox: &Sandbox) -> Value {
    sandbox.run(&["user", "list", "--format", "json"]).json()
}

#[test]
fn a_generated_password_is_printed_once_and_lets_in() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        let added = sandbox.must_run(&["user", "add", "boss@storefront.example", "--role", "admin", "--name", "Boss"]);
        let password = added.lines().find_map(|line| line.strip_prefix("password: ")).unwrap();
        let server = Server::start(&sandbox);
        let response = server.post("/auth/token", &json!({"login": "BOSS@storefront.example", "password": password}));
        assert_eq!(response.status, 200, "{response:?}");
        assert!(!accounts(&sandbox).to_string().contains(password));
    }
}

#[test]
fn an_account_is_listed_as_it_was_made_and_changed() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.add_buyer();
        let account = json!({
            "id": "1", "email": BUYER, "name": "", "company": "", "role": "user", "status": "active", "isActive": true,
            "priceLevel": "Опт", "configuratorAccess": false, "hasPassword": true, "registrationAttempts": 0,
            "passwordRequestedAt": null, "invitationExpiresAt": null,
        });
        assert_eq!(accounts(&sandbox), json!([account]));
        let set = ["user", "set", "BUYER@storefront.example", "--name", "Buyer", "--role", "admin", "--configurator"];
        sandbox.must_run(&set);
        sandbox.must_run(&["user", "disable", BUYER]);
        let account = &accounts(&sandbox)[0];
        let changed = (&account["name"], &account["role"], &account["status"], &account["configuratorAccess"]);
        assert_eq!(changed, (&json!("Buyer"), &json!("admin"), &json!("disabled"), &json!(true)));
        sandbox.must_run(&["user", "set", BUYER, "--configurator=false"]);
        assert_eq!(accounts(&sandbox)[0]["configuratorAccess"], false);
        sandbox.must_run(&["user", "enable", BUYER]);
        assert_eq!(sandbox.must_run(&["user", "list", "--status", "pending"]).lines().count(), 1);
    }
}

#[test]
fn a_user_approved_on_the_command_line_sets_a_password_by_the_printed_link() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        let server = Server::start(&sandbox);
        let post = |path: &str, body: Value| server.post(path, &body);
        let login = "new@storefront.example";
        let registered = post("/auth/registration", json!({"email": login, "name": "N", "company": "C"}));
        assert_eq!(registered.status, 202, "{registered:?}");
        sandbox.run(&["user", "invite", login]).assert_refused(&["catalog user approve"]);
        let link_of = |command: &str| {
            let outcome = sandbox.run(&["user", command, login, "--public-url", "https://shop.example/"]);
            let start = "invitation: https://shop.example/portal/password?invitation=";
            let token = outcome.printed().lines().find_map(|line| line.strip_prefix(start)).map(str::to_owned);
            assert!(token.as_ref().is_none_or(|token| !outcome.stderr.contains(token)), "the trail has no link");
            token
        };
        let first = link_of("approve").unwrap();
        assert_eq!(link_of("approve"), None, "the first link is on its way");
        let second = link_of("invite").unwrap();
        let set = |token: &str| post("/auth/password", json!({"invitation": token, "password": "a new password"}));
        assert_eq!(set(&first).status, 400);
        assert_eq!(set(&second).status, 200);
        assert_eq!(set(&second).status, 400);
        let token = post("/auth/token", json!({"login": login, "password": "a new password"}));
        assert_eq!(token.status, 200, "{token:?}");
        assert!(!sandbox.run(&["user", "list"]).stdout.contains("invited"));
    }
}

#[test]
fn a_long_list_of_accounts_is_written_whole() {
    let sandbox = Sandbox::new();
    sandbox.add_buyer();
    let url = format!("sqlite://{}", sandbox.path("data/catalog.db").display()).parse().unwrap();
    let store = Store::open(&url, &StoreOptions::default()).unwrap();
    for number in 0..2_500 {
        store.register(&pending_account(&format!("{number}@storefront.example")), 10_000).unwrap();
    }
    assert_eq!(accounts(&sandbox).as_array().unwrap().len(), 2_501);
    let table = sandbox.run(&["user", "list", "--status", "pending"]).stdout;
    assert_eq!(table.lines().count(), 1 + 2_500);
    assert!(table.lines().last().unwrap().contains("2499@storefront.example"));
    assert_eq!(sandbox.run(&["user", "list", "--forgotten", "--format", "json"]).stdout, "[]\n");
}

#[test]
fn a_disabled_account_is_out_and_its_tokens_never_come_back() {
    for sandbox in Sandbox::filled_on_every_engine() {
        let server = Server::start(&sandbox);
        let token = server.token();
        let outcome = sandbox.run(&["user", "disable", BUYER]);
        for said in ["account_changed", "command line", "active", "disabled"] {
            assert!(outcome.stderr.contains(said), "the audit trail says {said}: {outcome:?}");
        }
        server.until_status("/auth/v2/check", &token, 403);
        assert_eq!(server.log_in().status, 403);
        sandbox.must_run(&["user", "enable", BUYER]);
        assert_eq!(server.log_in().status, 200);
        assert_eq!(server.get("/auth/v2/check", &token).status, 401);
        // Nor do those of an account that gets another password.
        let token = server.token();
        sandbox.run_with_input(&["user", "set", BUYER, "--password-stdin"], "another password\n").printed();
        server.until_status("/auth/v2/check", &token, 401);
        assert_eq!(server.log_in().status, 401, "the old password is no longer one");
    }
}
