//! Failures that are not the client's fault: either a retry can help, or an operator has to look into the log. Adapters
//! word them in their own way; the meaning is the same, and the cause is logged once and never sent to clients.

use crate::accounts::password_hash_queue::PasswordHashQueueError;
use crate::runtime::background::BackgroundError;
use catalog_domain::accounts::LoginError;
use catalog_domain::ports::{Cause, CredentialsError, StoreError};
use std::io::{self, ErrorKind};
use std::sync::Arc;

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
    /// The store was moved elsewhere: here nothing is written any more.
    #[error("the store was moved")]
    Moved(#[source] SharedCause),
    /// Anything else.
    #[error("internal error")]
    Internal(#[source] SharedCause),
}

impl ServiceFailure {
    /// A temporary failure.
    pub fn unavailable(cause: impl Into<Cause>) -> Self {
        Self::Unavailable(Arc::from(cause.into()))
    }

    /// An unexpected failure.
    pub fn internal(cause: impl Into<Cause>) -> Self {
        Self::Internal(Arc::from(cause.into()))
    }

    /// That of a file: a folder that is full, or cannot be used, may be repaired.
    pub fn not_written(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::Other => Self::internal(error),
            _ => Self::unavailable(error),
        }
    }

    /// Logs it with its causes. The request's id is in the span of the log line.
    pub fn log(&self) {
        match self {
            Self::Internal(cause) => tracing::error!(cause = causes(&**cause), "request failed"),
            Self::Unavailable(cause) | Self::TooMuchAtOnce(cause) | Self::Moved(cause) => {
                tracing::warn!(cause = causes(&**cause), "request refused for now");
            }
        }
    }
}

/// An error and all of its causes, in one line.
pub fn causes(error: &dyn std::error::Error) -> String {
    let mut line = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        // Some errors quote their cause, and transparent ones repeat it.
        if !line.contains(&text) {
            line.push_str(": ");
            line.push_str(&text);
        }
        source = cause.source();
    }
    line
}

impl From<StoreError> for ServiceFailure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) | StoreError::Conflict(_) => Self::unavailable(error),
            StoreError::Moved(_) => Self::Moved(Arc::new(error)),
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
        for (case, failure, kind) in [
            ("a store that is away", StoreError::Unavailable("gone".into()).into(), "the service is unavailable"),
            (
                "a store that contradicts itself",
                StoreError::Inconsistent("no such row".into()).into(),
                "internal error",
            ),
            ("a store that was moved", StoreError::Moved("to there".into()).into(), "the store was moved"),
            ("a defect in a query", StoreError::Unexpected("no such column".into()).into(), "internal error"),
            (
                "a store that is away at a login",
                LoginError::from(StoreError::Unavailable("gone".into())).into(),
                "the service is unavailable",
            ),
            ("a queue that is full", ServiceFailure::from(PasswordHashQueueError::Full), "the service is unavailable"),
            ("a store with too much to do", ServiceFailure::from(BackgroundError::Full), "the service is unavailable"),
            (
                "a store that does not respond",
                ServiceFailure::from(BackgroundError::TimedOut),
                "the service is unavailable",
            ),
            (
                "a password check that does not end",
                ServiceFailure::from(PasswordHashQueueError::TimedOut),
                "the service is unavailable",
            ),
            ("a caller with too much to do", ServiceFailure::from(BackgroundError::OverQuota), "too much at once"),
            ("work that panicked", ServiceFailure::from(BackgroundError::Lost("panicked".into())), "internal error"),
        ] {
            assert_eq!(failure.to_string(), kind, "{case}");
        }
    }

    #[test]
    fn the_log_names_every_cause() {
        let inner = StoreError::Unexpected("no such column".into());
        assert_eq!(causes(&inner), format!("{inner}: no such column"));
    }
}
