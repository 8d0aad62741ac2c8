//! Turns errors into responses: the envelope, the status, its header, and one log line for failures of the service.

use crate::api_error::ApiError;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};
use http_common::RequestError;
use http_common::json::Envelope;
use http_common::request::{RequestId, request_id};
use http_common::response::InterfaceError;

/// The response for a failure that no endpoint reported, such as a panic. The caller logs the cause.
pub fn internal_error(request: &HttpRequest) -> HttpResponse {
    render(&ApiError::internal("reported outside the endpoints"), Some(&request_id(request)))
}

impl InterfaceError for ApiError {
    fn of_framework(error: &Error) -> Self {
        let status = error.as_response_error().status_code();
        match status {
            StatusCode::PAYLOAD_TOO_LARGE => Self::PayloadTooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::UnsupportedMediaType,
            StatusCode::NOT_FOUND => RequestError::RouteNotFound.into(),
            _ if status.is_client_error() => Self::parameter("request", "cannot be read"),
            _ => Self::internal(error.to_string()),
        }
    }

    fn respond(&self, request: &HttpRequest) -> HttpResponse {
        self.log();
        render(self, Some(&request_id(request)))
    }
}

fn render(error: &ApiError, request_id: Option<&RequestId>) -> HttpResponse {
    let public = error.public(request_id);
    let mut response = HttpResponse::build(public.status);
    response.insert_header((header::CACHE_CONTROL, "private, no-cache"));
    if let Some((name, value)) = &public.header {
        response.insert_header((name.clone(), &**value));
    }
    response.json(Envelope::failure(error.body(&public)))
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.public(None).status
    }

    fn error_response(&self) -> HttpResponse {
        render(self, None)
    }
}
