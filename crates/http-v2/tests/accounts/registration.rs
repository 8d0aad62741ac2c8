//! Asking for access.

use crate::client::{Answer, get, log_in, patch, post};
use crate::place::{PASSWORD, Place};
use catalog_domain::account::{AccountProfile, AccountStatus};
use catalog_domain::price_level::PriceLevel;
use catalog_domain::viewer::Role;
use serde_json::{Value, json};

const PATH: &str = "/auth/registration";

fn request(email: &str) -> Value {
    json!({"email": email, "password": "ten bytes!", "name": "Ann", "company": "Ann Ltd"})
}

/// The usual request with one field changed; null stays null.
fn with(field: &str, value: Value) -> String {
    let mut body = request("new@shop.example");
    body[field] = value;
    body.to_string()
}

async fn register(place: &Place, email: &str) -> Answer {
    post(place, PATH, request(email).to_string()).await
}

#[actix_web::test]
async fn who_registers_waits_until_an_administrator_approves() {
    for place in Place::all() {
        let body = json!({"email": "New@Shop.example", "password": "ten bytes!", "name": "Ann", "company": "Ann Ltd",
            "phone": "+1 555", "comment": "two\nlines", "device": "ignored", "role": "admin", "isActive": true});
        let answer = post(&place, PATH, body.to_string()).await;
        let expected = json!({"status": true, "data": {"status": "pending"}, "error": {}, "message": ""});
        assert_eq!((answer.status, answer.json()), (202, expected));
        assert_eq!(answer.header("cache-control"), "no-store");
        let stored = place.account("new");
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
        };
        assert_eq!(stored.profile, profile, "nobody registers with rights");
        let refused = log_in(&place, "/auth/token", "new", "ten bytes!").await;
        assert_eq!(refused.outcome(), (403, "ForbiddenError".into()));
        let approved = patch(&place, "administrator", &stored.id.to_string(), r#"{"isActive": true}"#).await;
        assert_eq!((approved.status, approved.json()["data"]["status"].clone()), (200, json!("active")));
        let token = log_in(&place, "/auth/token", "new", "ten bytes!").await.json()["data"]["token"].clone();
        assert_eq!(get(&place.services, token.as_str().unwrap(), "/auth/v2/check").await.status, 200);
    }
}

#[actix_web::test]
async fn nobody_learns_from_a_registration_whether_an_address_is_known() {
    for place in Place::all() {
        let fresh = register(&place, "new@shop.example").await;
        let after_fresh = (place.accounts(), place.hasher.counts());
        assert_eq!(after_fresh.1, (1, 0));
        for (tried, known) in
            ["new@shop.example", "USER@shop.example", "disabled@shop.example", "administrator@shop.example"]
                .into_iter()
                .enumerate()
        {
            assert_eq!(register(&place, known).await, fresh, "{known}: the same status, headers and body");
            assert_eq!(place.hasher.counts(), (tried + 2, 0), "{known}: the same work");
        }
        assert_eq!(place.accounts(), after_fresh.0, "known accounts stay as they are");
        assert_eq!(log_in(&place, "/auth/token", "user", PASSWORD).await.status, 200, "and so do their passwords");
    }
}

#[actix_web::test]
async fn a_registration_that_is_wrong_anywhere_names_it_and_stores_nothing() {
    let long = "x".repeat(201);
    let cases = [
        (with("email", json!("nobody")), vec!["email"]),
        (with("email", json!("a b@shop.example")), vec!["email"]),
        (with("email", json!("a@shop.example\u{0}")), vec!["email"]),
        (with("email", json!(format!("{}@shop.example", "a".repeat(250)))), vec!["email"]),
        (with("email", json!("b\u{200b}uyer@shop.example")), vec!["email"]),
        (with("email", json!("ｂuyer@shop.example")), vec!["email"]),
        (with("email", json!("buyer@shоp.example")), vec!["email"]),
        (with("email", json!(7)), vec!["email"]),
        (with("email", Value::Null), vec!["email"]),
        (with("password", json!("nine byte")), vec!["password"]),
        (with("password", json!("x".repeat(73))), vec!["password"]),
        (with("password", json!("ten bytes\u{0}!")), vec!["password"]),
        (with("password", json!({"$ne": ""})), vec!["password"]),
        (with("name", json!("")), vec!["name"]),
        (with("name", json!(" \u{a0}")), vec!["name"]),
        (with("name", json!("a\u{1b}[31m")), vec!["name"]),
        (with("name", json!("A\u{200b}nn")), vec!["name"]),
        (with("name", json!("\u{202e}nnA")), vec!["name"]),
        (with("company", json!("Ｓhop Ltd")), vec!["company"]),
        (with("comment", json!("\u{2066}x")), vec!["comment"]),
        (with("company", json!(long)), vec!["company"]),
        (with("company", json!(["x"])), vec!["company"]),
        (with("phone", json!(555)), vec!["phone"]),
        (with("phone", json!("5\u{0}")), vec!["phone"]),
        (with("comment", json!("x".repeat(2_001))), vec!["comment"]),
        ("{}".into(), vec!["email", "password", "name", "company"]),
        ("[]".into(), vec!["body"]),
        ("null".into(), vec!["body"]),
        (String::new(), vec!["body"]),
        ("{\"email\": \"a\u{0}\"}".into(), vec!["email"]),
        (r#"{"email": "\ud800"}"#.into(), vec!["email"]),
        (request("new@shop.example").to_string() + "{}", vec!["body"]),
        (request("new@shop.example").to_string().replacen('{', r#"{"email": "b@shop.example", "#, 1), vec!["email"]),
        (with("x", json!(1)).replacen('{', r#"{"x": 2, "#, 1), vec!["x"]),
        (format!("{{\"name\": {}", "[".repeat(60_000)), vec!["name"]),
        (format!("{{\"name\": {}", r#"{"a":"#.repeat(10_000)), vec!["name"]),
        ("[".repeat(65_000), vec!["body"]),
    ];
    for place in Place::all() {
        let before = place.accounts();
        for (body, wrong) in &cases {
            let answer = post(&place, PATH, body.as_str()).await;
            let shown: String = body.chars().take(80).collect();
            assert_eq!(answer.outcome(), (400, "ValidationError".into()), "{shown}: {}", answer.body);
            assert_eq!(&answer.wrong(), wrong, "{shown}");
        }
        let answer = post(&place, PATH, with("comment", json!("x".repeat(1_000_000)))).await;
        assert_eq!(answer.outcome(), (413, "PayloadTooLargeError".into()));
        assert_eq!(place.accounts(), before, "nothing is stored");
        assert_eq!(place.hasher.counts(), (0, 0), "and nothing is hashed");
    }
}

#[actix_web::test]
async fn every_byte_of_the_shortest_and_longest_password_counts() {
    for place in Place::all() {
        for (user, password) in [("short", "0123456789".to_owned()), ("long", "x".repeat(72)), ("wide", "п".repeat(36))]
        {
            let body = json!({"email": crate::place::login(user), "password": password, "name": "n", "company": "c",
                "phone": null});
            assert_eq!(post(&place, PATH, body.to_string()).await.status, 202, "{user}");
            let right = log_in(&place, "/auth/token", user, &password).await;
            assert_eq!(right.status, 403, "{user}: right, but not approved yet");
            let cut = log_in(&place, "/auth/token", user, &password[2..]).await;
            assert_eq!(cut.status, 401, "{user}");
        }
    }
}
