//! In which forms a key is taken, and what is said about the others.

use crate::client::{TestRequest, send};
use crate::keys::{make, text};
use crate::test_service::{PASSWORD, TestService, login};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

fn basic(name: &str, password: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{name}:{password}")))
}

#[actix_web::test]
async fn price_lists_take_a_key_to_read_with_as_the_password_of_basic_and_say_so() {
    const LIST: &str = "/api/v2/products/search/price-list.csv?q=a";
    for service in TestService::all() {
        let made = make(&service, "user", json!({"name": "a"})).await;
        let (id, key) = (made["id"].as_str().unwrap(), text(&made));
        let of_another = text(&make(&service, "administrator", json!({"name": "b", "right": "import"})).await);
        let ask = async |path: &str, authorization: &str| {
            send(&service.state, TestRequest::get().uri(path).insert_header(("authorization", authorization))).await
        };
        for name in [login("user"), login("user").to_uppercase(), id.to_owned()] {
            assert_eq!(ask(LIST, &basic(&name, &key)).await.status, 200, "{name}");
        }
        for (name, password) in
            [("user", &*key), (&login("administrator"), &*key), (&login("administrator"), &*of_another), (id, PASSWORD)]
        {
            let refused = ask(LIST, &basic(name, password)).await;
            let challenges = refused.header("www-authenticate");
            assert_eq!(refused.status, 401, "{name}");
            assert!(challenges.starts_with("Basic realm=") && challenges.ends_with(", Bearer"), "{challenges}");
        }
        for (path, header, value) in [
            ("/auth/v2/check", "x-api-key", key.clone()),
            ("/auth/v2/check", "authorization", key.clone()),
            ("/auth/v2/check", "authorization", basic(id, &key)),
            ("/auth/check", "x-api-key", key.clone()),
            ("/auth/check", "authorization", format!("Token {key}")),
            ("/auth/check", "authorization", basic(id, &key)),
        ] {
            let request = TestRequest::get().uri(path).insert_header((header, value));
            let refused = send(&service.state, request).await;
            let expected = if path.contains("v2") { (401, "Bearer") } else { (200, "") };
            assert_eq!((refused.status, refused.header("www-authenticate")), expected);
            let body = refused.body;
            assert!(body.contains("Authorization: Bearer cat_") && !body.contains(&key), "{body}");
        }
    }
}
