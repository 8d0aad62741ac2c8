//! Failures that are not the client's fault: either a retry can help, or an operator has to look into the log. Adapters
//! word them in their own way; the meaning is the same, and the cause is logged once and never sent to clients.

use crate::auth::password_hash_queue::PasswordHashQueueError;
use crate::request::request_id::RequestId;
use crate::runtime::background::BackgroundError;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use catalog_domain::accounts::LoginError;
use catalog_domain::ports::{Cause, CredentialsError, StoreError};
use std::borrow::Cow;
use std::sync::Arc;

/// The cause of a failure, for the logs of all requests that share it.
type SharedCause = Arc<dyn std::error::Error + Send + Sync>;

/// A failure of the service itself.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ServiceFailure {
    /// A retry can help.
    #[error("the service is unavailable")]
    Unavailable(#[source] SharedCause),
    /// The caller has as much in progress as one caller may have: a retry can help, and so can smaller requests.
    #[error("too much at once")]
    TooMuchAtOnce(#[source] SharedCause),
    /// Anything else.
    #[error("internal error")]
    Internal(#[source] SharedCause),
}

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

impl PublicError {
    /// A public form without a header.
    #[must_use]
    pub fn new(status: StatusCode, name: &'static str, message: impl Into<String>) -> Self {
        Self { status, name, message: message.into(), header: None }
    }

    /// The same with a header.
    #[must_use]
    pub fn with_header(self, name: HeaderName, value: impl Into<Cow<'static, str>>) -> Self {
        Self { header: Some((name, value.into())), ..self }
    }
}

impl ServiceFailure {
    /// Seconds after which a client may try again when the service is unavailable or has too much to do for it.
    pub(crate) const RETRY_AFTER_SECONDS: &'static str = "2";

    /// A temporary failure.
    pub fn unavailable(cause: impl Into<Cause>) -> Self {
        Self::Unavailable(Arc::from(cause.into()))
    }

    /// An unexpected failure.
    pub fn internal(cause: impl Into<Cause>) -> Self {
        Self::Internal(Arc::from(cause.into()))
    }

    /// The failure's public form (`docs/contract.md#errors`): constant text with `advice` where trying again later can
    /// help, and the id under which the cause is logged.
    #[must_use]
    pub fn public(&self, advice: &str, request_id: Option<&RequestId>) -> PublicError {
        let (status, name, text) = match self {
            Self::Unavailable(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, "ServiceUnavailableError", "The service is busy.")
            }
            Self::TooMuchAtOnce(_) => (
                StatusCode::TOO_MANY_REQUESTS,
                "TooManyRequestsError",
                "This account has too many expensive requests in progress.",
            ),
            Self::Internal(_) => {
                (StatusCode::INTERNAL_SERVER_ERROR, "InternalServerError", "An internal error occurred.")
            }
        };
        let is_temporary = !matches!(self, Self::Internal(_));
        let mut message = text.to_owned();
        if is_temporary {
            message = format!("{message} {advice}");
        }
        if let Some(id) = request_id {
            message = format!("{message} Request id: {}", id.as_str());
        }
        let public = PublicError::new(status, name, message);
        if is_temporary { public.with_header(header::RETRY_AFTER, Self::RETRY_AFTER_SECONDS) } else { public }
    }

    /// Logs it with its causes. The request's id is in the span of the log line.
    pub fn log(&self) {
        match self {
            Self::Internal(cause) => tracing::error!(cause = chain(&**cause), "request failed"),
            Self::Unavailable(cause) | Self::TooMuchAtOnce(cause) => {
                tracing::warn!(cause = chain(&**cause), "request refused for now");
            }
        }
    }
}

/// An error and its causes on one line.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl From<StoreError> for ServiceFailure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::unavailable(error),
            StoreError::Inconsistent(_) | StoreError::Unexpected(_) => Self::internal(error),
        }
    }
}

impl From<BackgroundError> for ServiceFailure {
    fn from(error: BackgroundError) -> Self {
        match error {
            BackgroundError::Full | BackgroundError::TimedOut => Self::unavailable(error),
            BackgroundError::OverQuota => Self::TooMuchAtOnce(Arc::new(error)),
            BackgroundError::Lost(_) => Self::internal(error),
        }
    }
}

impl From<CredentialsError> for ServiceFailure {
    fn from(error: CredentialsError) -> Self {
        Self::internal(error)
    }
}

impl From<LoginError> for ServiceFailure {
    fn from(error: LoginError) -> Self {
        match error {
            LoginError::Store(error) => error.into(),
            LoginError::Credentials(error) => error.into(),
        }
    }
}

impl From<PasswordHashQueueError> for ServiceFailure {
    fn from(error: PasswordHashQueueError) -> Self {
        match error {
            PasswordHashQueueError::Full | PasswordHashQueueError::TimedOut => Self::unavailable(error),
            PasswordHashQueueError::Background(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_transient_failures_are_reported_as_unavailable() {
        for (case, failure, status) in [
            ("a store that is away", StoreError::Unavailable("gone".into()).into(), 503),
            ("a store that contradicts itself", StoreError::Inconsistent("no such row".into()).into(), 500),
            ("a defect in a query", StoreError::Unexpected("no such column".into()).into(), 500),
            ("a store that is away at a login", LoginError::from(StoreError::Unavailable("gone".into())).into(), 503),
            ("a queue that is full", ServiceFailure::from(PasswordHashQueueError::Full), 503),
            ("a store with too much to do", ServiceFailure::from(BackgroundError::Full), 503),
            ("a store that does not respond", ServiceFailure::from(BackgroundError::TimedOut), 503),
            ("a password check that does not end", ServiceFailure::from(PasswordHashQueueError::TimedOut), 503),
            ("a caller with too much to do", ServiceFailure::from(BackgroundError::OverQuota), 429),
            ("work that panicked", ServiceFailure::from(BackgroundError::Lost("panicked".into())), 500),
        ] {
            assert_eq!(failure.public("", None).status, status, "{case}");
        }
    }

    #[test]
    fn the_log_names_every_cause_and_the_public_text_none() {
        let inner = StoreError::Unexpected("no such column".into());
        assert_eq!(chain(&inner), format!("{inner}: no such column"));
        let public = ServiceFailure::from(inner).public("Try again.", None);
        assert_eq!(public.message, "An internal error occurred.");
    }
}
