//! Authentication: from a token to an account that may call (`docs/contract.md#authentication`).

use crate::services::Services;
use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::Data;
use catalog_app::ServiceFailure;
use catalog_app::runtime::Requester;
use catalog_domain::accounts::{CallerAccount, TokenRefusal, authorize_token};
use catalog_domain::ports::VerifiedToken;
use catalog_domain::pricing::Viewer;
use std::sync::Arc;

/// An authenticated caller.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The account, in its state at the time of the request.
    pub account: Arc<CallerAccount>,
    /// How this caller sees the catalog.
    pub viewer: Viewer,
    /// The token of the request.
    pub token: VerifiedToken,
}

impl Caller {
    /// The requester that this caller's work is accounted to.
    #[must_use]
    pub fn requester(&self) -> Requester {
        Requester::Account(self.account.id)
    }
}

/// Why a caller was refused.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// No token, or one that is malformed, forged, expired or revoked.
    #[error("no valid access token")]
    NoValidToken,
    /// The account is not approved or was disabled.
    #[error("the account is not active")]
    AccessDisabled,
    /// The check failed.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// Authenticates the caller by `token`.
///
/// # Errors
/// [`AuthError`] when the token is refused.
pub async fn authenticate(services: &Services, token: Option<&str>) -> Result<Caller, AuthError> {
    let token = token.and_then(|token| services.tokens.verify(token, services.clock.now()));
    authorize(services, token.ok_or(AuthError::NoValidToken)?).await
}

/// The caller with a token or session of that content.
pub(crate) async fn authorize(services: &Services, token: VerifiedToken) -> Result<Caller, AuthError> {
    let account = services.accounts.find(token.grant.account).await?;
    match (authorize_token(&token, account.as_deref()), account) {
        (Ok(()), Some(account)) => Ok(Caller { viewer: account.viewer(), account, token }),
        (Err(TokenRefusal::AccessDisabled), _) => Err(AuthError::AccessDisabled),
        (Err(TokenRefusal::InvalidToken), _) | (Ok(()), None) => Err(AuthError::NoValidToken),
    }
}

/// The services of the handlers.
///
/// # Errors
/// When the app has none.
pub fn services_of(request: &HttpRequest) -> Result<&Data<Services>, ServiceFailure> {
    request.app_data::<Data<Services>>().ok_or_else(|| ServiceFailure::internal("the app has no services"))
}

/// The value of the `Authorization` header, which may be any UTF-8. A repeated header is ambiguous, so it is ignored.
#[must_use]
pub fn authorization(request: &HttpRequest) -> Option<&str> {
    let mut headers = request.headers().get_all(header::AUTHORIZATION);
    let value = headers.next()?;
    if headers.next().is_some() { None } else { std::str::from_utf8(value.as_bytes()).ok() }
}

/// The token in an `Authorization: Bearer <token>` header's value; the scheme is compared without case (RFC 9110).
#[must_use]
pub fn bearer_token(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.trim().split_once(' ')?;
    let token = token.trim_start();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bearer_token_is_found_whatever_the_case_and_blanks() {
        for (header, token) in [
            ("Bearer abc", Some("abc")),
            ("bearer  abc ", Some("abc")),
            ("BEARER abc", Some("abc")),
            ("Bearer", None),
            ("Bearer ", None),
            ("Basic abc", None),
            ("abc", None),
            ("", None),
        ] {
            assert_eq!(bearer_token(header), token, "{header:?}");
        }
    }
}
