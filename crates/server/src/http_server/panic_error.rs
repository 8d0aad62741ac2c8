//! The response to a request whose handler panicked.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use http_common::json::{Envelope, ErrorBody};
use http_common::request::RequestId;

/// A handler panicked. Its message is in the log and never in the response.
#[derive(Debug, thiserror::Error)]
#[error("a handler panicked")]
pub(super) struct PanicError {
    id: Option<RequestId>,
}

impl PanicError {
    pub(super) fn new(id: Option<RequestId>) -> Self {
        Self { id }
    }
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
