//! Links on which people set their passwords.

use crate::client::{Answer, get, log_in, patch, post, send, with_json};
use crate::place::{PASSWORD, Place, login};
use actix_web::http::Method;
use catalog_testkit::thread_log::ThreadLog;
use serde_json::{Value, json};

const SET: &str = "/auth/password";
const FORGOTTEN: &str = "/auth/password/forgotten";
const NEW_PASSWORD: &str = "a new password";

/// The user who waits for approval.
const PENDING: &str = "5";

async fn invite(place: &Place, by: &str, id: &str) -> Answer {
    let request = with_json(Method::POST, &format!("/auth/admin/users/{id}/invitation"), "");
    let authorization = ("Authorization", format!("Bearer {}", place.token(by)));
    send(&place.services, request.insert_header(authorization)).await
}

async fn set(place: &Place, invitation: &str, password: &str) -> Answer {
    post(place, SET, json!({"invitation": invitation, "password": password}).to_string()).await
}

async fn request_password(place: &Place, email: &str) -> Answer {
    post(place, FORGOTTEN, json!({"email": email}).to_string()).await
}

/// The token in the link of an invitation.
fn token_of(invitation: &Value) -> String {
    let link = invitation["link"].as_str().unwrap();
    link.strip_prefix("https://shop.example/portal/password?invitation=").unwrap().to_owned()
}

async fn user(place: &Place, id: usize) -> Value {
    let list = get(&place.services, &place.token("administrator"), "/auth/admin/users").await;
    list.json()["data"]["items"][id - 1].clone()
}

#[actix_web::test]
async fn who_is_approved_sets_a_password_by_the_link_and_logs_in() {
    for place in Place::all() {
        let approved = patch(&place, "administrator", PENDING, r#"{"isActive": true}"#).await;
        let data = approved.json()["data"].clone();
        assert_eq!((approved.status, &data["status"], &data["hasPassword"]), (200, &json!("active"), &json!(false)));
        assert_eq!(data["invitation"]["expiresAt"], "2026-02-03T12:00:00Z", "72 hours");
        assert_eq!(data["invitationExpiresAt"], data["invitation"]["expiresAt"]);
        assert_eq!(approved.header("cache-control"), "no-store");
        let token = token_of(&data["invitation"]);

        let answer = set(&place, &token, NEW_PASSWORD).await;
        let expected = json!({"status": true, "data": {"login": login("pending")}, "error": {}, "message": ""});
        assert_eq!((answer.status, answer.json()), (200, expected));
        assert_eq!(answer.header("cache-control"), "no-store");
        let access = log_in(&place, "/auth/token", "pending", NEW_PASSWORD).await.json()["data"]["token"].clone();
        assert_eq!(get(&place.services, access.as_str().unwrap(), "/auth/v2/check").await.status, 200);
        let user = user(&place, 5).await;
        assert_eq!((&user["hasPassword"], &user["invitationExpiresAt"]), (&json!(true), &Value::Null));

        let again = patch(&place, "administrator", PENDING, r#"{"isActive": true}"#).await;
        assert_eq!(again.json()["data"].get("invitation"), None, "a password is set");
    }
}

#[actix_web::test]
async fn an_approval_that_is_repeated_leaves_the_link_that_is_out_already() {
    for place in Place::all() {
        let approve = || patch(&place, "administrator", PENDING, r#"{"isActive": true}"#);
        let first = token_of(&approve().await.json()["data"]["invitation"]);
        assert_eq!(approve().await.json()["data"].get("invitation"), None);
        place.clock.advance(72 * 60 * 60);
        let second = token_of(&approve().await.json()["data"]["invitation"]);
        assert_eq!(set(&place, &first, NEW_PASSWORD).await.wrong(), ["invitation"], "the first has expired");
        for change in [r#"{"isActive": false}"#, r#"{"priceLevel": "Опт"}"#] {
            assert_eq!(patch(&place, "administrator", PENDING, change).await.json()["data"].get("invitation"), None);
        }
        assert_eq!(set(&place, &second, NEW_PASSWORD).await.wrong(), ["invitation"], "shut out, link and all");
        let third = token_of(&approve().await.json()["data"]["invitation"]);
        assert_eq!(set(&place, &third, NEW_PASSWORD).await.status, 200);
    }
}

#[actix_web::test]
async fn an_invitation_that_cannot_be_used_is_told_the_same_whatever_is_wrong_with_it() {
    for place in Place::all() {
        let first = token_of(&invite(&place, "administrator", "2").await.json()["data"]);
        let second = token_of(&invite(&place, "administrator", "2").await.json()["data"]);
        let unknown = set(&place, "nonsense", NEW_PASSWORD).await;
        assert_eq!((unknown.outcome(), unknown.wrong()), ((400, "ValidationError".into()), vec!["invitation".into()]));
        assert_eq!(set(&place, &first, NEW_PASSWORD).await, unknown, "replaced");
        assert_eq!(set(&place, "", NEW_PASSWORD).await, unknown, "empty");
        assert_eq!(place.hasher.counts(), (0, 0), "nothing is hashed for nothing");
        assert_eq!(set(&place, &second, NEW_PASSWORD).await.status, 200);
        assert_eq!(set(&place, &second, NEW_PASSWORD).await, unknown, "used");
        let expired = token_of(&invite(&place, "administrator", "3").await.json()["data"]);
        place.clock.advance(72 * 60 * 60);
        assert_eq!(set(&place, &expired, NEW_PASSWORD).await, unknown, "expired");
        assert_eq!(log_in(&place, "/auth/token", "builder", PASSWORD).await.status, 200, "the old password stays");
    }
}

#[actix_web::test]
async fn a_password_that_is_none_leaves_the_invitation_as_it_is() {
    for place in Place::all() {
        let token = token_of(&invite(&place, "administrator", "2").await.json()["data"]);
        for (body, wrong) in [
            (json!({"invitation": token, "password": "nine byte"}), vec!["password"]),
            (json!({"invitation": token, "password": "x".repeat(73)}), vec!["password"]),
            (json!({"invitation": token, "password": "ten bytes\u{0}!"}), vec!["password"]),
            (json!({"invitation": token, "password": {"$ne": ""}}), vec!["password"]),
            (json!({"invitation": token}), vec!["password"]),
            (json!({"invitation": 7, "password": NEW_PASSWORD}), vec!["invitation"]),
            (json!({}), vec!["invitation", "password"]),
        ] {
            let answer = post(&place, SET, body.to_string()).await;
            assert_eq!(answer.outcome(), (400, "ValidationError".into()), "{body}");
            assert_eq!(answer.wrong(), wrong, "{body}");
        }
        assert_eq!(set(&place, &token, &"п".repeat(36)).await.status, 200, "72 bytes");
        assert_eq!(log_in(&place, "/auth/token", "user", &"п".repeat(36)).await.status, 200);
        assert_eq!(log_in(&place, "/auth/token", "user", &"п".repeat(35)).await.status, 401);
    }
}

#[actix_web::test]
async fn a_new_password_by_an_invitation_ends_the_tokens_that_are_out() {
    for place in Place::all() {
        let other = place.another_server();
        let old = place.token("user");
        let token = token_of(&invite(&place, "administrator", "2").await.json()["data"]);
        assert_eq!(get(&place.services, &old, "/auth/v2/check").await.status, 200, "the link alone ends nothing");
        assert_eq!(log_in(&place, "/auth/token", "user", PASSWORD).await.status, 200);
        assert_eq!(set(&place, &token, NEW_PASSWORD).await.status, 200);
        assert_eq!(get(&place.services, &old, "/auth/v2/check").await.status, 401);
        assert_eq!(log_in(&place, "/auth/token", "user", PASSWORD).await.status, 401);
        assert_eq!(log_in(&place, "/auth/token", "user", NEW_PASSWORD).await.status, 200);
        other.accounts.refresh().unwrap();
        assert_eq!(get(&other, &old, "/auth/v2/check").await.status, 401, "elsewhere, too");
    }
}

#[actix_web::test]
async fn nobody_learns_from_a_request_for_a_password_whether_an_address_is_known() {
    for place in Place::all() {
        let unknown = request_password(&place, "nobody@shop.example").await;
        let expected = json!({"status": true, "data": {"status": "requested"}, "error": {}, "message": ""});
        assert_eq!((unknown.status, unknown.json()), (202, expected));
        for email in ["USER@shop.example", "disabled@shop.example", "pending@shop.example", "", "a\u{0}@shop.example"] {
            assert_eq!(request_password(&place, email).await, unknown, "{email}");
        }
        let token = place.token("administrator");
        let asked = get(&place.services, &token, "/auth/admin/users?passwordRequested=true").await;
        let items = asked.json()["data"]["items"].clone();
        assert_eq!(items.as_array().unwrap().len(), 1, "{items}");
        assert_eq!((&items[0]["id"], &items[0]["passwordRequestedAt"]), (&json!("2"), &json!("2026-01-31T12:00:00Z")));
        assert_eq!(log_in(&place, "/auth/token", "user", PASSWORD).await.status, 200, "the password stays");
        invite(&place, "administrator", "2").await;
        assert_eq!(user(&place, 2).await["passwordRequestedAt"], Value::Null, "dealt with");
    }
}

#[actix_web::test]
async fn setting_a_password_counts_as_a_login_and_asking_for_one_has_a_limit_of_its_own() {
    for place in Place::all() {
        for _ in 0..10 {
            assert_eq!(set(&place, "nonsense", NEW_PASSWORD).await.status, 400);
            assert_eq!(request_password(&place, "nobody@shop.example").await.status, 202);
        }
        assert_eq!(log_in(&place, "/auth/token", "user", PASSWORD).await.status, 429);
        for refused in
            [set(&place, "nonsense", NEW_PASSWORD).await, request_password(&place, "nobody@shop.example").await]
        {
            assert_eq!(refused.outcome(), (429, "TooManyRequestsError".into()));
            assert_eq!(refused.header("retry-after"), "60");
        }
        let registration = json!({"email": "new@shop.example", "name": "n", "company": "c"});
        assert_eq!(post(&place, "/auth/registration", registration.to_string()).await.status, 202);
    }
}

#[actix_web::test]
async fn what_happens_to_invitations_is_on_record_without_their_tokens() {
    for place in Place::all() {
        let log = ThreadLog::default();
        let listening = log.listen();
        let token = token_of(&invite(&place, "administrator", "2").await.json()["data"]);
        set(&place, "a-guessed-one", NEW_PASSWORD).await;
        set(&place, &token, NEW_PASSWORD).await;
        request_password(&place, "user@shop.example").await;
        request_password(&place, "nobody@shop.example").await;
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
