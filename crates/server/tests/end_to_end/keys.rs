//! Keys through the whole program: `catalog key`, two servers, and what is written anywhere.

use crate::support::{BUYER, DEADLINE, HttpResponse, Sandbox, Server, until};
use serde_json::{Value, json};

const CHECK: &str = "/auth/v2/check";

fn add(sandbox: &Sandbox, name: &str) -> String {
    sandbox.must_run(&["key", "add", BUYER, "--name", name]).trim_end().to_owned()
}

fn id(key: &str) -> &str {
    key.split('_').nth(1).unwrap()
}

fn list(sandbox: &Sandbox) -> Value {
    sandbox.run(&["key", "list", BUYER, "--format", "json"]).json()
}

fn exchange(server: &Server, key: &str) -> HttpResponse {
    let form = format!("grant_type=client_credentials&client_id={}&client_secret={key}", id(key));
    server.request("POST", "/auth/oauth/token", &[("content-type", "application/x-www-form-urlencoded")], &form)
}

#[test]
fn a_key_is_added_listed_and_revoked_from_the_command_line() {
    for sandbox in Sandbox::filled_on_every_engine() {
        let server = Server::start(&sandbox);
        let key = add(&sandbox, "Зеркало");
        assert_eq!(server.get("/api/v2/products/PMP-001", &key).status, 200);
        let listed = until("the use to be noted", || {
            let listed = list(&sandbox);
            listed[0]["lastUsedAt"].is_string().then_some(listed)
        });
        let shown = (&listed[0]["id"], &listed[0]["name"], &listed[0]["right"]);
        assert_eq!(shown, (&json!(id(&key)), &json!("Зеркало"), &json!("read")));
        assert!(!listed.to_string().contains(&key[17..]));
        let refused = sandbox.run(&["key", "revoke", BUYER, &key]);
        refused.assert_refused(&["has no key with that id"]);
        assert!(!refused.stderr.contains(&key), "{refused:?}");
        sandbox.must_run(&["key", "revoke", BUYER, id(&key)]);
        server.until_status(CHECK, &key, 401);
        sandbox.must_run(&["key", "add", BUYER, "--name", "b", "--expires-in-days", "never"]);
        assert_eq!(list(&sandbox)[0]["expiresAt"], Value::Null);
        let table = sandbox.run(&["key", "list", BUYER]).stdout;
        assert!(table.lines().count() == 2 && table.contains("never"), "{table}");
    }
}

#[test]
fn no_key_is_in_any_byte_that_a_server_writes_but_the_first() {
    for sandbox in Sandbox::filled_on_every_engine() {
        let mut server = sandbox.serve(&["--log", "trace"]);
        let key = add(&sandbox, "a");
        let bearer = format!("Bearer {key}");
        let json = ("content-type", "application/json");
        let name = format!(r#"{{"name": "{key}", "{key}": 1}}"#);
        let token = format!("Bearer {}", server.token());
        let basic = format!("Basic {key}");
        let mut responses = vec![exchange(&server, &key), exchange(&server, &format!("{key}x"))];
        for (method, target, headers, body) in [
            ("GET", CHECK.to_owned(), vec![("authorization", &*bearer)], ""),
            ("GET", format!("/api/v2/products/{key}"), vec![], ""),
            ("GET", format!("/api/v2/products?{key}=1"), vec![("authorization", &*bearer)], ""),
            ("GET", format!("/api/v1/get/item/{key}"), vec![("authorization", &*key)], ""),
            ("GET", format!("/auth/token/{key}"), vec![("authorization", &*bearer)], ""),
            ("GET", format!("/portal?next={key}"), vec![], ""),
            ("GET", format!("/health/live?{key}"), vec![], ""),
            ("GET", format!("/docs/{key}"), vec![], ""),
            ("GET", CHECK.to_owned(), vec![("x-request-id", &*key), ("authorization", &*basic)], ""),
            ("POST", "/auth/keys".to_owned(), vec![json, ("authorization", &*token)], &*name),
            ("POST", "/auth/token".to_owned(), vec![json], &*name),
        ] {
            responses.push(server.request(method, &target, &headers, body));
        }
        for response in &responses {
            assert!(!format!("{response:?}").contains(&key[17..]), "{response:?}");
        }
        server.stop(DEADLINE);
        assert!(server.log().contains("key_made") || server.log().contains("listening"));
        assert!(!server.log().contains(&key[17..40]), "{}", server.log());
        if sandbox.url().is_none() {
            for file in std::fs::read_dir(sandbox.path("")).unwrap() {
                let bytes = std::fs::read(file.unwrap().path()).unwrap_or_default();
                assert!(!bytes.windows(23).any(|part| part == &key.as_bytes()[17..40]));
            }
        }
    }
}
