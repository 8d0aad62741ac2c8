//! Logging in at either door.

use crate::client::{get, log_in, post};
use crate::place::{PASSWORD, Place};
use catalog_domain::account::AccountProfile;
use catalog_domain::account::AccountStatus;
use serde_json::json;

const WRONG: (u16, &str) = (401, "AuthorizationError");
const FORBIDDEN: (u16, &str) = (403, "ForbiddenError");

#[actix_web::test]
async fn each_door_lets_in_whom_it_should() {
    for place in Place::all() {
        for (user, password, at_token, at_admin) in [
            ("administrator", PASSWORD, (200, ""), (200, "")),
            ("user", PASSWORD, (200, ""), WRONG),
            ("disabled", PASSWORD, FORBIDDEN, WRONG),
            ("former", PASSWORD, FORBIDDEN, FORBIDDEN),
            ("administrator", "wrong", WRONG, WRONG),
        ] {
            for (path, expected) in [("/auth/token", at_token), ("/auth/admin/login", at_admin)] {
                let answer = log_in(&place, path, user, password).await;
                assert_eq!(answer.outcome(), (expected.0, expected.1.to_owned()), "{user} at {path}");
            }
        }
    }
}

#[actix_web::test]
async fn an_administrators_login_gives_a_token_like_any_other() {
    for place in Place::all() {
        let answer = log_in(&place, "/auth/admin/login", "administrator", PASSWORD).await;
        assert_eq!(answer.header("cache-control"), "no-store");
        let data = &answer.json()["data"];
        assert_eq!((&data["tokenType"], &data["expiresIn"]), (&json!("Bearer"), &json!(86_400)));
        let check = get(&place.services, data["token"].as_str().unwrap(), "/auth/v2/check").await;
        assert_eq!(check.json()["data"]["user"]["role"], "admin");
    }
}

#[actix_web::test]
async fn nobody_learns_from_a_login_whether_an_address_is_known() {
    for place in Place::all() {
        for path in ["/auth/token", "/auth/admin/login"] {
            let unknown = log_in(&place, path, "nobody", "wrong").await;
            assert_eq!(unknown.outcome(), (401, "AuthorizationError".into()));
            for user in ["user", "disabled", "pending", "administrator"] {
                assert_eq!(log_in(&place, path, user, "wrong").await, unknown, "{user}: status, headers and body");
            }
            place.clock.advance(60);
        }
        let no_password = log_in(&place, "/auth/admin/login", "pending", PASSWORD).await;
        let outsider = log_in(&place, "/auth/admin/login", "user", PASSWORD).await;
        assert_eq!(no_password, outsider, "who waits has no password yet");
        assert_eq!(
            outsider,
            log_in(&place, "/auth/admin/login", "nobody", "wrong").await,
            "a right password is no hint"
        );
        assert_eq!(place.hasher.counts(), (0, 13), "every login was verified exactly once");
    }
}

#[actix_web::test]
async fn a_login_that_is_none_is_not_counted_and_names_what_is_wrong() {
    for place in Place::all() {
        for _ in 0..3 {
            for (body, wrong) in [
                (r#"{"login": "a", "login": "b", "password": "x"}"#, vec!["login"]),
                (r#"{"login": "a", "password": "x", "password": "x"}"#, vec!["password"]),
                (r#"{"login": ["a"], "password": true}"#, vec!["login", "password"]),
                (r#"{"password": tru}"#, vec!["password"]),
            ] {
                let answer = post(&place, "/auth/token", body).await;
                assert_eq!(
                    (answer.status, answer.wrong()),
                    (400, wrong.into_iter().map(Into::into).collect()),
                    "{body}"
                );
            }
        }
        let answer = post(&place, "/auth/token", r#"{"login": "a\u0000b", "password": "\u0000"}"#).await;
        assert_eq!(answer.outcome(), (401, "AuthorizationError".into()), "a NUL is just wrong");
        assert_eq!(place.hasher.counts(), (0, 1));
    }
}

#[actix_web::test]
async fn who_was_approved_elsewhere_a_moment_ago_can_use_the_new_token_at_once() {
    for place in Place::all() {
        let disabled = place.account("disabled");
        assert_eq!(get(&place.services, &place.token("disabled"), "/auth/v2/check").await.status, 403);
        let mut approve = |profile: &mut AccountProfile| profile.status = AccountStatus::Active;
        place.stored.store.update_profile(disabled.id, &mut approve, disabled.updated_at).unwrap();
        let answer = log_in(&place, "/auth/token", "disabled", PASSWORD).await;
        let token = answer.json()["data"]["token"].as_str().unwrap().to_owned();
        assert_eq!(get(&place.services, &token, "/auth/v2/check").await.status, 200);
    }
}
