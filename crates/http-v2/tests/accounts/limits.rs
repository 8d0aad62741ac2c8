//! Attempt limits per source.

use crate::client::{TestRequest, log_in, send, with_json};
use crate::test_service::{PASSWORD, TestService, login};
use actix_web::http::Method;
use catalog_app::accounts::AttemptLimits;
use catalog_testkit::app::TestApp;
use catalog_testkit::service::TestService as Server;
use serde_json::json;
use std::sync::Arc;

const REFUSED: (u16, &str) = (429, "TooManyRequestsError");

fn registration(number: usize) -> TestRequest {
    let body = json!({"email": login(&format!("new{number}")), "name": "n", "company": "c"});
    with_json(Method::POST, "/auth/registration", body.to_string())
}

#[actix_web::test]
async fn all_login_routes_share_ten_attempts_a_minute_right_or_wrong() {
    for service in TestService::all() {
        for attempt in 0..10 {
            let path = if attempt % 2 == 0 { "/auth/token" } else { "/auth/admin/login" };
            let password = if attempt % 3 == 0 { PASSWORD } else { "wrong" };
            assert_ne!(log_in(&service, path, "administrator", password).await.status, 429, "{attempt}");
            service.clock.advance(1);
        }
        assert_eq!(service.hasher.counts(), (0, 10));
        for path in ["/auth/token", "/auth/admin/login"] {
            let refused = log_in(&service, path, "administrator", PASSWORD).await;
            assert_eq!(refused.outcome(), (REFUSED.0, REFUSED.1.to_owned()), "{path}");
            assert_eq!(refused.header("retry-after"), "50");
            assert_eq!(refused, log_in(&service, path, "nobody", "wrong").await, "whoever it is");
        }
        assert_eq!(service.hasher.counts(), (0, 10), "no password was looked at any more");
        service.clock.advance(49);
        assert_eq!(log_in(&service, "/auth/token", "administrator", PASSWORD).await.status, 429);
        service.clock.advance(1);
        let after_the_wait = log_in(&service, "/auth/token", "administrator", PASSWORD).await;
        assert_eq!(after_the_wait.status, 200);
    }
}

#[actix_web::test]
async fn registrations_have_a_limit_of_their_own() {
    for service in TestService::all() {
        for number in 0..10 {
            assert_eq!(send(&service.state, registration(number)).await.status, 202);
        }
        let before = service.accounts().len();
        let refused = send(&service.state, registration(10)).await;
        assert_eq!(refused.outcome(), (REFUSED.0, REFUSED.1.to_owned()));
        assert_eq!(refused.header("retry-after"), "60");
        assert_eq!(service.accounts().len(), before);
        assert_eq!(log_in(&service, "/auth/token", "user", PASSWORD).await.status, 200, "logins go on");
        service.clock.advance(60);
        assert_eq!(send(&service.state, registration(10)).await.status, 202);
    }
}

#[actix_web::test]
async fn an_attempt_that_cannot_be_counted_does_not_go_on() {
    use catalog_domain::ports::{MockAttemptLimiter, StoreError};
    for service in TestService::all() {
        let mut broken = MockAttemptLimiter::new();
        broken.expect_attempt().returning(|_, _| Err(StoreError::Unavailable("gone".into())));
        let attempts = AttemptLimits { logins: Arc::new(broken), ..AttemptLimits::default() };
        let server = Server::over(&TestApp { attempts, ..service.app() }.state());
        let body = json!({"login": login("nobody"), "password": "wrong"}).to_string();
        let response = send(&server, with_json(Method::POST, "/auth/token", body)).await;
        assert_eq!(response.outcome(), (503, "ServiceUnavailableError".into()));
        assert_eq!(service.hasher.counts(), (0, 0));
    }
}
