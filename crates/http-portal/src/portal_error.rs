//! Every way in which a page can fail, and the one table from failures to pages.

use actix_web::http::StatusCode;
use actix_web::http::header;
use catalog_domain::ports::Cause;
use http_common::json::ErrorDetail;
use http_common::request::RequestId;
use http_common::{PublicError, RequestError};

#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum PortalError {
    /// Nobody is signed in: the browser is sent to the sign-in page, and from there to `next`.
    #[error("nobody is signed in")]
    SignInNeeded {
        /// Path and query of the page that was asked for.
        next: String,
    },
    /// What was sent cannot be used. The text is shown as it is.
    #[error("bad request: {0}")]
    BadRequest(String),
    /// The parameters of a page cannot be used.
    #[error("wrong parameters")]
    BadParameters(Vec<ErrorDetail>),
    /// A form that this portal did not make, or made for another session.
    #[error("the form is not of this portal")]
    ForgedForm,
    /// The account lacks the role.
    #[error("administrators only")]
    AdministratorsOnly,
    /// There is no such page, section, product or account. The text is shown as it is.
    #[error("not found: {0}")]
    NotFound(&'static str),
    /// The page exists, the method does not.
    #[error("method not allowed")]
    MethodNotAllowed {
        /// The methods that exist, as the `Allow` header lists them.
        allowed: &'static str,
    },
    /// The form is too long.
    #[error("form too large")]
    PayloadTooLarge,
    /// It can happen to requests of any interface.
    #[error(transparent)]
    Common(RequestError),
}

impl PortalError {
    pub(crate) fn internal(cause: impl Into<Cause>) -> Self {
        RequestError::internal(cause).into()
    }

    /// The public form of the error: the status, a heading, a text and a header. It never contains a cause.
    pub(crate) fn public(&self, request_id: Option<&RequestId>) -> PublicError {
        let new = |status, name, text: &str| PublicError::new(status, name, text);
        match self {
            Self::SignInNeeded { .. } => new(StatusCode::SEE_OTHER, "Sign in", ""),
            Self::BadRequest(text) => new(StatusCode::BAD_REQUEST, "That did not work", text),
            Self::BadParameters(_) => new(StatusCode::BAD_REQUEST, "Wrong parameters", ""),
            Self::ForgedForm => new(
                StatusCode::FORBIDDEN,
                "The form is no longer valid",
                "It was made for another session, or by another site. Open the page again and repeat what you did.",
            ),
            Self::AdministratorsOnly => {
                new(StatusCode::FORBIDDEN, "Administrators only", "Your account may not see this page.")
            }
            Self::NotFound(text) => new(StatusCode::NOT_FOUND, "Not found", text),
            Self::MethodNotAllowed { allowed } => {
                let text = format!("This page allows {allowed} only.");
                new(StatusCode::METHOD_NOT_ALLOWED, "That did not work", &text).with_header(header::ALLOW, *allowed)
            }
            Self::PayloadTooLarge => {
                new(StatusCode::PAYLOAD_TOO_LARGE, "That is too long", "The form must have at most 65536 bytes.")
            }
            Self::Common(error) => {
                let public = error.public("Please try again in a moment.", request_id);
                PublicError { name: heading(public.status), ..public }
            }
        }
    }

    /// Logs a failure of the service, with its causes.
    pub(crate) fn log(&self) {
        if let Self::Common(error) = self {
            error.log();
        }
    }
}

fn heading(status: StatusCode) -> &'static str {
    match status {
        StatusCode::TOO_MANY_REQUESTS => "Too many attempts",
        StatusCode::SERVICE_UNAVAILABLE => "The service is busy",
        StatusCode::INTERNAL_SERVER_ERROR => "Something went wrong",
        StatusCode::NOT_FOUND => "Not found",
        _ => "That did not work",
    }
}

impl<E> From<E> for PortalError
where
    RequestError: From<E>,
{
    fn from(error: E) -> Self {
        Self::Common(error.into())
    }
}
