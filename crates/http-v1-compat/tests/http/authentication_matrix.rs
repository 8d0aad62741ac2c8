//! Every operation of v1's OpenAPI document, requested with every kind of credential that must be refused. A new route
//! is in the matrix as soon as it is documented.

use crate::client::{TestRequest, send};
use crate::records::usual_fixture;
use catalog_testkit::app::SECRET;
use catalog_testkit::forged_token::ForgedToken;
use catalog_testkit::usual::Fixture;
use serde_json::Value;

fn refused_tokens(fixture: &Fixture) -> Vec<(&'static str, Option<String>, u64)> {
    let forged = ForgedToken::refused(&fixture.token("wholesaler"), &SECRET).into_iter();
    let others = [("no token", None, 401), ("a disabled account", Some(fixture.token("disabled")), 403)];
    forged.map(|(case, token)| (case, Some(token), 401)).chain(others).collect()
}

fn targets() -> Vec<String> {
    let document: Value = serde_json::to_value(http_v1_compat::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    // The one route that takes a password and no token.
    paths.keys().filter(|path| *path != "/auth/token/{login}").map(|path| path.replace("{id}", "90001")).collect()
}

#[actix_web::test]
async fn no_documented_operation_opens_without_a_good_token() {
    let fixture = usual_fixture();
    let targets = targets();
    assert!(targets.len() >= 16, "{targets:?}");
    for target in targets {
        for (case, token, code) in refused_tokens(&fixture) {
            // Both forms of v1 clients, and a wrong parameter that must not be reported.
            for scheme in ["Bearer ", ""] {
                let mut request = TestRequest::get().uri(&format!("{target}?id_list=x&stock_list="));
                if let Some(token) = &token {
                    request = request.insert_header(("Authorization", format!("{scheme}{token}")));
                }
                let response = send(&fixture, request).await;
                assert_eq!((response.status, response.refusal().0), (200, code), "{target} with {case}");
            }
        }
    }
}
