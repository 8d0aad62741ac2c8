//! Every way in which a v1 request can fail, and how it is reported (`docs/contract.md#v1-responses`).
//!
//! All decisions of the application are HTTP 200 with the code in `error.code`: existing clients take any other status
//! for a transport failure. Only a failure of the service itself is a real 5xx, and a v1 that is switched off a real
//! 410.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use catalog_domain::ports::Cause;
use http_common::json::{Empty, Envelope, ErrorDetail};
use http_common::request::RequestId;
use http_common::response::RefusalCode;
use http_common::{PublicError, RequestError};
use serde::Serialize;
use utoipa::ToSchema;

/// What temporary failures advise v1 clients to do.
const ADVICE: &str = "Try again later.";

pub(crate) type V1Result = Result<HttpResponse, V1Error>;

#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum V1Error {
    #[error("invalid parameter '{}': {}", .0.parameter, .0.reason)]
    InvalidParameter(ErrorDetail),
    #[error("v1 is switched off")]
    SwitchedOff {
        /// The path of v2 that replaces the route.
        successor: &'static str,
    },
    /// It can happen to requests of any interface.
    #[error(transparent)]
    Common(RequestError),
}

/// `error` of a failure.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct V1ErrorBody {
    /// The equivalent HTTP status, which v1 clients do not understand.
    #[schema(example = 404)]
    code: u16,
    /// The error's name, machine-readable.
    #[schema(example = "NotFoundError")]
    name: &'static str,
    /// The error's human-readable text.
    #[schema(example = "There is no such route.")]
    message: String,
}

impl V1Error {
    pub(crate) fn internal(cause: impl Into<Cause>) -> Self {
        RequestError::internal(cause).into()
    }

    /// `error.code`, `error.name` and `error.message`. A header goes with real failures only.
    fn public(&self, request_id: Option<&RequestId>) -> PublicError {
        match self {
            Self::InvalidParameter(ErrorDetail { parameter, reason }) => {
                let message = format!("Invalid parameter '{parameter}': {reason}.");
                PublicError::new(StatusCode::BAD_REQUEST, message)
            }
            Self::SwitchedOff { successor } => {
                let message = format!("v1 is switched off. Use {successor} of v2; see docs/migrating-from-v1.md.");
                PublicError::new(StatusCode::GONE, message)
            }
            Self::Common(error @ RequestError::Failure(_)) => error.public(ADVICE, request_id),
            Self::Common(error) => PublicError { header: None, ..error.public(ADVICE, request_id) },
        }
    }

    pub(crate) fn response(&self, request_id: Option<&RequestId>) -> HttpResponse {
        let public = self.public(request_id);
        let mut response = HttpResponse::build(self.status_code());
        if let Some((name, value)) = &public.header {
            response.insert_header((name.clone(), &**value));
        }
        let code = public.status.as_u16();
        let mut response = response.json(body(public));
        if response.status().as_u16() != code {
            response.extensions_mut().insert(RefusalCode(code));
        }
        response
    }

    /// The body of the response, without a request's id.
    pub(crate) fn example(&self) -> serde_json::Value {
        serde_json::to_value(body(self.public(None))).unwrap_or_default()
    }

    /// Logs a failure of the service, with its causes. Client errors are not logged.
    pub(crate) fn log(&self) {
        if let Self::Common(error) = self {
            error.log();
        }
    }
}

fn body(public: PublicError) -> Envelope<Empty, V1ErrorBody> {
    let PublicError { status, name, message, .. } = public;
    let error = V1ErrorBody { code: status.as_u16(), name, message };
    Envelope { status: false, data: Empty {}, error, message: String::new() }
}

impl ResponseError for V1Error {
    fn status_code(&self) -> StatusCode {
        let status = self.public(None).status;
        if status.is_server_error() || status == StatusCode::GONE { status } else { StatusCode::OK }
    }

    fn error_response(&self) -> HttpResponse {
        self.response(None)
    }
}

impl<E> From<E> for V1Error
where
    RequestError: From<E>,
{
    fn from(error: E) -> Self {
        Self::Common(error.into())
    }
}
