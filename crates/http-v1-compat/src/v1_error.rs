//! Every way in which a v1 request can fail, and how it is reported (`docs/contract.md#v1-responses`).
//!
//! All decisions of the application are HTTP 200 with the code in `error.code`: existing clients take any other status
//! for a transport failure. Only a failure of the service itself is a real 5xx.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpResponse, ResponseError};
use catalog_domain::ports::{Cause, CredentialsError, StoreError};
use http_common::ServiceFailure;
use http_common::auth::{AttemptError, AuthError};
use http_common::json::{Empty, Envelope};
use http_common::request::RequestId;
use http_common::runtime::BackgroundError;
use serde::Serialize;
use utoipa::ToSchema;

/// A failed request.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum V1Error {
    /// A parameter is missing or wrong.
    #[error("invalid parameter '{parameter}': {reason}")]
    InvalidParameter {
        /// Its name.
        parameter: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// Unknown login or wrong password: a client cannot distinguish them.
    #[error("wrong login or password")]
    WrongCredentials,
    /// The token is missing, expired or invalid.
    #[error("no valid access token")]
    NoValidToken,
    /// The account is not approved or was disabled.
    #[error("access is disabled")]
    AccessDisabled,
    /// The source has used up its login attempts.
    #[error("too many attempts")]
    TooManyAttempts {
        /// Seconds until it may try again.
        retry_after_seconds: u32,
    },
    /// The caller has no access to configurators.
    #[error("no access to configurators")]
    NoConfiguratorAccess,
    /// No route has this path and method.
    #[error("no such route")]
    RouteNotFound,
    /// It is not the client's fault.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
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
    /// An unexpected error.
    pub(crate) fn internal(cause: impl Into<Cause>) -> Self {
        ServiceFailure::internal(cause).into()
    }

    /// `error.code`, `error.name` and `error.message`. It never contains a cause; failures of the service itself carry
    /// the request's id.
    fn public(&self, request_id: Option<&RequestId>) -> (StatusCode, &'static str, String) {
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
            Self::Failure(failure) => {
                let text = match failure {
                    ServiceFailure::Unavailable(_) => "The service is busy. Try again later.",
                    ServiceFailure::TooMuchAtOnce(_) => {
                        "This account has too many expensive requests in progress. Try again later."
                    }
                    ServiceFailure::Internal(_) => "An internal error occurred.",
                };
                (failure.status(), failure.name(), ServiceFailure::message(text, request_id))
            }
        }
    }

    /// The response that reports this error.
    pub(crate) fn response(&self, request_id: Option<&RequestId>) -> HttpResponse {
        let (code, name, message) = self.public(request_id);
        let mut response = HttpResponse::build(self.status_code());
        if matches!(self, Self::Failure(ServiceFailure::Unavailable(_) | ServiceFailure::TooMuchAtOnce(_))) {
            response.insert_header((header::RETRY_AFTER, ServiceFailure::RETRY_AFTER_SECONDS));
        }
        let error = V1ErrorBody { code: code.as_u16(), name, message };
        response.json(Envelope { status: false, data: Empty {}, error, message: String::new() })
    }

    /// Logs a failure of the service, with its causes. Client errors are not logged.
    pub(crate) fn log(&self) {
        if let Self::Failure(failure) = self {
            failure.log();
        }
    }
}

impl ResponseError for V1Error {
    fn status_code(&self) -> StatusCode {
        let (code, ..) = self.public(None);
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

impl From<StoreError> for V1Error {
    fn from(error: StoreError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<BackgroundError> for V1Error {
    fn from(error: BackgroundError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<CredentialsError> for V1Error {
    fn from(error: CredentialsError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<AttemptError> for V1Error {
    fn from(error: AttemptError) -> Self {
        match error {
            AttemptError::TooManyAttempts { retry_after_seconds } => Self::TooManyAttempts { retry_after_seconds },
            AttemptError::Failure(failure) => failure.into(),
        }
    }
}

impl From<AuthError> for V1Error {
    fn from(rejection: AuthError) -> Self {
        match rejection {
            AuthError::NoValidToken => Self::NoValidToken,
            AuthError::AccessDisabled => Self::AccessDisabled,
            AuthError::Failure(failure) => failure.into(),
        }
    }
}
