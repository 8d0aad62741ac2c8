//! Administrators' operations on users.

use crate::client::{ask, get, log_in, patch, send, with_json};
use crate::test_service::{PASSWORD, TestService};
use actix_web::http::Method;
use serde_json::{Value, json};

const LIST: &str = "/auth/admin/users";

#[actix_web::test]
async fn users_are_listed_by_state() {
    for service in TestService::all() {
        let token = service.token("administrator");
        for (query, expected) in [
            ("", vec!["administrator", "user", "builder", "disabled", "pending", "former"]),
            ("?status=active", vec!["administrator", "user", "builder"]),
            ("?status=pending", vec!["pending"]),
            ("?status=disabled", vec!["disabled", "former"]),
        ] {
            let response = get(&service.state, &token, &format!("{LIST}{query}")).await;
            let items = response.json()["data"]["items"].clone();
            let names: Vec<_> = items.as_array().unwrap().iter().map(|item| item["name"].clone()).collect();
            assert_eq!(names, expected, "{query}");
            assert!(!response.body.contains("$2"), "no hash of a password");
        }
        let pending = get(&service.state, &token, &format!("{LIST}?status=pending")).await;
        let expected = json!({"id": "5", "email": "pending@shop.example", "name": "pending", "company": "Shop Ltd",
            "role": "user", "status": "pending", "isActive": false, "priceLevel": "Розн", "configuratorAccess": false,
            "hasPassword": false, "registrationAttempts": 0, "passwordRequestedAt": null, "invitationExpiresAt": null});
        let pagination = json!({"page": 1, "pageSize": 50, "pageCount": 1, "total": 1});
        assert_eq!(pending.json()["data"], json!({"items": [expected], "meta": {"pagination": pagination}}));
        for query in ["?status=", "?status=Active", "?state=active", "?pageSize=1001", "?passwordRequested=yes"] {
            assert_eq!(get(&service.state, &token, &format!("{LIST}{query}")).await.status, 400, "{query}");
        }
    }
}

#[actix_web::test]
async fn a_change_names_its_fields_and_returns_the_user() {
    for service in TestService::all() {
        for (id, body, field, value) in [
            ("5", r#"{"isActive": true}"#, "status", json!("active")),
            ("5", r#"{"isActive": false}"#, "status", json!("disabled")),
            ("5", r#"{"isActive": true}"#, "isActive", json!(true)),
            ("2", r#"{"priceLevel": "Опт"}"#, "priceLevel", json!("Опт")),
            ("2", r#"{"role": "admin"}"#, "role", json!("admin")),
            ("2", r#"{"role": "user"}"#, "role", json!("user")),
            ("2", r#"{"configuratorAccess": true}"#, "configuratorAccess", json!(true)),
            ("2", "{}", "priceLevel", json!("Опт")),
            ("1", r#"{"isActive": true, "role": "admin", "priceLevel": "Опт"}"#, "priceLevel", json!("Опт")),
        ] {
            let response = patch(&service, "administrator", id, body).await;
            assert_eq!(response.status, 200, "{body}: {}", response.body);
            let user = response.data("");
            assert_eq!((&user["id"], &user[field]), (&json!(id), &value), "{body}");
            assert_eq!(response.header("cache-control"), "no-store");
        }
    }
}

#[actix_web::test]
async fn a_change_that_is_wrong_anywhere_changes_nothing() {
    for service in TestService::all() {
        let before = service.accounts();
        for (id, body, wrong) in [
            ("2", r#"{"isActive": null}"#, vec!["isActive"]),
            ("2", r#"{"isActive": 1, "role": "king"}"#, vec!["isActive", "role"]),
            ("2", r#"{"role": "ADMIN"}"#, vec!["role"]),
            ("2", r#"{"priceLevel": null}"#, vec!["priceLevel"]),
            ("2", r#"{"priceLevel": "a\u0000"}"#, vec!["priceLevel"]),
            ("2", r#"{"configuratorAccess": 0}"#, vec!["configuratorAccess"]),
            ("2", r#"{"isActive": false, "email": "x@y.example"}"#, vec!["email"]),
            ("2", r#"{"isactive": false}"#, vec!["isactive"]),
            ("2", r#"{"role": "user", "role": "admin"}"#, vec!["role"]),
            ("2", "[]", vec!["body"]),
            ("1", r#"{"isActive": false}"#, vec!["isActive"]),
            ("1", r#"{"role": "user"}"#, vec!["role"]),
            ("x", "{}", vec!["id"]),
            ("01", "{}", vec!["id"]),
            ("-1", "{}", vec!["id"]),
            ("2?dryRun=true", r#"{"isActive": false}"#, vec!["dryRun"]),
        ] {
            let response = patch(&service, "administrator", id, body).await;
            assert_eq!(response.outcome(), (400, "ValidationError".into()), "{id} {body}");
            assert_eq!(response.wrong_parameters(), wrong, "{id} {body}");
        }
        for id in ["0", "999", "99999999999999999999"] {
            let response = patch(&service, "administrator", id, r#"{"isActive": true}"#).await;
            assert_eq!(response.outcome(), (404, "NotFoundError".into()), "{id}");
        }
        let many: serde_json::Map<String, Value> = (0..3_000).map(|at| (format!("f{at}"), Value::Null)).collect();
        let response = patch(&service, "administrator", "2", &Value::from(many).to_string()).await;
        assert!(response.status == 400, "not every one of thousands is reported");
        assert!(response.body.len() < 5_000, "not every one of thousands is reported");
        assert_eq!(service.accounts(), before);
    }
}

#[actix_web::test]
async fn only_administrators_learn_what_is_wrong_with_a_change() {
    for service in TestService::all() {
        for body in ["{}", "[", r#"{"role": "king"}"#] {
            let response = patch(&service, "user", "x", body).await;
            assert_eq!(response.outcome(), (403, "ForbiddenError".into()), "{body}");
            let anonymous = send(&service.state, with_json(Method::PATCH, "/auth/admin/users/x", body)).await;
            assert_eq!(anonymous.outcome(), (401, "AuthorizationError".into()), "{body}");
        }
    }
}

#[actix_web::test]
async fn a_change_counts_at_once_for_tokens_that_are_out_already() {
    for service in TestService::all() {
        let user = service.token("user");
        assert_eq!(get(&service.state, &user, LIST).await.status, 403);
        patch(&service, "administrator", "2", r#"{"role": "admin", "priceLevel": "Опт"}"#).await;
        assert_eq!(get(&service.state, &user, LIST).await.status, 200, "the role is the account's, not the token's");
        let check = get(&service.state, &user, "/auth/v2/check").await;
        assert_eq!(check.json()["data"]["user"]["priceLevel"], "Опт");
        patch(&service, "administrator", "2", r#"{"role": "user"}"#).await;
        assert_eq!(get(&service.state, &user, LIST).await.status, 403);
        patch(&service, "administrator", "2", r#"{"isActive": false}"#).await;
        assert_eq!(get(&service.state, &user, "/auth/v2/check").await.outcome(), (403, "ForbiddenError".into()));
        patch(&service, "administrator", "2", r#"{"isActive": true}"#).await;
        let again = get(&service.state, &user, "/auth/v2/check").await;
        assert_eq!(again.outcome(), (401, "AuthorizationError".into()), "old tokens stay dead");
        assert_eq!(log_in(&service, "/auth/token", "user", PASSWORD).await.status, 200);
    }
}

#[actix_web::test]
async fn an_erased_user_has_no_access_no_name_and_no_way_back() {
    for service in TestService::all() {
        let (user, administrator) = (service.token("user"), service.token("administrator"));
        let erase = async |id: &str| ask(&service.state, "DELETE", &format!("{LIST}/{id}"), &administrator, "").await;
        let id = service.account("user").id.to_string();
        assert_eq!(id, "2");
        assert_eq!(erase("1").await.outcome(), (409, "ConflictError".into()), "one's own");
        for _repeated in 0..2 {
            assert_eq!(erase("2").await.json()["data"], json!({}));
            let listed = get(&service.state, &administrator, LIST).await.json();
            let listed = listed["data"]["items"].as_array().unwrap().iter().find(|item| item["id"] == "2").unwrap();
            let texts = ["email", "name", "company", "status"].map(|field| listed[field].as_str().unwrap());
            assert_eq!(texts, ["erased account 2", "", "", "disabled"]);
        }
        assert_eq!(get(&service.state, &user, "/auth/v2/check").await.outcome(), (403, "ForbiddenError".into()));
        let before = get(&service.state, &administrator, LIST).await.json();
        for (change, field) in [
            (r#"{"isActive": true}"#, "isActive"),
            (r#"{"isActive": false}"#, "isActive"),
            (r#"{"role": "admin"}"#, "role"),
            (r#"{"configuratorAccess": true, "priceLevel": "Опт"}"#, "priceLevel"),
            (r#"{"configuratorAccess": true}"#, "configuratorAccess"),
        ] {
            let changed = patch(&service, "administrator", "2", change).await;
            assert_eq!(changed.outcome(), (400, "ValidationError".into()), "{change}: {}", changed.body);
            assert!(changed.body.contains("cannot be changed: the account was erased"), "{change}: {}", changed.body);
            assert!(changed.body.contains(field), "{change}: {}", changed.body);
        }
        assert_eq!(get(&service.state, &administrator, LIST).await.json()["data"], before["data"]);
        let login = log_in(&service, "/auth/token", "user", PASSWORD).await;
        assert_eq!(login.outcome(), log_in(&service, "/auth/token", "nobody", PASSWORD).await.outcome());
    }
}
