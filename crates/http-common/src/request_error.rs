//! The failures that requests of every interface have in common, and the one table that maps them to responses
//! (`docs/contract.md#errors`).

use crate::public_error::PublicError;
use crate::request::request_id::RequestId;
use actix_web::http::StatusCode;
use actix_web::http::header;
use catalog_app::ServiceFailure;
use catalog_app::accounts::AttemptError;
use catalog_app::callers::AuthError;
use catalog_app::catalog::RevisionError;
use catalog_app::runtime::BackgroundError;
use catalog_domain::accounts::PublicRefusal;
use catalog_domain::ports::{Cause, CredentialsError, StoreError};

/// A failed request of any interface.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RequestError {
    /// Unknown login or wrong password: a client cannot distinguish them.
    #[error("wrong login or password")]
    WrongCredentials,
    /// The token is missing, expired or invalid.
    #[error("no valid access token")]
    NoValidToken,
    /// The key has another checksum than it should have.
    #[error("a mistyped key")]
    MistypedKey,
    /// There is a key, in another header or form than the route takes it.
    #[error("a key in another place")]
    KeyElsewhere,
    /// One of these on a route that also takes keys by Basic.
    #[error(transparent)]
    TakesBasic(Box<RequestError>),
    /// The account is not approved or was disabled.
    #[error("access is disabled")]
    AccessDisabled,
    /// The path or the query has a key in it, where logs of others would keep it.
    #[error("a key in the address")]
    KeyInAddress,
    /// The account may not see configurators.
    #[error("no configurator access")]
    ConfiguratorAccess,
    /// The source has used up its attempts to log in or to register.
    #[error("too many attempts")]
    TooManyAttempts {
        /// Seconds until it may try again.
        retry_after_seconds: u32,
    },
    /// No route has this path.
    #[error("no such route")]
    RouteNotFound,
    /// The role or the price level of the account is another one since the response began.
    #[error("the rights of the account have changed")]
    RightsChanged,
    /// The catalog of this server is older than the response has to be.
    #[error("the catalog of this server is older than demanded")]
    CatalogBehind,
    /// It is not the client's fault.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

impl RequestError {
    /// An unexpected error.
    pub fn internal(cause: impl Into<Cause>) -> Self {
        ServiceFailure::internal(cause).into()
    }

    /// The error's public form; `advice` follows the text of a failure that is temporary. A cause is never part of it.
    pub fn public(&self, advice: &str, request_id: Option<&RequestId>) -> PublicError {
        let unauthorized = |message: &str| {
            PublicError::new(StatusCode::UNAUTHORIZED, message).with_header(header::WWW_AUTHENTICATE, "Bearer")
        };
        let forbidden = |message: &str| PublicError::new(StatusCode::FORBIDDEN, message);
        match self {
            Self::WrongCredentials => unauthorized("Wrong login or password."),
            Self::NoValidToken => unauthorized("The access token is missing, expired or invalid."),
            Self::MistypedKey => {
                unauthorized("The key is mistyped: a character is wrong, missing or too many. Copy it again.")
            }
            Self::KeyElsewhere => unauthorized("Send the key as a bearer: \"Authorization: Bearer cat_...\"."),
            Self::TakesBasic(error) => {
                let challenges = "Basic realm=\"price lists\", charset=\"UTF-8\", Bearer";
                error.public(advice, request_id).with_header(header::WWW_AUTHENTICATE, challenges)
            }
            Self::AccessDisabled => forbidden("API access of this account is not enabled."),
            Self::KeyInAddress => PublicError::new(
                StatusCode::BAD_REQUEST,
                "The address has a key in it, where others log it. Send keys as Authorization: Bearer, and replace this one.",
            ),
            Self::ConfiguratorAccess => {
                forbidden("This account has no access to configurators.").with_name("ConfiguratorAccessError")
            }
            Self::TooManyAttempts { retry_after_seconds } => {
                let message = format!("Too many attempts. Please try again in {retry_after_seconds} seconds.");
                PublicError::new(StatusCode::TOO_MANY_REQUESTS, message)
                    .with_header(header::RETRY_AFTER, retry_after_seconds.to_string())
            }
            Self::RouteNotFound => PublicError::new(StatusCode::NOT_FOUND, "There is no such route."),
            Self::RightsChanged => PublicError::new(
                StatusCode::CONFLICT,
                "The role or the price level of this account has changed meanwhile. Please begin again.",
            ),
            Self::CatalogBehind => PublicError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "This server does not have that catalog revision yet. Please try again in a moment.",
            )
            .with_id(request_id)
            .with_header(header::RETRY_AFTER, "1"),
            Self::Failure(failure) => PublicError::of_failure(failure, advice, request_id),
        }
    }

    /// Logs a failure of the service, with its causes. Client errors are not logged.
    pub fn log(&self) {
        if let Self::Failure(failure) = self {
            failure.log();
        }
    }
}

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<BackgroundError> for RequestError {
    fn from(error: BackgroundError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<RevisionError> for RequestError {
    fn from(error: RevisionError) -> Self {
        match error {
            RevisionError::Behind => Self::CatalogBehind,
            RevisionError::Refused(error) => error.into(),
        }
    }
}

impl From<CredentialsError> for RequestError {
    fn from(error: CredentialsError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<AttemptError> for RequestError {
    fn from(error: AttemptError) -> Self {
        match error {
            AttemptError::TooManyAttempts { retry_after_seconds } => Self::TooManyAttempts { retry_after_seconds },
            AttemptError::Failure(failure) => failure.into(),
        }
    }
}

impl From<AuthError> for RequestError {
    fn from(error: AuthError) -> Self {
        match error {
            AuthError::NoValidToken => Self::NoValidToken,
            AuthError::MistypedKey => Self::MistypedKey,
            AuthError::AccessDisabled => Self::AccessDisabled,
            AuthError::TooManyAttempts { retry_after_seconds } => Self::TooManyAttempts { retry_after_seconds },
            AuthError::Failure(failure) => failure.into(),
        }
    }
}

impl From<PublicRefusal> for RequestError {
    fn from(refusal: PublicRefusal) -> Self {
        match refusal {
            PublicRefusal::WrongCredentials => Self::WrongCredentials,
            PublicRefusal::AccessDisabled => Self::AccessDisabled,
        }
    }
}
