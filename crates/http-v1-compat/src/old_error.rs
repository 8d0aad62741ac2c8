//! Every way in which a v1 request can fail, and how it is told.
//!
//! Whatever the application decides is HTTP 200 with the code in `error.code`: existing clients take any other status
//! for a failure of the transport. Only a failure of the service itself is a real 5xx.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpResponse, ResponseError};
use catalog_domain::authentication::LoginError;
use catalog_domain::ports::{Cause, CredentialsError, StoreError};
use http_common::{
    BackgroundError, CallerRejection, DirectoryError, Empty, EntranceError, Envelope, PasswordDeskError, RequestId,
};
use serde::Serialize;
use utoipa::ToSchema;

/// Seconds after which a client may try again when the service was too busy.
const RETRY_AFTER_SECONDS: &str = "2";

/// A failed request.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OldError {
    /// A parameter is missing or wrong.
    #[error("invalid parameter '{parameter}': {reason}")]
    InvalidParameter {
        /// Its name.
        parameter: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// Unknown login or wrong password: a client cannot tell which.
    #[error("wrong login or password")]
    WrongCredentials,
    /// The token is missing, expired or invalid.
    #[error("no valid access token")]
    NoValidToken,
    /// The account is not approved or was disabled.
    #[error("access is disabled")]
    AccessDisabled,
    /// The source has used up its attempts to log in.
    #[error("too many attempts")]
    TooManyAttempts {
        /// After so many seconds it may try again.
        retry_after_seconds: u32,
    },
    /// The caller has no access to configurators.
    #[error("no access to configurators")]
    NoConfiguratorAccess,
    /// No route has this path and method.
    #[error("no such route")]
    RouteNotFound,
    /// Trying again later can help.
    #[error("the service is unavailable")]
    Unavailable(#[source] Cause),
    /// Anything else that is not the client's fault.
    #[error("internal error")]
    Internal(#[source] Cause),
}

/// `error` of a failure.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct OldErrorBody {
    /// What the HTTP status would be if clients knew more than 200.
    #[schema(example = 404)]
    code: u16,
    /// The error's name, for programs.
    #[schema(example = "NotFoundError")]
    name: &'static str,
    /// The error in words, for people.
    #[schema(example = "There is no such route.")]
    message: String,
}

impl OldError {
    /// An error that nobody expected.
    pub(crate) fn internal(cause: impl Into<Cause>) -> Self {
        Self::Internal(cause.into())
    }

    /// `error.code`, `error.name` and `error.message`. A cause is never part of them.
    fn public(&self) -> (StatusCode, &'static str, String) {
        match self {
            Self::InvalidParameter { parameter, reason } => {
                (StatusCode::BAD_REQUEST, "ValidationError", format!("Invalid parameter '{parameter}': {reason}."))
            }
            Self::WrongCredentials => unauthorized("Wrong login or password."),
            Self::NoValidToken => unauthorized("The access token is missing, expired or invalid."),
            Self::AccessDisabled => forbidden("ForbiddenError", "API access of this account is not enabled."),
            Self::NoConfiguratorAccess => {
                forbidden("ConfiguratorAccessError", "This account has no access to configurators.")
            }
            Self::TooManyAttempts { retry_after_seconds } => (
                StatusCode::TOO_MANY_REQUESTS,
                "TooManyRequestsError",
                format!("Too many attempts. Please try again in {retry_after_seconds} seconds."),
            ),
            Self::RouteNotFound => (StatusCode::NOT_FOUND, "NotFoundError", "There is no such route.".into()),
            Self::Unavailable(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "ServiceUnavailableError",
                "The service is busy. Try again later.".into(),
            ),
            Self::Internal(_) => {
                (StatusCode::INTERNAL_SERVER_ERROR, "InternalServerError", "An internal error occurred.".into())
            }
        }
    }

    /// The response that tells this error. What is the service's own fault carries the request's id.
    pub(crate) fn response(&self, request_id: Option<&RequestId>) -> HttpResponse {
        let (code, name, mut message) = self.public();
        let mut response = HttpResponse::build(self.status_code());
        if let Some(id) = request_id.filter(|_| code.is_server_error()) {
            message = format!("{message} Request id: {}", id.as_str());
        }
        if code == StatusCode::SERVICE_UNAVAILABLE {
            response.insert_header((header::RETRY_AFTER, RETRY_AFTER_SECONDS));
        }
        let error = OldErrorBody { code: code.as_u16(), name, message };
        response.json(Envelope { status: false, data: Empty {}, error, message: String::new() })
    }

    /// Logs a failure that is ours, with its causes. A client's mistakes are its own business.
    pub(crate) fn log(&self) {
        match self {
            Self::Internal(cause) => tracing::error!(cause = chain(&**cause), "request failed"),
            Self::Unavailable(cause) => tracing::warn!(cause = chain(&**cause), "request refused for now"),
            _ => {}
        }
    }
}

impl ResponseError for OldError {
    fn status_code(&self) -> StatusCode {
        let (code, ..) = self.public();
        if code.is_server_error() { code } else { StatusCode::OK }
    }

    fn error_response(&self) -> HttpResponse {
        self.response(None)
    }
}

fn unauthorized(message: &str) -> (StatusCode, &'static str, String) {
    (StatusCode::UNAUTHORIZED, "AuthorizationError", message.into())
}

fn forbidden(name: &'static str, message: &str) -> (StatusCode, &'static str, String) {
    (StatusCode::FORBIDDEN, name, message.into())
}

/// An error and its causes on one line.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl From<StoreError> for OldError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::Unavailable(error.into()),
            StoreError::Inconsistent(_) | StoreError::Unexpected(_) => Self::Internal(error.into()),
        }
    }
}

impl From<BackgroundError> for OldError {
    fn from(error: BackgroundError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<CredentialsError> for OldError {
    fn from(error: CredentialsError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<LoginError> for OldError {
    fn from(error: LoginError) -> Self {
        match error {
            LoginError::Store(error) => error.into(),
            LoginError::Credentials(error) => error.into(),
        }
    }
}

impl From<PasswordDeskError> for OldError {
    fn from(error: PasswordDeskError) -> Self {
        match error {
            PasswordDeskError::Full => Self::Unavailable(error.into()),
            PasswordDeskError::Background(error) => error.into(),
        }
    }
}

impl From<EntranceError> for OldError {
    fn from(error: EntranceError) -> Self {
        match error {
            EntranceError::TooManyAttempts { retry_after_seconds } => Self::TooManyAttempts { retry_after_seconds },
            EntranceError::Desk(error) => error.into(),
            EntranceError::Login(error) => error.into(),
            EntranceError::Background(error) => error.into(),
        }
    }
}

impl From<CallerRejection> for OldError {
    fn from(rejection: CallerRejection) -> Self {
        match rejection {
            CallerRejection::NoValidToken => Self::NoValidToken,
            CallerRejection::AccessDisabled => Self::AccessDisabled,
            CallerRejection::Directory(DirectoryError::Store(error)) => error.into(),
            CallerRejection::Directory(DirectoryError::Background(error)) => error.into(),
        }
    }
}
