//! The `Authorization` header (`docs/contract.md#authentication`).

use actix_web::HttpRequest;
use actix_web::http::header;

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
