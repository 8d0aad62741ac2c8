//! `GET /.well-known/oauth-authorization-server`: where OAuth 2.0 clients find the token route, and what it takes (RFC
//! 8414). It is a document about the interface, as the OpenAPI documents are, and has no envelope.

use actix_web::{HttpRequest, HttpResponse, web};
use http_common::HttpState;
use http_common::request::requested_address;
use serde_json::json;

pub(crate) async fn describe_oauth(request: HttpRequest, state: web::Data<HttpState>) -> HttpResponse {
    let mut issuer = state.app.accounts.public_address("");
    if issuer.is_empty() {
        issuer = requested_address(&request);
    }
    HttpResponse::Ok().json(json!({
        "issuer": issuer,
        "token_endpoint": format!("{issuer}/auth/oauth/token"),
        "grant_types_supported": ["client_credentials"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        // It has to be there and may not be empty. There is no authorization endpoint that would respond.
        "response_types_supported": ["none"],
    }))
}
