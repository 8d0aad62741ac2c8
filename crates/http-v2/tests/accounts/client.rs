//! Sends one request to the real routes and reads the whole response.

use crate::test_service::{TestService, login};
use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data};
use actix_web::{App, test};
use http_common::Services;
use serde_json::{Value, json};

pub(crate) use actix_web::test::TestRequest;

/// A response, read to its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TestResponse {
    /// The HTTP status.
    pub(crate) status: u16,
    /// All headers but the request's id, by name.
    pub(crate) headers: Vec<(String, String)>,
    /// The body.
    pub(crate) body: String,
}

impl TestResponse {
    /// The body as JSON; null when there is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    /// The text of a header; empty when it is absent.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// The status and `error.name`, which is empty on success.
    pub(crate) fn outcome(&self) -> (u16, String) {
        (self.status, self.json()["error"]["name"].as_str().unwrap_or_default().to_owned())
    }

    /// The parameters or fields that `error.details` names.
    pub(crate) fn wrong(&self) -> Vec<String> {
        let details = self.json()["error"]["details"].clone();
        let details = details.as_array().cloned().unwrap_or_default();
        details.iter().map(|detail| detail["parameter"].as_str().unwrap().to_owned()).collect()
    }
}

/// Sends `request` to an app over `services`.
pub(crate) async fn send(services: &Data<Services>, request: TestRequest) -> TestResponse {
    let app = test::init_service(
        App::new()
            .app_data(services.clone())
            .configure(http_v2::configure)
            .default_service(web::to(http_v2::not_found))
            .wrap(from_fn(http_common::request::stamp_request_id)),
    )
    .await;
    let response = test::call_service(&app, request.to_request()).await;
    let status = response.status().as_u16();
    let mut headers: Vec<_> = response
        .headers()
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), value.to_str().unwrap().to_owned()))
        .filter(|(name, _)| name != "x-request-id")
        .collect();
    headers.sort();
    let body = String::from_utf8(test::read_body(response).await.to_vec()).unwrap();
    TestResponse { status, headers, body }
}

/// A request with a JSON body.
pub(crate) fn with_json(method: Method, path: &str, body: impl Into<String>) -> TestRequest {
    let request = TestRequest::default().method(method).uri(path);
    request.insert_header(("Content-Type", "application/json")).set_payload(body.into())
}

/// POST of a JSON body.
pub(crate) async fn post(service: &TestService, path: &str, body: impl Into<String>) -> TestResponse {
    send(&service.services, with_json(Method::POST, path, body)).await
}

/// A login of a user of the tests.
pub(crate) async fn log_in(service: &TestService, path: &str, user: &str, password: &str) -> TestResponse {
    post(service, path, json!({"login": login(user), "password": password}).to_string()).await
}

/// GET with a token.
pub(crate) async fn get(services: &Data<Services>, token: &str, path: &str) -> TestResponse {
    send(services, TestRequest::get().uri(path).insert_header(("Authorization", format!("Bearer {token}")))).await
}

/// PATCH of a user by another one.
pub(crate) async fn patch(service: &TestService, by: &str, id: &str, body: &str) -> TestResponse {
    let request = with_json(Method::PATCH, &format!("/auth/admin/users/{id}"), body);
    let request = request.insert_header(("Authorization", format!("Bearer {}", service.token(by))));
    send(&service.services, request).await
}
