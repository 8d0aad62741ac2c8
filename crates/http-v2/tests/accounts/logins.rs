//! Logging in at either route.

use crate::client::{get, log_in, patch, post};
use crate::test_service::{PASSWORD, TestService, login};
use catalog_domain::accounts::{Account, AccountProfile, AccountStatus, NewAccount};
use serde_json::json;

const WRONG: (u16, &str) = (401, "AuthorizationError");
const FORBIDDEN: (u16, &str) = (403, "ForbiddenError");

#[actix_web::test]
async fn each_login_route_accepts_the_right_accounts() {
    for service in TestService::all() {
        for (user, password, at_token, at_admin) in [
            ("administrator", PASSWORD, (200, ""), (200, "")),
            ("user", PASSWORD, (200, ""), WRONG),
            ("disabled", PASSWORD, FORBIDDEN, WRONG),
            ("former", PASSWORD, FORBIDDEN, FORBIDDEN),
            ("administrator", "wrong", WRONG, WRONG),
            ("administrator", "", WRONG, WRONG),
            ("administrator", &"x".repeat(10_000), WRONG, WRONG),
        ] {
            service.clock.advance(60);
            for (path, expected) in [("/auth/token", at_token), ("/auth/admin/login", at_admin)] {
                let response = log_in(&service, path, user, password).await;
                assert_eq!(response.outcome(), (expected.0, expected.1.to_owned()), "{user} at {path}");
                let challenge = if expected == WRONG { "Bearer" } else { "" };
                assert_eq!(response.header("www-authenticate"), challenge, "{user} at {path}");
            }
        }
    }
}

#[actix_web::test]
async fn an_administrators_login_gives_a_token_like_any_other() {
    for service in TestService::all() {
        let response = log_in(&service, "/auth/admin/login", "administrator", PASSWORD).await;
        assert_eq!(response.header("cache-control"), "no-store");
        let data = &response.json()["data"];
        assert_eq!((&data["tokenType"], &data["expiresIn"]), (&json!("Bearer"), &json!(86_400)));
        let check = get(&service.state, data["token"].as_str().unwrap(), "/auth/v2/check").await;
        assert_eq!(check.json()["data"]["user"]["role"], "admin");
    }
}

#[actix_web::test]
async fn nobody_learns_from_a_login_whether_an_address_is_known() {
    for service in TestService::all() {
        for path in ["/auth/token", "/auth/admin/login"] {
            let unknown = log_in(&service, path, "nobody", "wrong").await;
            assert_eq!(unknown.outcome(), (401, "AuthorizationError".into()));
            for user in ["user", "disabled", "pending", "administrator"] {
                assert_eq!(log_in(&service, path, user, "wrong").await, unknown, "{user}: status, headers and body");
            }
            service.clock.advance(60);
        }
        let no_password = log_in(&service, "/auth/admin/login", "pending", PASSWORD).await;
        let outsider = log_in(&service, "/auth/admin/login", "user", PASSWORD).await;
        assert_eq!(no_password, outsider, "a pending user has no password yet");
        assert_eq!(
            outsider,
            log_in(&service, "/auth/admin/login", "nobody", "wrong").await,
            "a right password is not a hint"
        );
        assert_eq!(service.hasher.counts(), (0, 13), "every login was verified exactly once");
    }
}

#[actix_web::test]
async fn a_login_that_is_none_is_not_counted_and_names_what_is_wrong() {
    for service in TestService::all() {
        // More than may be counted in a minute.
        for (body, wrong) in [
            (r#"{"login": "a", "login": "b", "password": "x"}"#, vec!["login"]),
            (r#"{"login": "a", "password": "x", "password": "x"}"#, vec!["password"]),
            (r#"{"login": ["a"], "password": true}"#, vec!["login", "password"]),
            (r#"{"password": tru}"#, vec!["password"]),
            ("{}", vec!["login", "password"]),
            (r#"{"login": 1, "password": "x"}"#, vec!["login"]),
            (r#"{"login": "x", "password": null}"#, vec!["password"]),
            ("[]", vec!["body"]),
            ("", vec!["body"]),
            ("{\"login\":", vec!["body"]),
            ("\u{feff}{}", vec!["body"]),
            (&"[".repeat(60_000), vec!["body"]),
        ] {
            let response = post(&service, "/auth/token", body).await;
            assert_eq!(response.outcome(), (400, "ValidationError".into()), "{body:.80}");
            assert_eq!(response.wrong_parameters(), wrong, "{body:.80}");
        }
        let in_query = post(&service, "/auth/token?login=x", "{}").await;
        assert_eq!((in_query.status, in_query.wrong_parameters()), (400, vec!["login".into()]));
        let response = post(&service, "/auth/token", r#"{"login": "a\u0000b", "password": "\u0000"}"#).await;
        assert_eq!(response.outcome(), (401, "AuthorizationError".into()), "a NUL is just wrong");
        assert_eq!(service.hasher.counts(), (0, 1));
    }
}

#[actix_web::test]
async fn a_user_approved_on_another_server_can_use_the_new_token_at_once() {
    for service in TestService::all() {
        let disabled = service.account("disabled");
        assert_eq!(get(&service.state, &service.token("disabled"), "/auth/v2/check").await.status, 403);
        let mut approve = |profile: &mut AccountProfile| profile.status = AccountStatus::Active;
        service.stored.store.update_profile(disabled.id, &mut approve, disabled.updated_at).unwrap();
        let response = log_in(&service, "/auth/token", "disabled", PASSWORD).await;
        let token = response.json()["data"]["token"].as_str().unwrap().to_owned();
        assert_eq!(get(&service.state, &token, "/auth/v2/check").await.status, 200);
    }
}

#[actix_web::test]
async fn an_account_from_before_the_rules_for_new_ones_works_as_always() {
    for service in TestService::all() {
        let user = "покупатель\u{200b}";
        let Account { profile, password_hash, created_at, .. } = service.account("user");
        let profile = AccountProfile { email: login(user), name: "\u{202e}nnA".into(), ..profile };
        let account = NewAccount { profile, password_hash, created_at };
        service.stored.store.insert(&account).unwrap().unwrap();
        assert_eq!(log_in(&service, "/auth/token", user, PASSWORD).await.status, 200);
        let id = service.account(user).id.to_string();
        assert_eq!(patch(&service, "administrator", &id, r#"{"configuratorAccess": true}"#).await.status, 200);
    }
}
