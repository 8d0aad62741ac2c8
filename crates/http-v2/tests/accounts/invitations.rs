//! Links on which people set their passwords.

use crate::client::{TestResponse, get, invite, log_in, patch, post, request_password};
use crate::test_service::{PASSWORD, TestService, login};
use catalog_testkit::thread_log::ThreadLog;
use serde_json::{Value, json};

const SET: &str = "/auth/password";
const NEW_PASSWORD: &str = "a new password";

const PENDING: &str = "5";

async fn set(service: &TestService, invitation: &str, password: &str) -> TestResponse {
    post(service, SET, json!({"invitation": invitation, "password": password}).to_string()).await
}

fn token_of(invitation: &Value) -> String {
    let link = invitation["link"].as_str().unwrap();
    link.strip_prefix("https://shop.example/portal/password?invitation=").unwrap().to_owned()
}

async fn user(service: &TestService, id: usize) -> Value {
    let list = get(&service.state, &service.token("administrator"), "/auth/admin/users").await;
    list.json()["data"]["items"][id - 1].clone()
}

#[actix_web::test]
async fn an_approved_user_sets_a_password_by_the_link_and_logs_in() {
    for service in TestService::all() {
        let approved = patch(&service, "administrator", PENDING, r#"{"isActive": true}"#).await;
        let data = approved.json()["data"].clone();
        assert_eq!((approved.status, &data["status"], &data["hasPassword"]), (200, &json!("active"), &json!(false)));
        assert_eq!(data["invitation"]["expiresAt"], "2026-02-03T12:00:00Z", "72 hours");
        assert_eq!(data["invitationExpiresAt"], data["invitation"]["expiresAt"]);
        assert_eq!(approved.header("cache-control"), "no-store");
        let token = token_of(&data["invitation"]);

        let response = set(&service, &token, NEW_PASSWORD).await;
        let expected = json!({"status": true, "data": {"login": login("pending")}, "error": {}, "message": ""});
        assert_eq!((response.status, response.json()), (200, expected));
        assert_eq!(response.header("cache-control"), "no-store");
        let access = log_in(&service, "/auth/token", "pending", NEW_PASSWORD).await.json()["data"]["token"].clone();
        assert_eq!(get(&service.state, access.as_str().unwrap(), "/auth/v2/check").await.status, 200);
        let user = user(&service, 5).await;
        assert_eq!((&user["hasPassword"], &user["invitationExpiresAt"]), (&json!(true), &Value::Null));

        let again = patch(&service, "administrator", PENDING, r#"{"isActive": true}"#).await;
        assert_eq!(again.json()["data"].get("invitation"), None, "a password is set");
    }
}

#[actix_web::test]
async fn every_unusable_invitation_gets_the_same_error() {
    for service in TestService::all() {
        let first = token_of(&invite(&service, "administrator", "2").await.json()["data"]);
        let second = token_of(&invite(&service, "administrator", "2").await.json()["data"]);
        let unknown = set(&service, "nonsense", NEW_PASSWORD).await;
        assert_eq!((unknown.status, unknown.wrong_parameters()), (400, vec!["invitation".into()]));
        assert_eq!(set(&service, &first, NEW_PASSWORD).await, unknown, "replaced");
        assert_eq!(set(&service, "", NEW_PASSWORD).await, unknown, "empty");
        assert_eq!(service.hasher.counts(), (0, 0), "nothing is hashed for nothing");
        assert_eq!(set(&service, &second, NEW_PASSWORD).await.status, 200);
        assert_eq!(set(&service, &second, NEW_PASSWORD).await, unknown, "used");
        let expired = token_of(&invite(&service, "administrator", "3").await.json()["data"]);
        service.clock.advance(72 * 60 * 60);
        assert_eq!(set(&service, &expired, NEW_PASSWORD).await, unknown, "expired");
        assert_eq!(log_in(&service, "/auth/token", "builder", PASSWORD).await.status, 200, "the old password stays");
    }
}

#[actix_web::test]
async fn a_password_that_is_none_leaves_the_invitation_as_it_is() {
    for service in TestService::all() {
        let token = token_of(&invite(&service, "administrator", "2").await.json()["data"]);
        for (body, wrong) in [
            (json!({"invitation": token, "password": "nine byte"}), vec!["password"]),
            (json!({"invitation": token, "password": {"$ne": ""}}), vec!["password"]),
            (json!({"invitation": token}), vec!["password"]),
            (json!({"invitation": 7, "password": NEW_PASSWORD}), vec!["invitation"]),
            (json!({}), vec!["invitation", "password"]),
        ] {
            let response = post(&service, SET, body.to_string()).await;
            assert_eq!(response.outcome(), (400, "ValidationError".into()), "{body}");
            assert_eq!(response.wrong_parameters(), wrong, "{body}");
        }
        assert_eq!(set(&service, &token, &"п".repeat(36)).await.status, 200, "72 bytes");
        assert_eq!(log_in(&service, "/auth/token", "user", &"п".repeat(36)).await.status, 200);
        assert_eq!(log_in(&service, "/auth/token", "user", &"п".repeat(35)).await.status, 401);
    }
}

#[actix_web::test]
async fn nobody_learns_from_a_request_for_a_password_whether_an_address_is_known() {
    for service in TestService::all() {
        let unknown = request_password(&service, "nobody@shop.example").await;
        let expected = json!({"status": true, "data": {"status": "requested"}, "error": {}, "message": ""});
        assert_eq!((unknown.status, unknown.json()), (202, expected));
        for email in ["USER@shop.example", "disabled@shop.example", "pending@shop.example", "", "a\u{0}@shop.example"] {
            assert_eq!(request_password(&service, email).await, unknown, "{email}");
        }
        let token = service.token("administrator");
        let requested = get(&service.state, &token, "/auth/admin/users?passwordRequested=true").await;
        let items = requested.json()["data"]["items"].clone();
        assert_eq!(items.as_array().unwrap().len(), 1, "{items}");
        assert_eq!((&items[0]["id"], &items[0]["passwordRequestedAt"]), (&json!("2"), &json!("2026-01-31T12:00:00Z")));
        assert_eq!(log_in(&service, "/auth/token", "user", PASSWORD).await.status, 200, "the password stays");
        invite(&service, "administrator", "2").await;
        assert_eq!(user(&service, 2).await["passwordRequestedAt"], Value::Null, "dealt with");
    }
}

#[actix_web::test]
async fn setting_a_password_counts_as_a_login_and_requesting_one_has_a_separate_limit() {
    for service in TestService::all() {
        for _ in 0..10 {
            assert_eq!(set(&service, "nonsense", NEW_PASSWORD).await.status, 400);
            assert_eq!(request_password(&service, "nobody@shop.example").await.status, 202);
        }
        assert_eq!(log_in(&service, "/auth/token", "user", PASSWORD).await.status, 429);
        for refused in
            [set(&service, "nonsense", NEW_PASSWORD).await, request_password(&service, "nobody@shop.example").await]
        {
            assert_eq!(refused.outcome(), (429, "TooManyRequestsError".into()));
            assert_eq!(refused.header("retry-after"), "60");
        }
        let registration = json!({"email": "new@shop.example", "name": "n", "company": "c"});
        assert_eq!(post(&service, "/auth/registration", registration.to_string()).await.status, 202);
    }
}

#[actix_web::test]
async fn invitations_are_audited_without_their_tokens() {
    for service in TestService::all() {
        let log = ThreadLog::default();
        let listening = log.listen();
        let token = token_of(&invite(&service, "administrator", "2").await.json()["data"]);
        set(&service, "a-guessed-one", NEW_PASSWORD).await;
        set(&service, &token, NEW_PASSWORD).await;
        request_password(&service, "user@shop.example").await;
        request_password(&service, "nobody@shop.example").await;
        drop(listening);
        let lines = log.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
        let audits = lines.iter().filter(|line| line["target"] == "audit").map(|line| line["fields"].clone());
        let expected = [
            json!({"event": "invitation_made", "by": "account 1", "account": 2, "expires_at": "2026-02-03T12:00:00Z"}),
            json!({"event": "invitation_refused", "source": "0.0.0.0"}),
            json!({"event": "password_set", "account": 2, "source": "0.0.0.0"}),
            json!({"event": "password_requested", "account": 2, "source": "0.0.0.0"}),
            json!({"event": "password_requested", "source": "0.0.0.0"}),
        ];
        assert_eq!(audits.collect::<Vec<_>>(), expected);
        for secret in [&*token, "a-guessed-one", NEW_PASSWORD, "nobody@", "portal"] {
            assert!(!log.text().contains(secret), "{secret}");
        }
    }
}
