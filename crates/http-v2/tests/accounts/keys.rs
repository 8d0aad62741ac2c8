//! Keys: what each kind of credential may do, and how keys are made, followed, limited and deleted.

use crate::client::{TestRequest, TestResponse, ask, get, log_in, send};
use crate::imports::IMPORTS;
use crate::test_service::TestService;
use catalog_domain::accounts::{AccountProfile, AccountStatus, PasswordHash};
use catalog_domain::pricing::Role;
use catalog_testkit::service::TestService as Server;
use serde_json::{Value, json};

const REFUSED: (u16, &str) = (401, "AuthorizationError");

pub(crate) async fn make(service: &TestService, user: &str, body: Value) -> Value {
    let made = ask(&service.state, "POST", "/auth/keys", &service.token(user), &body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.data("").clone()
}

pub(crate) fn text(made: &Value) -> String {
    made["key"].as_str().unwrap().to_owned()
}

async fn exchange(server: &Server, id: &str, secret: &str) -> TestResponse {
    let form = format!("grant_type=client_credentials&client_id={id}&client_secret={secret}");
    let request = TestRequest::post().uri("/auth/oauth/token").set_payload(form);
    send(server, request.insert_header(("Content-Type", "application/x-www-form-urlencoded"))).await
}

async fn token_for(service: &TestService, made: &Value) -> String {
    let response = exchange(&service.state, made["id"].as_str().unwrap(), &text(made)).await;
    assert_eq!(response.status, 200, "{}", response.body);
    response.json()["access_token"].as_str().unwrap().to_owned()
}

pub(crate) fn edit(service: &TestService, user: &str, change: impl Fn(&mut AccountProfile)) {
    let (account, mut change) = (service.account(user), change);
    service.stored.store.update_profile(account.id, &mut change, service.state.app.now()).unwrap().unwrap();
    service.state.app.accounts.refresh().unwrap();
}

/// What a credential may do, by [`OPERATIONS`].
type Row = [u16; 9];

/// The operations of the table: the columns of each [`Row`].
const OPERATIONS: [(&str, &str, &str); 9] = [
    ("GET", "/auth/v2/check", ""),
    ("GET", "/api/v2/products/P-1", ""),
    ("GET", "/auth/check", ""),
    ("GET", "/auth/admin/users", ""),
    ("PATCH", "/auth/admin/users/2", r#"{"priceLevel": "Опт"}"#),
    ("PATCH", "/auth/admin/users/2", r#"{"role": "user"}"#),
    ("POST", "/auth/admin/users/2/invitation", ""),
    ("GET", "/auth/keys", ""),
    ("GET", "/auth/admin/users/2/keys", ""),
];

const EVERYTHING: Row = [200; 9];
const USERS_TOKEN: Row = [200, 200, 200, 403, 403, 403, 403, 200, 403];
const READING: Row = [200, 200, 200, 403, 403, 403, 403, 403, 403];
const READING_ALL: Row = [200, 200, 200, 200, 403, 403, 403, 403, 403];
const CHANGING: Row = [200, 200, 200, 200, 200, 403, 403, 403, 403];
const DISABLED: Row = [403; 9];
const WRONG: Row = [401; 9];

async fn outcomes(service: &TestService, credential: &str) -> Row {
    let mut outcomes = Row::default();
    for (outcome, (method, path, body)) in outcomes.iter_mut().zip(OPERATIONS) {
        let body = if body.is_empty() { "{}" } else { body };
        let response = ask(&service.state, method, path, credential, body).await;
        let code = response.json()["error"]["code"].as_u64();
        *outcome = code.map_or(response.status, |code| u16::try_from(code).unwrap());
    }
    outcomes
}

#[actix_web::test]
async fn every_kind_of_credential_may_do_what_the_table_says() {
    for service in TestService::all() {
        let administrator = service.token("administrator");
        let mut table = vec![
            ("a user's token", service.token("user"), USERS_TOKEN),
            ("an administrator's token", administrator, EVERYTHING),
            ("a mistyped key", "cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz2345670000000".to_owned(), WRONG),
        ];
        let mut made = Vec::new();
        for (user, right, row) in [
            ("user", "read", READING),
            ("administrator", "read", READING_ALL),
            ("administrator", "import", READING_ALL),
            ("administrator", "admin", CHANGING),
        ] {
            let key = make(&service, user, json!({"name": right, "right": right, "expiresInDays": 1})).await;
            table.push(("a key", text(&key), row));
            table.push(("a token for a key", token_for(&service, &key).await, row));
            made.push(key);
        }
        for (case, credential, row) in &table {
            // Wrong keys are limited: each case has its own count.
            service.clock.advance(60);
            assert_eq!(outcomes(&service, credential).await, *row, "{case}");
        }
        let by_key = &table[3..];
        // A new password ends the administrator's tokens, and no key.
        let account = service.account("administrator");
        let hash = PasswordHash::new("another".into());
        service.stored.store.update_password(account.id, &hash, service.state.app.now()).unwrap().unwrap();
        service.state.app.accounts.refresh().unwrap();
        assert_eq!(outcomes(&service, &table[1].1).await, WRONG);
        assert_eq!(outcomes(&service, &by_key[6].1).await, CHANGING);
        // The keys of a demoted administrator read as a user.
        edit(&service, "administrator", |profile| profile.role = Role::User);
        for (case, credential, _) in by_key {
            assert_eq!(outcomes(&service, credential).await, READING, "{case} of a demoted administrator");
        }
        edit(&service, "administrator", |profile| profile.status = AccountStatus::Disabled);
        for (case, credential, _) in &by_key[2..] {
            assert_eq!(outcomes(&service, credential).await, DISABLED, "{case} of a disabled account");
        }
        edit(&service, "administrator", |profile| profile.status = AccountStatus::Active);
        for (case, credential, _) in &by_key[2..] {
            assert_eq!(outcomes(&service, credential).await, READING, "{case} of an enabled account");
        }
        let path = format!("/auth/keys/{}", made[0]["id"].as_str().unwrap());
        assert_eq!(ask(&service.state, "DELETE", &path, &service.token("user"), &json!({})).await.status, 200);
        service.clock.advance(24 * 60 * 60);
        for (case, credential, _) in by_key {
            service.clock.advance(60);
            assert_eq!(outcomes(&service, credential).await, WRONG, "{case} that was deleted or has ended");
        }
    }
}

#[actix_web::test]
async fn a_key_is_shown_once_and_listed_without_its_secret() {
    for service in TestService::all() {
        let made = make(&service, "user", json!({"name": "  Зеркало "})).await;
        let expires_at = json!("2027-01-31T12:00:00Z");
        let shown = ["name", "right", "expiresAt", "lastUsedAt"].map(|field| made[field].clone());
        assert_eq!(shown, [json!("Зеркало"), json!("read"), expires_at.clone(), Value::Null]);
        let forever = make(&service, "user", json!({"name": "b", "expiresInDays": null})).await;
        assert_eq!(forever["expiresAt"], Value::Null);
        let list = get(&service.state, &service.token("user"), "/auth/keys").await;
        let ids: Vec<_> = list.data("/items").as_array().unwrap().iter().map(|key| key["id"].clone()).collect();
        assert!(ids.contains(&made["id"]) && ids.contains(&forever["id"]) && ids.len() == 2);
        let administrator = service.token("administrator");
        let path = format!("/auth/admin/users/{}/keys", service.account("user").id);
        let theirs = get(&service.state, &administrator, &path).await;
        assert_eq!(theirs.data("/items"), list.data("/items"));
        for response in [&list, &theirs] {
            assert_eq!(response.header("cache-control"), "no-store");
            assert!(!response.body.contains(&text(&made)[17..]));
        }
        let check = get(&service.state, &text(&made), "/auth/v2/check").await;
        assert_eq!(check.data("/token/expiresAt"), expires_at);
        assert_eq!(check.data("/token/expiresIn"), json!(365 * 24 * 60 * 60));
        let check = get(&service.state, &text(&forever), "/auth/v2/check").await;
        assert_eq!((check.data("/token/expiresAt"), check.data("/token/expiresIn")), (Value::Null, Value::Null));
        // The history of the account has both, and no secret.
        let events = service.stored.store.account_events(service.account("user").id).unwrap();
        assert_eq!(events.len(), 2, "{events:?}");
        assert!(!format!("{events:?}").contains(&text(&made)[17..]));
        // One that has ended is listed as well.
        service.clock.advance(366 * 24 * 60 * 60);
        let later = get(&service.state, &service.token("user"), "/auth/keys").await;
        assert_eq!(later.data("/items").as_array().unwrap().len(), 2);
    }
}

#[actix_web::test]
async fn what_is_wrong_with_a_request_for_a_key_is_said_in_order() {
    for service in TestService::all() {
        let (user, administrator) = (service.token("user"), service.token("administrator"));
        let key = text(&make(&service, "user", json!({"name": "a"})).await);
        for (case, token, body, status, name) in [
            ("no name", &user, json!({}), 400, "ValidationError"),
            ("a key for a name", &user, json!({"name": key}), 400, "ValidationError"),
            ("an unknown right", &user, json!({"name": "a", "right": "write"}), 400, "ValidationError"),
            ("no right", &user, json!({"name": "a", "right": null}), 400, "ValidationError"),
            ("no day", &user, json!({"name": "a", "expiresInDays": 0}), 400, "ValidationError"),
            ("half a day", &user, json!({"name": "a", "expiresInDays": 0.5}), 400, "ValidationError"),
            ("a text", &user, json!({"name": "a", "expiresInDays": "1"}), 400, "ValidationError"),
            ("a right of others", &user, json!({"name": "a", "right": "import"}), 403, "ForbiddenError"),
            ("by a key", &key, json!({}), 403, "ForbiddenError"),
        ] {
            let response = ask(&service.state, "POST", "/auth/keys", token, &body).await;
            assert_eq!(response.outcome(), (status, name.to_owned()), "{case}: {}", response.body);
            assert_eq!(response.header("cache-control"), "no-store", "{case}");
            assert!(!response.body.contains(&key), "{case}");
        }
        for _ in 0..10 {
            make(&service, "administrator", json!({"name": "same", "right": "admin"})).await;
        }
        for (body, status, name) in
            [(json!({"name": "a"}), 409, "ConflictError"), (json!({"name": ""}), 400, "ValidationError")]
        {
            let response = ask(&service.state, "POST", "/auth/keys", &administrator, &body).await;
            assert_eq!(response.outcome(), (status, name.to_owned()));
        }
    }
}

#[actix_web::test]
async fn keys_of_others_are_not_found_and_administrators_delete_any() {
    for service in TestService::all() {
        let (user, administrator) = (service.token("user"), service.token("administrator"));
        let made = make(&service, "user", json!({"name": "a"})).await;
        let id = made["id"].as_str().unwrap();
        let (own, account) = (format!("/auth/keys/{id}"), service.account("user").id);
        let theirs = format!("/auth/admin/users/{account}/keys/{id}");
        for (case, token, path, status) in [
            ("another's", &administrator, own.clone(), 404),
            ("unknown", &user, "/auth/keys/abcdefgh2345".to_owned(), 404),
            ("no id at all", &user, "/auth/keys/X".to_owned(), 404),
            ("of another account", &administrator, format!("/auth/admin/users/1/keys/{id}"), 404),
            ("of nobody", &administrator, format!("/auth/admin/users/999/keys/{id}"), 404),
            ("by a user", &user, theirs.clone(), 403),
            ("by an administrator", &administrator, theirs, 200),
            ("again", &user, own, 404),
        ] {
            let response = ask(&service.state, "DELETE", &path, token, &json!({})).await;
            assert_eq!((response.status, response.header("cache-control")), (status, "no-store"), "{case}");
        }
        assert_eq!(get(&service.state, &text(&made), "/auth/v2/check").await.outcome(), (401, REFUSED.1.to_owned()));
        assert_eq!(get(&service.state, &administrator, "/auth/admin/users/999/keys").await.status, 404);
    }
}

#[actix_web::test]
async fn a_key_works_on_another_server_at_once_and_ends_there_with_its_next_poll() {
    for service in TestService::all() {
        let other = service.another_server();
        let made = make(&service, "user", json!({"name": "a"})).await;
        let (key, token) = (text(&made), token_for(&service, &made).await);
        for credential in [&token, &key] {
            assert_eq!(get(&other, credential, "/auth/v2/check").await.status, 200, "it was not polled yet");
        }
        let path = format!("/auth/keys/{}", made["id"].as_str().unwrap());
        assert_eq!(ask(&service.state, "DELETE", &path, &service.token("user"), &json!({})).await.status, 200);
        other.app.accounts.refresh().unwrap();
        for credential in [&token, &key] {
            assert_eq!(get(&other, credential, "/auth/v2/check").await.status, 401);
        }
    }
}

#[actix_web::test]
async fn the_time_of_the_last_use_is_exact_to_a_minute_and_not_written_for_each_request() {
    for service in TestService::all() {
        let made = make(&service, "user", json!({"name": "a"})).await;
        let (key, owner) = (text(&made), service.account("user").id);
        let noted = || service.stored.store.keys_of(owner).unwrap()[0].last_used_at;
        let first = service.state.app.now();
        for (seconds, expected) in [(0, 0), (30, 0), (29, 0), (1, 60)] {
            service.clock.advance(seconds);
            if seconds == 0 {
                // A request for a token is a use.
                token_for(&service, &made).await;
            } else {
                assert_eq!(get(&service.state, &key, "/auth/v2/check").await.status, 200);
            }
            while noted() != Some(first.plus_seconds(expected)) {
                tokio::task::yield_now().await;
            }
        }
    }
}

#[actix_web::test]
async fn wrong_keys_are_limited_by_source_and_right_ones_never_are() {
    for service in TestService::all() {
        let made = make(&service, "user", json!({"name": "a"})).await;
        let (id, key) = (made["id"].as_str().unwrap(), text(&made));
        let deleted = make(&service, "user", json!({"name": "b"})).await;
        let path = format!("/auth/keys/{}", deleted["id"].as_str().unwrap());
        ask(&service.state, "DELETE", &path, &service.token("user"), &json!({})).await;
        let other_end = if key.ends_with('a') { 'b' } else { 'a' };
        let (mistyped, gone) = (format!("{}{other_end}", &key[..55]), text(&deleted));
        for attempt in 0..10 {
            let response = match attempt {
                0..8 => get(&service.state, &gone, "/auth/v2/check").await,
                8 => exchange(&service.state, id, &mistyped).await,
                _ => exchange(&service.state, id, &gone).await,
            };
            assert_eq!(response.status, 401, "{attempt}");
            assert_eq!(get(&service.state, &key, "/auth/v2/check").await.status, 200);
            assert_eq!(exchange(&service.state, id, &key).await.status, 200);
        }
        let limited = get(&service.state, &gone, "/auth/v2/check").await;
        assert_eq!((limited.outcome(), limited.header("retry-after")), ((429, "TooManyRequestsError".into()), "60"));
        let typed = get(&service.state, &mistyped, "/auth/v2/check").await;
        assert_eq!(typed.status, 401, "nobody guesses by typing wrong");
        assert!(typed.body.contains("mistyped"), "{}", typed.body);
        let limited = exchange(&service.state, id, &mistyped).await;
        assert_eq!((limited.status, limited.json()), (429, json!({"error": "temporarily_unavailable"})));
        assert_eq!(get(&service.state, &key, "/auth/v2/check").await.status, 200, "right ones go on");
        assert_eq!(get(&service.state, "no.such.token", "/auth/v2/check").await.status, 401, "tokens are no keys");
        let login = log_in(&service, "/auth/token", "user", "wrong").await;
        assert_eq!(login.status, 401, "passwords have a limit of their own");
        service.clock.advance(60);
        assert_eq!(get(&service.state, &gone, "/auth/v2/check").await.status, 401);
    }
}

#[actix_web::test]
async fn a_key_in_an_address_is_refused_before_anything_else() {
    for service in TestService::all() {
        let made = make(&service, "user", json!({"name": "a"})).await;
        let key = text(&made);
        let encoded = key.replacen('c', "%63", 1);
        for path in [
            format!("/api/v2/products/{key}"),
            format!("/api/v2/products/{encoded}"),
            format!("/api/v2/products?stockNumbers={key}"),
            format!("/auth/keys/{key}"),
            format!("/auth/token/{key}"),
            format!("/api/v1/get/item/{key}"),
            format!("/api/v1/get/items/by-stock?list={encoded}"),
            format!("/no/such/path?access_token={key}"),
        ] {
            for credential in ["", &key] {
                let response = get(&service.state, credential, &path).await;
                let is_v1 = path.starts_with("/api/v1") || path.starts_with("/auth/token/");
                assert_eq!(response.status, if is_v1 { 200 } else { 400 }, "{path}");
                assert_eq!(response.json()["error"]["code"], 400, "{path}");
                assert!(!response.body.contains(&key[17..]), "{path}");
            }
        }
    }
}

#[actix_web::test]
async fn keys_lead_to_no_invitation() {
    for service in TestService::all() {
        let key = text(&make(&service, "administrator", json!({"name": "a", "right": "admin"})).await);
        for (case, user, body, status) in [
            ("approving", "pending", json!({"isActive": true}), 403),
            ("a role", "user", json!({"role": "admin"}), 403),
            ("refusing", "pending", json!({"isActive": false}), 200),
            ("enabling without a password", "pending", json!({"isActive": true}), 403),
            ("enabling with one", "disabled", json!({"isActive": true}), 200),
        ] {
            let path = format!("/auth/admin/users/{}", service.account(user).id);
            let response = ask(&service.state, "PATCH", &path, &key, &body).await;
            assert_eq!(response.status, status, "{case}: {}", response.body);
            assert!(!response.body.contains("invitation="), "{case}");
        }
    }
}

#[actix_web::test]
async fn a_key_of_too_small_a_right_says_which_one_is_needed() {
    let service = TestService::all().next().unwrap();
    let change = format!("/auth/admin/users/{}", service.account("user").id);
    let password = "This key may not do this. Keys can neither make keys nor do what leads to a password.";
    for (right, method, path, message) in [
        ("read", "POST", IMPORTS, "This key has the right `read`; this needs the right `import`."),
        ("read", "PATCH", &change, "This key has the right `read`; this needs the right `admin`."),
        ("import", "PATCH", &change, "This key has the right `import`; this needs the right `admin`."),
        ("import", "POST", "/auth/keys", password),
    ] {
        let key = text(&make(&service, "administrator", json!({"name": "a", "right": right})).await);
        let response = ask(&service.state, method, path, &key, &json!({"isActive": false})).await;
        assert_eq!(response.outcome(), (403, "ForbiddenError".to_owned()), "{right} {path}");
        assert_eq!(response.json()["error"]["message"], message, "{right} {path}");
    }
}
