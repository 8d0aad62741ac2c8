//! The content of the audit log.

use crate::client::{log_in, patch, post, send, with_json};
use crate::test_service::{PASSWORD, TestService, login};
use actix_web::http::Method;
use catalog_testkit::thread_log::ThreadLog;
use serde_json::{Value, json};

/// The events of the audit log, each with its span but without the values that differ from run to run.
fn audit_events(log: &ThreadLog) -> Vec<Value> {
    let lines = log.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
    let audits = lines.into_iter().filter(|line| line["target"] == "audit");
    let with_span = |line: Value| {
        let mut event = line["fields"].clone();
        event["span"] = line["span"].clone();
        event
    };
    audits.map(with_span).collect()
}

fn span(event: &Value) -> &Value {
    &event["span"]["id"]
}

#[actix_web::test]
async fn every_login_is_audited_with_its_request_and_without_secrets() {
    for service in TestService::all() {
        let log = ThreadLog::default();
        let listening = log.listen();
        for (request, user, password) in [
            ("r-1", "user", PASSWORD),
            ("r-2", "user", "mistyped secret"),
            ("r-3", "typed-my-secret-here", "x"),
            ("r-4", "pending", PASSWORD),
            ("r-5", "disabled", PASSWORD),
        ] {
            let body = json!({"login": login(user), "password": password}).to_string();
            let request = with_json(Method::POST, "/auth/token", body).insert_header(("X-Request-Id", request));
            send(&service.state, request).await;
        }
        log_in(&service, "/auth/admin/login", "user", PASSWORD).await;
        drop(listening);
        let events = audit_events(&log);
        let fields = ["event", "account", "reason", "source", "realm"];
        let expected = [
            json!(["login_allowed", 2, null, "0.0.0.0", "everybody"]),
            json!(["login_refused", 2, "wrong_password", "0.0.0.0", "everybody"]),
            json!(["login_refused", null, "unknown_login", "0.0.0.0", "everybody"]),
            json!(["login_refused", 5, "no_password", "0.0.0.0", "everybody"]),
            json!(["login_refused", 4, "disabled", "0.0.0.0", "everybody"]),
        ];
        let found: Vec<_> = events[..5].iter().map(|event| json!(fields.map(|field| &event[field]))).collect();
        assert_eq!(found, expected);
        assert_eq!(events.iter().take(5).map(span).collect::<Vec<_>>(), ["r-1", "r-2", "r-3", "r-4", "r-5"]);
        let elsewhere = ["reason", "realm"].map(|field| &events[5][field]);
        assert_eq!(elsewhere, ["not_an_administrator", "administrators"]);
        for secret in [PASSWORD, "mistyped", "typed-my-secret", "eyJ", "$2"] {
            assert!(!log.text().contains(secret), "{secret}");
        }
    }
}

#[actix_web::test]
async fn registrations_and_decisions_are_audited() {
    for service in TestService::all() {
        let log = ThreadLog::default();
        let listening = log.listen();
        let body = |email: &str| json!({"email": email, "password": "a long secret", "name": "N", "company": "C"});
        for email in ["new@shop.example", "user@shop.example"] {
            post(&service, "/auth/registration", body(email).to_string()).await;
        }
        let change = r#"{"isActive": true, "priceLevel": "Опт", "role": "admin", "configuratorAccess": true}"#;
        patch(&service, "administrator", "7", change).await;
        patch(&service, "administrator", "7", change).await;
        patch(&service, "administrator", "1", r#"{"isActive": false}"#).await;
        drop(listening);
        let mut events = audit_events(&log);
        for event in &mut events {
            assert!(span(event).is_string(), "{event}");
            event.as_object_mut().unwrap().remove("span");
        }
        let changed = |field: &str, from: &str, to: &str| json!({"event": "account_changed", "by": "account 1", "account": 7, "field": field, "from": from, "to": to});
        let expected = [
            json!({"event": "registration", "account": 7, "is_new": true, "source": "0.0.0.0"}),
            json!({"event": "registration", "account": 2, "is_new": false, "source": "0.0.0.0"}),
            changed("status", "pending", "active"),
            changed("role", "user", "admin"),
            changed("price_level", "Розн", "Опт"),
            changed("configurator_access", "no", "yes"),
            json!({"event": "invitation_made", "by": "account 1", "account": 7, "expires_at": "2026-02-03T12:00:00Z"}),
        ];
        assert_eq!(events, expected, "what changes nothing or is refused leaves no mark");
        assert!(!log.text().contains("a long secret"));
    }
}

#[actix_web::test]
async fn a_source_with_too_many_attempts_is_audited() {
    for service in TestService::all() {
        for _ in 0..10 {
            log_in(&service, "/auth/token", "nobody", "wrong").await;
        }
        let log = ThreadLog::default();
        let listening = log.listen();
        log_in(&service, "/auth/token", "nobody", "wrong").await;
        drop(listening);
        let events = audit_events(&log);
        assert_eq!((&events[0]["event"], &events[0]["kind"]), (&json!("too_many_attempts"), &json!("login")));
        assert_eq!(events.len(), 1);
    }
}
