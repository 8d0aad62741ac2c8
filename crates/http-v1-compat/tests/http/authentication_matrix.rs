//! Every operation of v1's OpenAPI document, asked with every kind of credential that must open nothing. A new route is in
//! the matrix as soon as it is documented.

use crate::client::{TestRequest, send};
use crate::fixture::{Fixture, SECRET};
use catalog_testkit::forgery::Forgery;
use serde_json::{Value, json};

/// Tokens that must open nothing, each with the code of its refusal.
fn refused_tokens(fixture: &Fixture) -> Vec<(&'static str, Option<String>, u64)> {
    let good = fixture.token("wholesaler");
    let forged = |change: fn(&mut Forgery)| {
        let mut forgery = Forgery::of(&good);
        change(&mut forgery);
        forgery
    };
    let signed = |change| Some(forged(change).signed(&SECRET));
    let without_algorithm = forged(|forgery| forgery.header["alg"] = json!("none"));
    vec![
        ("no token", None, 401),
        ("garbage", Some("a.b.c".into()), 401),
        ("another key", Some(forged(|_| ()).signed(&[9; 32])), 401),
        ("alg none", Some(without_algorithm.unsigned()), 401),
        ("RS256 with our secret as its key", signed(|forgery| forgery.header["alg"] = json!("RS256")), 401),
        ("expired", signed(|forgery| forgery.claims["exp"] = forgery.claims["iat"].clone()), 401),
        ("another audience", signed(|forgery| forgery.claims["aud"] = json!("another-service")), 401),
        ("revoked", signed(|forgery| forgery.claims["generation"] = json!(99)), 401),
        ("a disabled account", Some(fixture.token("disabled")), 403),
    ]
}

fn targets() -> Vec<String> {
    let document: Value = serde_json::to_value(http_v1_compat::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    // The one route that takes a password and no token.
    paths.keys().filter(|path| *path != "/auth/token/{login}").map(|path| path.replace("{id}", "90001")).collect()
}

#[actix_web::test]
async fn no_documented_operation_opens_without_a_good_token() {
    let fixture = Fixture::new();
    let targets = targets();
    assert!(targets.len() >= 16, "{targets:?}");
    for target in targets {
        for (case, token, code) in refused_tokens(&fixture) {
            // Both forms that old clients use, and a wrong parameter that nobody may hear of.
            for scheme in ["Bearer ", ""] {
                let mut request = TestRequest::get().uri(&format!("{target}?id_list=x&stock_list="));
                if let Some(token) = &token {
                    request = request.insert_header(("Authorization", format!("{scheme}{token}")));
                }
                let answer = send(&fixture, request).await;
                assert_eq!((answer.status, answer.refusal().0), (200, code), "{target} with {case}");
            }
        }
    }
}

#[actix_web::test]
async fn the_forger_of_these_tests_can_make_a_token_that_opens() {
    for fixture in Fixture::all() {
        let token = Forgery::of(&fixture.token("wholesaler")).signed(&SECRET);
        let request = TestRequest::get().uri("/auth/check").insert_header(("Authorization", token));
        assert_eq!(send(&fixture, request).await.data()["login"], "wholesaler@shop.example");
    }
}
