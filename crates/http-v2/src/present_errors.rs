//! Turns errors into responses: the envelope, the status, its header, and one log line for failures of the service.

use crate::api_error::ApiError;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};
use http_common::RequestError;
use http_common::json::Envelope;
use http_common::request::{RequestId, request_id};

/// The response for a failure that no endpoint reported, such as a panic. The caller logs the cause.
#[must_use]
pub fn internal_error(request: &HttpRequest) -> HttpResponse {
    render(&ApiError::internal("reported outside the endpoints"), Some(&request_id(request)))
}

/// The response that reports `error` for `request`.
pub(crate) fn respond(error: &ApiError, request: &HttpRequest) -> HttpResponse {
    let id = request_id(request);
    if let ApiError::Common(error) = error {
        error.log();
    }
    render(error, Some(&id))
}

/// Middleware (for `from_fn`) around every endpoint: every failure becomes an envelope, also when the framework and not
/// an endpoint refused the request.
pub(crate) async fn present_errors(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?;
    let Some(error) = response.response().error() else { return Ok(response.map_into_boxed_body()) };
    let presented = match error.as_error::<ApiError>() {
        Some(error) => respond(error, response.request()),
        None => respond(&framework_error(error), response.request()),
    };
    Ok(response.into_response(presented))
}

/// Maps a refusal of the framework to our errors.
fn framework_error(error: &Error) -> ApiError {
    let status = error.as_response_error().status_code();
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::PayloadTooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ApiError::UnsupportedMediaType,
        StatusCode::NOT_FOUND => RequestError::RouteNotFound.into(),
        _ if status.is_client_error() => ApiError::parameter("request", "cannot be read"),
        _ => ApiError::internal(error.to_string()),
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
