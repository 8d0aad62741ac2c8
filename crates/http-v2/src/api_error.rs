//! Every way in which a v2 request can fail, and the one table from failures to responses (`docs/contract.md#errors`).

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use catalog_domain::change::FeedError;
use catalog_domain::ports::{Cause, CredentialsError, StoreError};
use http_common::ServiceFailure;
use http_common::auth::{AttemptError, AuthError};
use http_common::json::{ErrorBody, ErrorDetail};
use http_common::request::RequestId;
use http_common::runtime::BackgroundError;
use std::borrow::Cow;

/// A failed request.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum ApiError {
    /// Parameters or fields of a body are wrong; never empty.
    #[error("the request has invalid parameters")]
    Validation(Vec<ErrorDetail>),
    /// Unknown login or wrong password: a client cannot distinguish them.
    #[error("wrong login or password")]
    WrongCredentials,
    /// The token is missing, expired or invalid.
    #[error("no valid access token")]
    NoValidToken,
    /// The account is not approved or was disabled.
    #[error("access is disabled")]
    AccessDisabled,
    /// The account may not see configurators.
    #[error("no configurator access")]
    ConfiguratorAccess,
    /// The account lacks the role.
    #[error("administrators only")]
    AdministratorsOnly,
    /// The source has used up its attempts to log in or to register.
    #[error("too many attempts")]
    TooManyAttempts {
        /// Seconds until it may try again.
        retry_after_seconds: u32,
    },
    /// There is no account with that id.
    #[error("user not found")]
    UserNotFound,
    /// The section is not in the public catalog.
    #[error("section not found")]
    SectionNotFound,
    /// The client's position in the change feed is too old, or not of this store: it has to start from scratch.
    #[error("change cursor expired")]
    ChangesExpired,
    /// The product is not public.
    #[error("product not found")]
    ProductNotFound,
    /// No route has this path.
    #[error("no such route")]
    RouteNotFound,
    /// The path exists, the method does not.
    #[error("method not allowed")]
    MethodNotAllowed {
        /// The methods that exist, as the `Allow` header lists them.
        allowed: &'static str,
    },
    /// The body is too long.
    #[error("body too large")]
    PayloadTooLarge,
    /// The body is not declared as JSON.
    #[error("body is not JSON")]
    UnsupportedMediaType,
    /// It is not the client's fault.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// The public form of an error.
pub(crate) struct PublicError {
    /// The HTTP status, which is also `error.code`.
    pub(crate) status: StatusCode,
    /// `error.name`.
    pub(crate) name: &'static str,
    /// `error.message`.
    pub(crate) message: String,
    /// A header required by the status.
    pub(crate) header: Option<(HeaderName, Cow<'static, str>)>,
}

impl ApiError {
    /// An unexpected error.
    pub(crate) fn internal(cause: impl Into<Cause>) -> Self {
        ServiceFailure::internal(cause).into()
    }

    /// The error of one wrong parameter.
    pub(crate) fn parameter(parameter: &str, reason: impl Into<String>) -> Self {
        Self::Validation(vec![ErrorDetail { parameter: parameter.into(), reason: reason.into() }])
    }

    /// The public form of the error. It never contains a cause.
    pub(crate) fn public(&self, request_id: Option<&RequestId>) -> PublicError {
        let face = |status, name, message: &str| PublicError { status, name, message: message.into(), header: None };
        match self {
            Self::Validation(details) => face(StatusCode::BAD_REQUEST, "ValidationError", &describe(details)),
            Self::WrongCredentials => unauthorized("Wrong login or password."),
            Self::NoValidToken => unauthorized("The access token is missing, expired or invalid."),
            Self::AccessDisabled => {
                face(StatusCode::FORBIDDEN, "ForbiddenError", "API access of this account is not enabled.")
            }
            Self::ConfiguratorAccess => {
                face(StatusCode::FORBIDDEN, "ConfiguratorAccessError", "This account has no access to configurators.")
            }
            Self::AdministratorsOnly => {
                face(StatusCode::FORBIDDEN, "ForbiddenError", "Only administrators may do this.")
            }
            Self::TooManyAttempts { retry_after_seconds } => PublicError {
                header: Some((header::RETRY_AFTER, retry_after_seconds.to_string().into())),
                ..face(
                    StatusCode::TOO_MANY_REQUESTS,
                    "TooManyRequestsError",
                    &format!("Too many attempts. Please try again in {retry_after_seconds} seconds."),
                )
            },
            Self::UserNotFound => face(StatusCode::NOT_FOUND, "NotFoundError", "There is no such user."),
            Self::SectionNotFound => {
                face(StatusCode::NOT_FOUND, "CatalogSectionNotFoundError", "The section is not in the public catalog.")
            }
            Self::ChangesExpired => face(
                StatusCode::GONE,
                "ProductChangesCursorExpiredError",
                "The changes since then are no longer known. Read the section's products again and continue from there.",
            ),
            Self::ProductNotFound => {
                face(StatusCode::NOT_FOUND, "ProductNotFoundError", "The product is not in the public catalog.")
            }
            Self::RouteNotFound => face(StatusCode::NOT_FOUND, "NotFoundError", "There is no such route."),
            Self::MethodNotAllowed { allowed } => PublicError {
                header: Some((header::ALLOW, (*allowed).into())),
                ..face(
                    StatusCode::METHOD_NOT_ALLOWED,
                    "MethodNotAllowedError",
                    &format!("This route allows {allowed} only."),
                )
            },
            Self::PayloadTooLarge => {
                face(StatusCode::PAYLOAD_TOO_LARGE, "PayloadTooLargeError", "The body must have at most 65536 bytes.")
            }
            Self::UnsupportedMediaType => face(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "UnsupportedMediaTypeError",
                "The body must be uncompressed JSON, declared as Content-Type: application/json.",
            ),
            Self::Failure(failure) => describe_failure(failure, request_id),
        }
    }

    /// The body that reports this error.
    pub(crate) fn body(&self, public: &PublicError) -> ErrorBody {
        let details = if let Self::Validation(details) = self { details.clone() } else { Vec::new() };
        ErrorBody { code: public.status.as_u16(), name: public.name, message: public.message.clone(), details }
    }
}

fn unauthorized(message: &str) -> PublicError {
    PublicError {
        status: StatusCode::UNAUTHORIZED,
        name: "AuthorizationError",
        message: message.into(),
        header: Some((header::WWW_AUTHENTICATE, "Bearer".into())),
    }
}

/// `Invalid parameter 'page': must be ...; invalid parameter 'sort': must be ...`
fn describe(details: &[ErrorDetail]) -> String {
    let each = details.iter().map(|detail| format!("invalid parameter '{}': {}", detail.parameter, detail.reason));
    let text = each.collect::<Vec<_>>().join("; ");
    text.replacen("invalid", "Invalid", 1)
}

fn describe_failure(failure: &ServiceFailure, request_id: Option<&RequestId>) -> PublicError {
    let retry_after = (header::RETRY_AFTER, ServiceFailure::RETRY_AFTER_SECONDS.into());
    let (text, header) = match failure {
        ServiceFailure::Unavailable(_) => ("The service is busy. Please try again in a moment.", Some(retry_after)),
        ServiceFailure::TooMuchAtOnce(_) => (
            "This account has too many expensive requests in progress. Please try again in a moment.",
            Some(retry_after),
        ),
        ServiceFailure::Internal(_) => ("An internal error occurred.", None),
    };
    let message = ServiceFailure::message(text, request_id);
    PublicError { status: failure.status(), name: failure.name(), message, header }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<BackgroundError> for ApiError {
    fn from(error: BackgroundError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<CredentialsError> for ApiError {
    fn from(error: CredentialsError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<FeedError> for ApiError {
    fn from(error: FeedError) -> Self {
        match error {
            FeedError::CursorOfAnotherSection => Self::parameter("cursor", "belongs to another section"),
            FeedError::SinceInTheFuture => Self::parameter("since", "must not be more than 5 minutes in the future"),
            FeedError::Expired => Self::ChangesExpired,
            FeedError::Store(error) => error.into(),
        }
    }
}

impl From<AttemptError> for ApiError {
    fn from(error: AttemptError) -> Self {
        match error {
            AttemptError::TooManyAttempts { retry_after_seconds } => Self::TooManyAttempts { retry_after_seconds },
            AttemptError::Failure(failure) => failure.into(),
        }
    }
}

impl From<AuthError> for ApiError {
    fn from(rejection: AuthError) -> Self {
        match rejection {
            AuthError::NoValidToken => Self::NoValidToken,
            AuthError::AccessDisabled => Self::AccessDisabled,
            AuthError::Failure(failure) => failure.into(),
        }
    }
}
