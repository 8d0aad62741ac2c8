//! Panics of handlers: a bug costs one request and not a connection.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError};
use futures_util::FutureExt;
use http_common::json::{Envelope, ErrorBody};
use http_common::request::RequestId;
use std::panic::AssertUnwindSafe;

/// Turns a panic into an internal error.
pub(super) async fn catch_panics(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let id = request.extensions().get::<RequestId>().cloned();
    let outcome = AssertUnwindSafe(next.call(request)).catch_unwind().await;
    outcome.unwrap_or_else(|_| Err(PanicError { id }.into()))
}

/// A handler panicked. Its message is in the log and never in the response.
#[derive(Debug, thiserror::Error)]
#[error("a handler panicked")]
struct PanicError {
    id: Option<RequestId>,
}

impl ResponseError for PanicError {
    fn status_code(&self) -> StatusCode {
        StatusCode::INTERNAL_SERVER_ERROR
    }

    fn error_response(&self) -> HttpResponse {
        let id = self.id.as_ref().map_or("unknown", RequestId::as_str);
        // The outer layers never see a response of this request, so the id's header is set here.
        HttpResponse::InternalServerError().insert_header(("x-request-id", id)).json(Envelope::failure(ErrorBody {
            code: 500,
            name: "InternalServerError",
            message: format!("Internal error; request id {id}"),
            details: Vec::new(),
        }))
    }
}
