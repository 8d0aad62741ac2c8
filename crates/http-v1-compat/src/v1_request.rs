//! What is particular to v1 in the way of a request.

use crate::v1_envelope::JSON;
use crate::v1_error::V1Error;
use actix_web::http::StatusCode;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder};
use catalog_app::callers::Caller;
use catalog_domain::values::AccountId;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::cache::EntityTag;
use http_common::json::ErrorDetail;
use http_common::params::Strictness;
use http_common::pipeline::{Authenticated, Interface};

#[derive(Debug)]
pub(crate) enum V1 {}

pub(crate) type V1Request<P> = Authenticated<V1, P>;

/// The account of the request, stored with it for the log line of the call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallOf(pub(crate) AccountId);

impl Interface for V1 {
    type Error = V1Error;

    const STRICTNESS: Strictness = Strictness::Lenient;
    const IS_CONDITIONAL: bool = false;

    /// The token, with or without `Bearer `. What has a blank in it is none, but another scheme.
    fn token(authorization: &str) -> Option<&str> {
        let token = after_bearer(authorization).unwrap_or(authorization).trim();
        (!token.contains(char::is_whitespace)).then_some(token)
    }

    fn on_authenticated(request: &HttpRequest, caller: &Caller) {
        request.extensions_mut().insert(CallOf(caller.account.id));
        if let Ok(state) = HttpState::of(request) {
            state.app.readers.count(caller.account.id, state.app.now());
        }
    }

    /// The first problem.
    fn refuse(problems: Vec<ErrorDetail>) -> V1Error {
        match problems.into_iter().next() {
            Some(first) => V1Error::InvalidParameter(first),
            None => V1Error::internal("parameters without a problem were refused"),
        }
    }

    /// The middleware adds the other headers, which errors have, too.
    fn response(status: StatusCode, _: Option<&Catalog>, _: Option<&EntityTag>) -> HttpResponseBuilder {
        let mut response = HttpResponse::build(status);
        response.content_type(JSON);
        response
    }
}

/// The value after `Bearer `, byte for byte: a password may contain spaces.
pub(crate) fn after_bearer(authorization: &str) -> Option<&str> {
    let (scheme, rest) = authorization.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && !rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_taken_with_and_without_its_scheme() {
        for (header, expected) in [
            ("Bearer a.b.c", Some("a.b.c")),
            ("bearer  a.b.c ", Some("a.b.c")),
            ("a.b.c", Some("a.b.c")),
            (" a.b.c ", Some("a.b.c")),
            ("Basic a.b.c", None),
            ("", Some("")),
        ] {
            assert_eq!(V1::token(header), expected, "{header:?}");
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
