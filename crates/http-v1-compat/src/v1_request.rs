//! An authenticated v1 request with its parameters checked, in this order: unauthenticated callers do not learn what is
//! wrong with a parameter.

use crate::params::parameters_of;
use crate::v1_error::V1Error;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use catalog_app::callers::Caller;
use catalog_domain::values::AccountId;
use http_common::HttpState;
use http_common::auth::authorization;
use http_common::params::Parameters;
use http_common::response::{Coding, negotiate};
use std::future::Future;
use std::pin::Pin;

#[derive(Debug)]
pub(crate) struct V1Request<P> {
    pub(crate) caller: Caller,
    pub(crate) parameters: P,
    pub(crate) coding: Option<Coding>,
}

/// The account of the request, stored with it for the log line of the call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallOf(pub(crate) AccountId);

impl<P: Parameters + 'static> FromRequest for V1Request<P> {
    type Error = V1Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, V1Error>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let token = authorization(&request).map(token);
            let caller = HttpState::of(&request)?.app.callers.authenticate(token).await?;
            request.extensions_mut().insert(CallOf(caller.account.id));
            let parameters = parameters_of(&request)?;
            Ok(Self { caller, parameters, coding: negotiate(request.headers()) })
        })
    }
}

/// The value after `Bearer `, byte for byte: a password may contain spaces.
pub(crate) fn after_bearer(authorization: &str) -> Option<&str> {
    let (scheme, rest) = authorization.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && !rest.is_empty()).then_some(rest)
}

/// The token, with or without `Bearer `.
fn token(authorization: &str) -> &str {
    after_bearer(authorization).unwrap_or(authorization).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_taken_with_and_without_its_scheme() {
        for (header, expected) in [
            ("Bearer a.b.c", "a.b.c"),
            ("bearer  a.b.c ", "a.b.c"),
            ("a.b.c", "a.b.c"),
            (" a.b.c ", "a.b.c"),
            ("Basic a.b.c", "Basic a.b.c"),
            ("", ""),
        ] {
            assert_eq!(token(header), expected, "{header:?}");
        }
    }

    #[test]
    fn a_password_is_everything_after_the_scheme() {
        for (header, password) in [
            ("Bearer correct horse battery", Some("correct horse battery")),
            ("BEARER  two blanks first", Some(" two blanks first")),
            ("Bearer пароль с пробелом", Some("пароль с пробелом")),
            ("Bearer ", None),
            ("Bearer", None),
            ("correct horse battery", None),
        ] {
            assert_eq!(after_bearer(header), password, "{header:?}");
        }
    }
}
