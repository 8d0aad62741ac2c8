//! Which mail is sent to whom, and that nothing depends on it.

use crate::client::{get, invite, log_in, patch, post, request_password};
use crate::keys::{make, text};
use crate::test_service::{MOST_PENDING, TestMailer, TestService, login};
use catalog_domain::ports::{MailMessage, MailOutcome};
use serde_json::{Value, json};
use std::sync::Arc;

const NEW_PASSWORD: &str = "a new password";

fn state(outcome: MailOutcome) -> impl Iterator<Item = (TestService, Arc<TestMailer>)> {
    TestService::all().map(move |service| {
        let mailer = Arc::new(TestMailer::new(outcome));
        (service.with_mail(&mailer), mailer)
    })
}

async fn change(service: &TestService, id: &str, body: &str) -> Value {
    let response = patch(service, "administrator", id, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["data"].clone()
}

async fn set_password(service: &TestService, message: &MailMessage) -> u16 {
    let token = message.text.split("invitation=").nth(1).unwrap().lines().next().unwrap();
    post(service, "/auth/password", json!({"invitation": token, "password": NEW_PASSWORD}).to_string()).await.status
}

async fn requested_at(service: &TestService, id: usize) -> Value {
    let list = get(&service.state, &service.token("administrator"), "/auth/admin/users").await;
    list.json()["data"]["items"][id - 1]["passwordRequestedAt"].clone()
}

fn sent(mailer: &TestMailer) -> Vec<(&'static str, String)> {
    mailer.take().into_iter().map(|message| (message.kind, message.recipient)).collect()
}

#[actix_web::test]
async fn an_approval_is_one_mail_with_the_link_that_administrators_see() {
    for (service, mailer) in state(MailOutcome::Queued) {
        let approved = change(&service, "5", r#"{"isActive": true}"#).await;
        assert_eq!(approved["invitation"]["mailed"], true);
        let [message] = &mailer.take()[..] else { panic!("not one mail") };
        assert_eq!((message.kind, &*message.recipient), ("access_approved", &*login("pending")));
        assert!(message.text.lines().any(|line| line == approved["invitation"]["link"]), "{}", message.text);
        assert!(message.text.contains("until 3 Feb 2026, 12:00 UTC."), "{}", message.text);
        for typed in ["Shop Ltd", "Hello, pending"] {
            assert!(!message.text.contains(typed), "{}", message.text);
        }
        assert_eq!(set_password(&service, message).await, 200);
        assert_eq!(log_in(&service, "/auth/token", "pending", NEW_PASSWORD).await.status, 200);
        change(&service, "5", r#"{"isActive": true, "configuratorAccess": true}"#).await;
        assert_eq!(sent(&mailer), [], "nothing was approved");
    }
}

#[actix_web::test]
async fn an_invitation_is_mailed_and_a_person_who_has_a_password_learns_that_it_works_again() {
    for (service, mailer) in state(MailOutcome::Queued) {
        assert_eq!(invite(&service, "administrator", "2").await.json()["data"]["mailed"], true);
        assert_eq!(sent(&mailer), [("invitation", login("user"))]);
        change(&service, "4", r#"{"isActive": true}"#).await;
        let [message] = &mailer.take()[..] else { panic!("not one mail") };
        assert_eq!((message.kind, &*message.recipient), ("access_restored", &*login("disabled")));
        assert!(message.text.ends_with("\nhttps://shop.example/portal/sign-in\n"), "{}", message.text);
        change(&service, "4", r#"{"isActive": false}"#).await;
        assert_eq!(sent(&mailer), []);
    }
}

#[actix_web::test]
async fn a_forgotten_password_is_mailed_to_active_users_only_and_every_response_is_the_same() {
    for (service, mailer) in state(MailOutcome::Queued) {
        let mut responses = Vec::new();
        for user in ["nobody", "disabled", "pending", "user"] {
            responses.push(request_password(&service, &login(user)).await);
        }
        assert!(responses.iter().all(|response| *response == responses[0]), "{responses:?}");
        let messages = mailer.wait_for_one().await;
        let [message] = &messages[..] else { panic!("{messages:?}") };
        assert_eq!((message.kind, &*message.recipient), ("forgotten_password", &*login("user")));
        assert_eq!(requested_at(&service, 2).await, Value::Null, "nothing is left to do for administrators");
        assert_eq!(set_password(&service, message).await, 200);
    }
}

#[actix_web::test]
async fn requests_for_a_password_make_one_link_in_ten_minutes() {
    for (service, mailer) in state(MailOutcome::Queued) {
        request_password(&service, &login("user")).await;
        let first = mailer.wait_for_one().await;
        for _ in 0..3 {
            request_password(&service, &login("user")).await;
        }
        request_password(&service, &login("builder")).await;
        assert_eq!(mailer.wait_for_one().await[0].recipient, login("builder"), "and no other one was mailed");
        // At the end: mails are made behind the responses, and a used link is no reason against another one.
        assert_eq!(set_password(&service, &first[0]).await, 200, "the link that is out works");
    }
}

#[actix_web::test]
async fn mail_that_is_refused_changes_nothing_but_what_administrators_are_told() {
    for (service, mailer) in state(MailOutcome::Full) {
        let approved = change(&service, "5", r#"{"isActive": true}"#).await;
        assert_eq!(approved["invitation"]["mailed"], false);
        let [message] = &mailer.take()[..] else { panic!("not one mail") };
        assert_eq!(request_password(&service, &login("pending")).await.status, 202);
        assert_ne!(requested_at(&service, 5).await, Value::Null, "administrators see the request");
        assert_eq!(set_password(&service, message).await, 200, "no other link replaced it");
    }
    for service in TestService::all() {
        let approved = change(&service, "5", r#"{"isActive": true}"#).await;
        assert_eq!(approved["invitation"]["mailed"], false, "no mail at all");
    }
}

#[actix_web::test]
async fn administrators_are_told_of_new_requests_once_an_hour() {
    for (service, mailer) in state(MailOutcome::Queued) {
        let notify = || service.state.app.accounts.mail_new_requests();
        let register = |user: &'static str| {
            let body = json!({"email": login(user), "name": "n\u{430}", "company": "c"});
            post(&service, "/auth/registration", body.to_string())
        };
        notify();
        assert_eq!(sent(&mailer), []);
        for user in ["new-1", "new-2", "new-2", "user"] {
            assert_eq!(register(user).await.status, 202);
        }
        notify();
        let [message] = &mailer.take()[..] else { panic!("not one mail") };
        assert_eq!((message.kind, &*message.recipient), ("new_requests", &*login("administrator")));
        assert_eq!(message.subject, "2 new requests for access to the catalog");
        assert!(message.text.contains("\nhttps://shop.example/portal/admin/requests\n"), "{}", message.text);
        register("new-3").await;
        notify();
        assert_eq!(sent(&mailer), []);
        service.clock.advance(60 * 60);
        notify();
        assert_eq!(mailer.take()[0].subject, "1 new request for access to the catalog");
        assert!(service.accounts().len() < MOST_PENDING as usize);
    }
}

#[actix_web::test]
async fn the_owner_of_a_key_is_told_once_that_it_ends_soon() {
    const DAY_SECONDS: i64 = 24 * 60 * 60;
    for (service, mailer) in state(MailOutcome::Queued) {
        let made = make(&service, "user", json!({"name": "hello", "expiresInDays": 60})).await;
        let tell = || service.state.app.accounts.mail_ending_keys();
        tell().await.unwrap();
        service.clock.advance(30 * DAY_SECONDS - 1);
        tell().await.unwrap();
        assert_eq!(sent(&mailer), []);
        service.clock.advance(1);
        tell().await.unwrap();
        tell().await.unwrap();
        let [message] = &mailer.take()[..] else { panic!("not one mail") };
        assert_eq!((message.kind, &*message.recipient), ("key_ends", &*login("user")));
        assert!(message.text.contains(made["id"].as_str().unwrap()), "{}", message.text);
        assert!(message.text.contains("\nhttps://shop.example/portal/keys\n"), "{}", message.text);
        assert!(!message.text.contains(&text(&made)[17..]), "{}", message.text);
        assert!(!message.text.contains("hello"), "{}", message.text);
    }
}
