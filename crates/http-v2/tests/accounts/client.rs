//! Sends one request to the real routes and reads the whole response.

use crate::test_service::{TestService, login};
use actix_web::http::Method;
use catalog_testkit::service::TestService as Server;
use serde_json::json;
use std::fmt::Display;

pub(crate) use actix_web::test::TestRequest;
pub(crate) use catalog_testkit::TestResponse;

pub(crate) async fn send(server: &Server, request: TestRequest) -> TestResponse {
    server.send(request).await
}

pub(crate) fn with_json(method: Method, path: &str, body: impl Into<String>) -> TestRequest {
    let request = TestRequest::default().method(method).uri(path);
    request.insert_header(("Content-Type", "application/json")).set_payload(body.into())
}

pub(crate) async fn post(service: &TestService, path: &str, body: impl Into<String>) -> TestResponse {
    send(&service.state, with_json(Method::POST, path, body)).await
}

pub(crate) async fn log_in(service: &TestService, path: &str, user: &str, password: &str) -> TestResponse {
    post(service, path, json!({"login": login(user), "password": password}).to_string()).await
}

pub(crate) async fn get(state: &Server, token: &str, path: &str) -> TestResponse {
    send(state, TestRequest::get().uri(path).insert_header(("Authorization", format!("Bearer {token}")))).await
}

/// A request with JSON, with a token or a key.
pub(crate) async fn ask(
    server: &Server,
    method: &str,
    path: &str,
    credential: &str,
    body: impl Display,
) -> TestResponse {
    let request = with_json(method.parse().unwrap(), path, body.to_string());
    send(server, request.insert_header(("Authorization", format!("Bearer {credential}")))).await
}

/// PATCH of a user by another one.
pub(crate) async fn patch(service: &TestService, by: &str, id: &str, body: &str) -> TestResponse {
    ask(&service.state, "PATCH", &format!("/auth/admin/users/{id}"), &service.token(by), body).await
}

pub(crate) async fn invite(service: &TestService, by: &str, id: &str) -> TestResponse {
    ask(&service.state, "POST", &format!("/auth/admin/users/{id}/invitation"), &service.token(by), "").await
}

pub(crate) async fn request_password(service: &TestService, email: &str) -> TestResponse {
    post(service, "/auth/password/forgotten", json!({ "email": email }).to_string()).await
}
