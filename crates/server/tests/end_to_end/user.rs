//! `catalog user`: accounts from the command line.

use crate::support::{BUYER, CATALOG, Sandbox, Server, within_a_minute};
use catalog_domain::ports::Registrations;
use catalog_testkit::builders::pending_account;
use serde_json::{Value, json};
use store_diesel::{Store, StoreOptions};

fn accounts(sandbox: &Sandbox) -> Value {
    let outcome = sandbox.run(&["user", "list", "--format", "json"]);
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    serde_json::from_str(&outcome.stdout).unwrap()
}

#[test]
fn a_generated_password_is_printed_once_and_lets_in() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        let added = sandbox.run(&["user", "add", "boss@storefront.example", "--role", "admin", "--name", "Boss"]);
        assert_eq!(added.code, Some(0), "{added:?}");
        let password = added.stdout.lines().find_map(|line| line.strip_prefix("password: ")).unwrap();
        let server = Server::start(&sandbox);
        let body = json!({"login": "BOSS@storefront.example", "password": password}).to_string();
        let response = server.request("POST", "/auth/token", &[("content-type", "application/json")], &body);
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
        assert_eq!(sandbox.run(&set).code, Some(0));
        assert_eq!(sandbox.run(&["user", "disable", BUYER]).code, Some(0));
        let account = &accounts(&sandbox)[0];
        let changed = (&account["name"], &account["role"], &account["status"], &account["configuratorAccess"]);
        assert_eq!(changed, (&json!("Buyer"), &json!("admin"), &json!("disabled"), &json!(true)));
        assert_eq!(sandbox.run(&["user", "set", BUYER, "--configurator=false"]).code, Some(0));
        assert_eq!(accounts(&sandbox)[0]["configuratorAccess"], false);
        assert_eq!(sandbox.run(&["user", "enable", BUYER]).code, Some(0));
        let table = sandbox.run(&["user", "list", "--status", "active"]).stdout;
        assert!(table.lines().count() == 2, "{table}");
        assert!(table.contains(BUYER), "{table}");
        assert_eq!(sandbox.run(&["user", "list", "--status", "pending"]).stdout.lines().count(), 1);
    }
}

#[test]
fn a_price_level_that_was_never_imported_needs_a_flag_of_its_own() {
    for sandbox in Sandbox::on_every_engine() {
        let login = "new@storefront.example";
        let misspelt = ["user", "add", login, "--price-level", "Оптt"];
        let early = ["user", "add", "early@storefront.example", "--price-level", "Опт"];
        assert_eq!(sandbox.run(&early).code, Some(0), "there is nothing yet to compare with");
        sandbox.must_import(CATALOG);
        let refused = sandbox.run(&misspelt);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        for said in ["\"Оптt\", did you mean \"Опт\"?", "it knows \"Розн\", \"Опт\"", "--new-price-level"]
        {
            assert!(refused.only_error().contains(said), "{said}: {refused:?}");
        }
        assert_eq!(accounts(&sandbox).as_array().unwrap().len(), 1);
        for (level, flag, code) in [("Опт", None, 0), ("Oпт", None, 1), ("Акция", Some("--new-price-level"), 0)]
        {
            let verb = if level == "Опт" { "add" } else { "set" };
            let arguments: Vec<&str> = ["user", verb, login, "--price-level", level].into_iter().chain(flag).collect();
            let outcome = sandbox.run(&arguments);
            assert_eq!(outcome.code, Some(code), "{outcome:?}");
        }
        let listed = accounts(&sandbox);
        let changed = listed.as_array().unwrap().iter().find(|account| account["email"] == login).unwrap();
        assert_eq!(changed["priceLevel"], "Акция");
        assert_eq!(sandbox.run(&["user", "set", login, "--price-level", "Розн"]).code, Some(0));
    }
}

#[test]
fn impossible_operations_fail_with_one_line() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.add_buyer();
        assert_eq!(sandbox.run(&["user", "disable", BUYER]).code, Some(0));
        let before = accounts(&sandbox);
        for (arguments, said) in [
            (&["user", "add", "Buyer@Storefront.example"][..], "already"),
            (&["user", "add", "not an address"], "e-mail"),
            (&["user", "add", "new@storefront.example", "--password-stdin"], "password"),
            (&["user", "add", "new@storefront.example", "--name", "\u{1b}[31m"], "--name"),
            (&["user", "set", BUYER, "--price-level", " "], "--price-level"),
            (&["user", "set", BUYER], "nothing to set"),
            (&["user", "set", "nobody@storefront.example", "--name", "x"], "no account"),
            (&["user", "disable", "nobody@storefront.example"], "no account"),
            (&["user", "approve", BUYER], "catalog user enable"),
        ] {
            let outcome = sandbox.run_with_input(arguments, "short");
            assert_eq!(outcome.code, Some(1), "{outcome:?}");
            assert!(outcome.only_error().contains(said), "{outcome:?}");
        }
        assert_eq!(accounts(&sandbox), before);
    }
}

#[test]
fn a_user_approved_on_the_command_line_sets_a_password_by_the_printed_link() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        let server = Server::start(&sandbox);
        let post = |path: &str, body: Value| {
            server.request("POST", path, &[("content-type", "application/json")], &body.to_string())
        };
        let login = "new@storefront.example";
        let registered = post("/auth/registration", json!({"email": login, "name": "N", "company": "C"}));
        assert_eq!(registered.status, 202, "{registered:?}");
        let refused = sandbox.run(&["user", "invite", login]);
        assert!(refused.only_error().contains("catalog user approve"), "{refused:?}");
        let link_of = |command: &str| {
            let outcome = sandbox.run(&["user", command, login, "--public-url", "https://shop.example/"]);
            assert_eq!(outcome.code, Some(0), "{outcome:?}");
            let start = "invitation: https://shop.example/portal/password?invitation=";
            let token = outcome.stdout.lines().find_map(|line| line.strip_prefix(start)).map(str::to_owned);
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
fn a_new_password_ends_the_tokens_issued_before() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.add_buyer();
        let server = Server::start(&sandbox);
        let token = server.token();
        let outcome = sandbox.run_with_input(&["user", "set", BUYER, "--password-stdin"], "another password\n");
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        crate::support::until("the token to be revoked", || {
            (server.get("/auth/v2/check", &token).status == 401).then_some(())
        });
        assert_eq!(server.log_in().status, 401, "the old password is no longer one");
    }
}

#[test]
fn a_disabled_account_is_out_and_its_tokens_never_come_back() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        sandbox.add_buyer();
        let server = Server::start(&sandbox);
        let token = server.token();
        let outcome = sandbox.run(&["user", "disable", BUYER]);
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        for said in ["account_changed", "command line", "active", "disabled"] {
            assert!(outcome.stderr.contains(said), "the audit trail says {said}: {outcome:?}");
        }
        crate::support::until("the refusal", || (server.get("/auth/v2/check", &token).status == 403).then_some(()));
        assert_eq!(server.log_in().status, 403);
        assert_eq!(sandbox.run(&["user", "enable", BUYER]).code, Some(0));
        assert_eq!(server.log_in().status, 200);
        assert_eq!(server.get("/auth/v2/check", &token).status, 401);
    }
}

#[test]
fn logins_are_limited_as_configured_and_by_the_address_from_a_trusted_proxy() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    let server = Server::spawn(sandbox.command(&[
        "serve",
        "--bind",
        "127.0.0.1:0",
        "--storefront-host",
        crate::support::STOREFRONT,
        "--login-attempts-per-minute",
        "2",
        "--trusted-proxies",
        "127.0.0.1",
    ]));
    let body = json!({"login": BUYER, "password": "wrong password"}).to_string();
    let attempt = |client: &str| {
        let headers = [("content-type", "application/json"), ("x-forwarded-for", client)];
        let response = server.request("POST", "/auth/token", &headers, &body);
        (response.status, response.header("retry-after").is_some())
    };
    let attempts = within_a_minute(|number| {
        let [one, other] = [1, 2].map(|network| format!("192.0.{network}.{number}"));
        [attempt(&one), attempt(&one), attempt(&one), attempt(&other)]
    });
    assert_eq!(attempts, [(401, false), (401, false), (429, true), (401, false)]);
}
