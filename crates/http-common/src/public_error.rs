//! The public form of errors, and that of failures that are not the client's fault: adapters word them in their own
//! way, and their causes are never part of it.

use crate::request::request_id::RequestId;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use catalog_app::ServiceFailure;
use std::borrow::Cow;

/// Seconds after which a client may try again when the service is unavailable or has too much to do for it.
pub(crate) const RETRY_AFTER_SECONDS: &str = "2";

/// The public form of an error.
#[derive(Debug)]
pub struct PublicError {
    /// The HTTP status, which is also `error.code`.
    pub status: StatusCode,
    /// `error.name`.
    pub name: &'static str,
    /// `error.message`.
    pub message: String,
    /// A header that belongs to the status.
    pub header: Option<(HeaderName, Cow<'static, str>)>,
}

/// The name of errors with that status which have none of their own.
fn usual_name(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "ValidationError",
        StatusCode::UNAUTHORIZED => "AuthorizationError",
        StatusCode::FORBIDDEN => "ForbiddenError",
        StatusCode::NOT_FOUND => "NotFoundError",
        StatusCode::METHOD_NOT_ALLOWED => "MethodNotAllowedError",
        StatusCode::CONFLICT => "ConflictError",
        StatusCode::GONE => "GoneError",
        StatusCode::PAYLOAD_TOO_LARGE => "PayloadTooLargeError",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "UnsupportedMediaTypeError",
        StatusCode::TOO_MANY_REQUESTS => "TooManyRequestsError",
        StatusCode::SERVICE_UNAVAILABLE => "ServiceUnavailableError",
        _ => "InternalServerError",
    }
}

impl PublicError {
    /// A public form without a header, by the usual name of its status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, name: usual_name(status), message: message.into(), header: None }
    }

    /// The same by a name of its own.
    #[must_use]
    pub fn with_name(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same with a header.
    #[must_use]
    pub fn with_header(self, name: HeaderName, value: impl Into<Cow<'static, str>>) -> Self {
        Self { header: Some((name, value.into())), ..self }
    }

    /// The same with the id under which the cause is logged.
    #[must_use]
    pub(crate) fn with_id(mut self, request_id: Option<&RequestId>) -> Self {
        if let Some(id) = request_id {
            self.message = format!("{} Request id: {}", self.message, id.as_str());
        }
        self
    }

    /// The public form of `failure` (`docs/contract.md#errors`): constant text with `advice` where trying again later
    /// can help, and the id under which the cause is logged.
    pub fn of_failure(failure: &ServiceFailure, advice: &str, request_id: Option<&RequestId>) -> Self {
        let (status, text) = match failure {
            ServiceFailure::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, "The service is busy."),
            ServiceFailure::Moved(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The store of this server was moved elsewhere: nothing is changed here.",
            ),
            ServiceFailure::TooMuchAtOnce(_) => {
                (StatusCode::TOO_MANY_REQUESTS, "This account has too many expensive requests in progress.")
            }
            ServiceFailure::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "An internal error occurred."),
        };
        let is_temporary = !matches!(failure, ServiceFailure::Internal(_) | ServiceFailure::Moved(_));
        let text = if is_temporary { format!("{text} {advice}") } else { text.to_owned() };
        let public = Self::new(status, text).with_id(request_id);
        if is_temporary { public.with_header(header::RETRY_AFTER, RETRY_AFTER_SECONDS) } else { public }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_app::runtime::BackgroundError;
    use catalog_domain::ports::StoreError;

    #[test]
    fn only_failures_that_a_retry_can_help_are_temporary_and_no_text_has_a_cause() {
        for (failure, status, text) in [
            (BackgroundError::Full.into(), 503, "The service is busy. Try again."),
            (
                BackgroundError::OverQuota.into(),
                429,
                "This account has too many expensive requests in progress. Try again.",
            ),
            (ServiceFailure::internal("no such column"), 500, "An internal error occurred."),
            (
                StoreError::Moved("it was moved to there".into()).into(),
                503,
                "The store of this server was moved elsewhere: nothing is changed here.",
            ),
        ] {
            let public = PublicError::of_failure(&failure, "Try again.", None);
            assert_eq!((public.status.as_u16(), public.message.as_str()), (status, text));
            assert_eq!(public.header.is_some(), text.ends_with("Try again."), "{text}");
        }
    }
}
