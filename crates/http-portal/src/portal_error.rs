//! Every way in which a page can fail, and the one table from failures to pages.

use crate::form::MAXIMUM_BYTES;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use catalog_app::ServiceFailure;
use catalog_domain::ports::Cause;
use http_common::RequestError;
use http_common::json::ErrorDetail;
use http_common::request::RequestId;
use localization::{Message, ToMessage};

#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum PortalError {
    /// Nobody is signed in: the browser is sent to the sign-in page, and from there to `next`.
    #[error("nobody is signed in")]
    SignInNeeded {
        /// Path and query of the page that was asked for, or that a form was on.
        next: String,
        /// Whether it was a form, which has changed nothing.
        is_unsaved: bool,
    },
    #[error("bad request: {}", .0.key())]
    BadRequest(Message),
    /// What was sent is not taken now, or never.
    #[error("refused: {}", .1.key())]
    Refused(StatusCode, Message),
    #[error("wrong parameters")]
    BadParameters(Vec<ErrorDetail>),
    /// A form that this portal did not make, or made for another session.
    #[error("the form is not of this portal")]
    ForgedForm,
    #[error("administrators only")]
    AdministratorsOnly,
    /// There is no such page, section, product or account: the key of a text says which.
    #[error("not found: {0}")]
    NotFound(&'static str),
    #[error("method not allowed")]
    MethodNotAllowed {
        /// The methods that exist, as the `Allow` header lists them.
        allowed: &'static str,
    },
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

    /// What was sent cannot be used, for the reason with that key.
    pub(crate) fn bad_request(reason: impl ToMessage) -> Self {
        Self::BadRequest(reason.to_message())
    }

    /// The public form of the error. It never contains a cause.
    pub(crate) fn public(&self, request_id: Option<&RequestId>) -> PublicPage {
        let new = PublicPage::new;
        match self {
            Self::SignInNeeded { .. } => new(StatusCode::SEE_OTHER, "sign-in", Message::new("sign-in")),
            Self::BadRequest(text) => new(StatusCode::BAD_REQUEST, "error-did-not-work", text.clone()),
            Self::Refused(status, text) => new(*status, "error-did-not-work", text.clone()),
            Self::BadParameters(_) => {
                new(StatusCode::BAD_REQUEST, "error-wrong-parameters", Message::new("error-wrong-parameters"))
            }
            Self::ForgedForm => new(StatusCode::FORBIDDEN, "error-forged-form", Message::new("error-forged-form-text")),
            Self::AdministratorsOnly => {
                new(StatusCode::FORBIDDEN, "error-administrators-only", Message::new("error-administrators-only-text"))
            }
            Self::NotFound(text) => new(StatusCode::NOT_FOUND, "error-not-found", Message::new(text)),
            Self::MethodNotAllowed { allowed } => {
                let text = Message::new("error-method").with("allowed", *allowed);
                let page = new(StatusCode::METHOD_NOT_ALLOWED, "error-did-not-work", text);
                PublicPage { header: Some((header::ALLOW, (*allowed).to_owned())), ..page }
            }
            Self::PayloadTooLarge => {
                let text = Message::new("error-too-long-text").with("most", MAXIMUM_BYTES);
                new(StatusCode::PAYLOAD_TOO_LARGE, "error-too-long", text)
            }
            Self::Common(error) => of_any_interface(error, request_id),
        }
    }

    /// Logs a failure of the service, with its causes.
    pub(crate) fn log(&self) {
        if let Self::Common(error) = self {
            error.log();
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct PublicPage {
    pub(crate) status: StatusCode,
    pub(crate) heading: &'static str,
    pub(crate) text: Message,
    pub(crate) header: Option<(HeaderName, String)>,
    /// How long to wait before another attempt.
    pub(crate) wait_seconds: Option<u32>,
}

impl PublicPage {
    fn new(status: StatusCode, heading: &'static str, text: Message) -> Self {
        Self { status, heading, text, header: None, wait_seconds: None }
    }
}

/// The status and the header are those of the interface.
fn of_any_interface(error: &RequestError, request_id: Option<&RequestId>) -> PublicPage {
    if let RequestError::Failure(ServiceFailure::Moved(_)) = error {
        return PublicPage::new(StatusCode::CONFLICT, "error-did-not-work", Message::new("error-store-moved"));
    }
    let public = error.public("", request_id);
    let (heading, text) = match (error, public.status) {
        (RequestError::TooManyAttempts { retry_after_seconds }, _) => {
            ("error-too-many", Message::new("error-too-many-text").with("seconds", *retry_after_seconds))
        }
        (RequestError::KeyInAddress, _) => ("error-did-not-work", Message::new("error-key-in-address")),
        (_, StatusCode::SERVICE_UNAVAILABLE) => ("error-busy", Message::new("error-busy-text")),
        (_, StatusCode::TOO_MANY_REQUESTS) => ("error-too-much", Message::new("error-busy-text")),
        (_, StatusCode::NOT_FOUND) => ("error-not-found", Message::new("error-page-not-found")),
        (_, status) if status.is_client_error() => ("error-did-not-work", Message::new("error-request-unreadable")),
        _ => {
            let request = request_id.map(RequestId::as_str).unwrap_or_default();
            ("error-failed", Message::new("error-failed-text").with("request", request))
        }
    };
    let wait_seconds = match error {
        RequestError::TooManyAttempts { retry_after_seconds } => Some(*retry_after_seconds),
        _ => None,
    };
    let header = public.header.map(|(name, value)| (name, value.into_owned()));
    PublicPage { header, wait_seconds, ..PublicPage::new(public.status, heading, text) }
}

impl<E> From<E> for PortalError
where
    RequestError: From<E>,
{
    fn from(error: E) -> Self {
        Self::Common(error.into())
    }
}
