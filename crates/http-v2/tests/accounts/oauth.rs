//! Tokens for keys, as OAuth 2.0 clients ask for them.

use crate::client::{TestRequest, TestResponse, get, post, send};
use crate::keys::{edit, make, text};
use crate::test_service::{TestService, loaded};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use catalog_domain::accounts::{AccountStatus, InvitationLinks};
use catalog_testkit::app::TestApp;
use serde_json::json;

const PATH: &str = "/auth/oauth/token";
const FORM: &str = "application/x-www-form-urlencoded";

async fn ask(service: &TestService, kind: &str, authorization: &str, body: &str) -> TestResponse {
    let mut request = TestRequest::post().uri(PATH).insert_header(("Content-Type", kind)).set_payload(body.to_owned());
    if !authorization.is_empty() {
        request = request.insert_header(("Authorization", authorization));
    }
    send(&service.state, request).await
}

async fn key(service: &TestService, days: u32) -> (String, String) {
    let made = make(service, "user", json!({"name": "a", "expiresInDays": days})).await;
    (made["id"].as_str().unwrap().to_owned(), text(&made))
}

#[actix_web::test]
async fn a_client_gets_a_token_by_a_form_or_by_basic() {
    for service in TestService::all() {
        let (id, secret) = key(&service, 1).await;
        let basic = format!("Basic {}", STANDARD.encode(format!("{id}:{secret}")));
        let form = format!("grant_type=client_credentials&client_id={id}&client_secret={secret}");
        for (authorization, body) in [
            ("", form.as_str()),
            ("", &format!("{form}&scope=read&resource=x")),
            (&basic, "grant_type=client_credentials"),
            (&basic, &format!("grant_type=client_credentials&client_id={id}")),
            (&basic.replacen("Basic", "bAsIc", 1), "&grant_type=client_credentials&"),
        ] {
            let response = ask(&service, FORM, authorization, body).await;
            assert_eq!((response.status, response.header("cache-control")), (200, "no-store"), "{}", response.body);
            let token = response.json();
            let names: Vec<_> = token.as_object().unwrap().keys().cloned().collect();
            assert_eq!(names, ["access_token", "expires_in", "token_type"]);
            assert_eq!((&token["token_type"], &token["expires_in"]), (&json!("Bearer"), &json!(86_400)));
            let token = token["access_token"].as_str().unwrap();
            assert_eq!(get(&service.state, token, "/auth/v2/check").await.status, 200);
        }
        // A token ends with its key.
        service.clock.advance(86_000);
        let late = ask(&service, FORM, "", &form).await.json();
        assert_eq!(late["expires_in"], 400);
    }
}

#[actix_web::test]
async fn what_is_wrong_is_an_error_of_the_rfc() {
    const INVALID: (u16, &str) = (400, "invalid_request");
    for service in TestService::all() {
        let (id, secret) = key(&service, 1).await;
        let basic = |id: &str, secret: &str| format!("Basic {}", STANDARD.encode(format!("{id}:{secret}")));
        let right = basic(&id, &secret);
        let client = format!("client_id={id}&client_secret={secret}");
        let grant = "grant_type=client_credentials";
        for (case, kind, authorization, body, expected) in [
            ("no client", FORM, String::new(), grant.to_owned(), INVALID),
            ("half a client", FORM, String::new(), format!("{grant}&client_id={id}"), INVALID),
            ("JSON", "application/json", String::new(), json!({"grant_type": "a"}).to_string(), INVALID),
            ("no type", "text/plain", right.clone(), grant.to_owned(), INVALID),
            ("both", FORM, right.clone(), format!("{grant}&{client}"), INVALID),
            ("another client in the form", FORM, right.clone(), format!("{grant}&client_id=abcdefgh2345"), INVALID),
            ("no grant", FORM, right.clone(), String::new(), INVALID),
            ("a repeated grant", FORM, right.clone(), format!("{grant}&{grant}"), INVALID),
            ("no text", FORM, right.clone(), "grant_type=%ff".to_owned(), INVALID),
            ("another grant", FORM, right.clone(), "grant_type=password".to_owned(), (400, "unsupported_grant_type")),
            ("no Basic", FORM, "Basic !".to_owned(), grant.to_owned(), INVALID),
            ("a wrong key", FORM, basic(&id, "wrong"), grant.to_owned(), (401, "invalid_client")),
            ("another key's id", FORM, basic("abcdefgh2345", &secret), grant.to_owned(), (401, "invalid_client")),
        ] {
            let response = ask(&service, kind, &authorization, &body).await;
            assert_eq!((response.status, response.json()), (expected.0, json!({"error": expected.1})), "{case}");
            assert_eq!(response.header("cache-control"), "no-store", "{case}");
            let challenge = if expected.0 == 401 { "Basic" } else { "" };
            assert_eq!(response.header("www-authenticate"), challenge, "{case}");
        }
        let in_query = post(&service, &format!("{PATH}?{grant}"), "").await;
        assert_eq!(in_query.json(), json!({"error": "invalid_request"}));
        edit(&service, "user", |profile| profile.status = AccountStatus::Disabled);
        let disabled = ask(&service, FORM, &right, grant).await;
        assert_eq!((disabled.status, disabled.json()), (401, json!({"error": "invalid_client"})));
    }
}

#[actix_web::test]
async fn a_document_says_where_tokens_are_and_how_to_ask_for_them() {
    let service = TestService::all().next().unwrap();
    let path = "/.well-known/oauth-authorization-server";
    for (public, issuer) in
        [("https://shop.example/catalog", "https://shop.example/catalog"), ("", "http://10.0.0.1:8080")]
    {
        let server = loaded(TestApp { links: InvitationLinks::new(public), ..service.app() });
        let response = send(&server, TestRequest::get().uri(path).insert_header(("Host", "10.0.0.1:8080"))).await;
        assert_eq!((response.status, response.header("cache-control")), (200, "no-store"));
        let expected = json!({
            "issuer": issuer,
            "token_endpoint": format!("{issuer}{PATH}"),
            "grant_types_supported": ["client_credentials"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
            "response_types_supported": ["none"],
        });
        assert_eq!(response.json(), expected);
    }
}
