//! Requests for access.

use crate::client::{TestResponse, log_in, patch, post};
use crate::test_service::{MOST_PENDING, PASSWORD, TestService};
use catalog_domain::accounts::{Account, AccountProfile, AccountStatus};
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_testkit::thread_log::ThreadLog;
use serde_json::{Value, json};

const PATH: &str = "/auth/registration";

fn request(email: &str) -> Value {
    json!({"email": email, "name": "Ann", "company": "Ann Ltd"})
}

/// The usual request with one field changed; null stays null.
fn with(field: &str, value: Value) -> String {
    let mut body = request("new@shop.example");
    body[field] = value;
    body.to_string()
}

async fn register(service: &TestService, email: &str) -> TestResponse {
    post(service, PATH, request(email).to_string()).await
}

#[actix_web::test]
async fn a_registered_user_is_pending_until_an_administrator_approves() {
    for service in TestService::all() {
        let body = json!({"email": "New@Shop.example", "password": "ten bytes!", "name": "Ann", "company": "Ann Ltd",
            "phone": "+1 555", "comment": "two\nlines", "device": "ignored", "role": "admin", "isActive": true});
        let response = post(&service, PATH, body.to_string()).await;
        let expected = json!({"status": true, "data": {"status": "pending"}, "error": {}, "message": ""});
        assert_eq!((response.status, response.json()), (202, expected));
        assert_eq!(response.header("cache-control"), "no-store");
        let stored = service.account("new");
        let profile = AccountProfile {
            email: "New@Shop.example".into(),
            name: "Ann".into(),
            company: "Ann Ltd".into(),
            phone: Some("+1 555".into()),
            comment: Some("two\nlines".into()),
            role: Role::User,
            status: AccountStatus::Pending,
            price_level: PriceLevel::retail(),
            configurator_access: false,
            language: None,
        };
        assert_eq!(stored.profile, profile, "nobody registers with rights");
        assert_eq!(stored.password_hash, None, "nor with a password: whose address it is has to be seen first");
        let log_in = || log_in(&service, "/auth/token", "new", "ten bytes!");
        assert_eq!(log_in().await.outcome(), (401, "AuthorizationError".into()));
        let approved = patch(&service, "administrator", &stored.id.to_string(), r#"{"isActive": true}"#).await;
        assert_eq!((approved.status, approved.json()["data"]["status"].clone()), (200, json!("active")));
        assert_eq!(log_in().await.outcome(), (401, "AuthorizationError".into()), "approved, and still no password");
        assert_eq!(service.hasher.counts().0, 0, "nothing was hashed");
    }
}

#[actix_web::test]
async fn nobody_learns_from_a_registration_whether_an_address_is_known() {
    for service in TestService::all() {
        let fresh = register(&service, "new@shop.example").await;
        let after_fresh = service.accounts();
        for known in ["new@shop.example", "USER@shop.example", "disabled@shop.example", "administrator@shop.example"] {
            assert_eq!(register(&service, known).await, fresh, "{known}: the same status, headers and body");
        }
        register(&service, "user@shop.example").await;
        let counts: Vec<_> = service.accounts().iter().map(|account| account.registration_attempts).collect();
        assert_eq!(counts, [1, 2, 0, 1, 0, 0, 1], "each is counted for the administrators");
        let uncounted = |account: Account| Account { registration_attempts: 0, ..account };
        let after: Vec<_> = service.accounts().into_iter().map(uncounted).collect();
        assert_eq!(after, after_fresh, "known accounts stay as they are");
        assert_eq!(log_in(&service, "/auth/token", "user", PASSWORD).await.status, 200, "and so do their passwords");
    }
}

#[actix_web::test]
async fn a_registration_that_is_wrong_anywhere_names_it_and_stores_nothing() {
    let long = "x".repeat(201);
    let cases = [
        (with("email", json!("nobody")), vec!["email"]),
        (with("email", json!("b\u{200b}uyer@shop.example")), vec!["email"]),
        (with("email", json!(7)), vec!["email"]),
        (with("email", Value::Null), vec!["email"]),
        (with("name", json!("")), vec!["name"]),
        (with("name", json!("A\u{200b}nn")), vec!["name"]),
        (with("company", json!("Ｓhop Ltd")), vec!["company"]),
        (with("company", json!(long)), vec!["company"]),
        (with("company", json!(["x"])), vec!["company"]),
        (with("phone", json!("5\u{0}")), vec!["phone"]),
        (with("comment", json!("x".repeat(2_001))), vec!["comment"]),
        ("{}".into(), vec!["email", "name", "company"]),
        ("[]".into(), vec!["body"]),
        (String::new(), vec!["body"]),
        (r#"{"email": "\ud800"}"#.into(), vec!["email"]),
        (request("new@shop.example").to_string() + "{}", vec!["body"]),
        (request("new@shop.example").to_string().replacen('{', r#"{"email": "b@shop.example", "#, 1), vec!["email"]),
        (with("x", json!(1)).replacen('{', r#"{"x": 2, "#, 1), vec!["x"]),
        (format!("{{\"name\": {}", "[".repeat(60_000)), vec!["name"]),
        (format!("{{\"name\": {}", r#"{"a":"#.repeat(10_000)), vec!["name"]),
        ("[".repeat(65_000), vec!["body"]),
    ];
    for service in TestService::all() {
        let before = service.accounts();
        for (body, wrong) in &cases {
            let response = post(&service, PATH, body.as_str()).await;
            let shown: String = body.chars().take(80).collect();
            assert_eq!(response.outcome(), (400, "ValidationError".into()), "{shown}: {}", response.body);
            assert_eq!(&response.wrong_parameters(), wrong, "{shown}");
        }
        let response = post(&service, PATH, with("comment", json!("x".repeat(1_000_000)))).await;
        assert_eq!(response.outcome(), (413, "PayloadTooLargeError".into()));
        assert_eq!(service.accounts(), before, "nothing is stored");
    }
}

#[actix_web::test]
async fn a_password_in_a_registration_is_ignored_whatever_it_is() {
    for service in TestService::all() {
        for (number, password) in [json!("ten bytes!"), json!("x"), json!(7), Value::Null].into_iter().enumerate() {
            let mut body = request(&format!("new{number}@shop.example"));
            body["password"] = password;
            assert_eq!(post(&service, PATH, body.to_string()).await.status, 202, "{body}");
            assert_eq!(service.account(&format!("new{number}")).password_hash, None, "{body}");
        }
    }
}

#[actix_web::test]
async fn the_oldest_pending_users_are_deleted_beyond_the_bound_and_logged() {
    for service in TestService::all() {
        let log = ThreadLog::default();
        let listening = log.listen();
        // The pending user of the tests is the oldest.
        for number in 0..=MOST_PENDING {
            service.clock.advance(60);
            assert_eq!(register(&service, &format!("new{number}@shop.example")).await.status, 202);
        }
        drop(listening);
        let profiles = service.accounts().into_iter().map(|account| account.profile);
        let waiting: Vec<_> = profiles.filter(|profile| profile.status == AccountStatus::Pending).collect();
        assert_eq!((waiting.len(), &*waiting[0].email), (MOST_PENDING as usize, "new1@shop.example"));
        let reported = log.text().lines().filter(|line| line.contains("pending_accounts_forgotten")).count();
        assert_eq!(reported, 2);
    }
}
