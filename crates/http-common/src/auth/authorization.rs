//! The `Authorization` header (`docs/contract.md#authentication`).

use actix_web::HttpRequest;
use actix_web::http::header;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The value of the `Authorization` header, which may be any UTF-8. A repeated header is ambiguous, so it is ignored.
pub fn authorization(request: &HttpRequest) -> Option<&str> {
    let mut headers = request.headers().get_all(header::AUTHORIZATION);
    let value = headers.next()?;
    if headers.next().is_some() { None } else { std::str::from_utf8(value.as_bytes()).ok() }
}

/// The token in an `Authorization: Bearer <token>` header's value; the scheme is compared without case (RFC 9110).
pub fn bearer_token(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.trim().split_once(' ')?;
    let token = token.trim_start();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// The name and the password in an `Authorization: Basic ...` header's value (RFC 7617); `None` for another scheme, and
/// inside for what has none.
pub fn basic_credentials(authorization: &str) -> Option<Option<(String, String)>> {
    let (scheme, encoded) = authorization.trim().split_once(' ')?;
    let decode = || {
        let text = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
        let (name, password) = text.split_once(':')?;
        Some((name.to_owned(), password.to_owned()))
    };
    scheme.eq_ignore_ascii_case("basic").then(decode)
}

/// Whether any header of `request` has a key in a form that its route does not take: alone, behind a scheme, or as the
/// name or password of Basic.
pub(crate) fn has_key_elsewhere(request: &HttpRequest, is_key: impl Fn(&str) -> bool) -> bool {
    let values = request.headers().iter().filter_map(|(_, value)| value.to_str().ok());
    let mut texts = values.flat_map(|value| {
        let basic = basic_credentials(value).flatten();
        let last = value.split_whitespace().last().map(str::to_owned);
        basic.map(|(name, password)| [name, password]).into_iter().flatten().chain(last)
    });
    texts.any(|text| is_key(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn basic_has_a_name_and_a_password_with_colons() {
        let pair = |name: &str, password: &str| Some(Some((name.to_owned(), password.to_owned())));
        assert_eq!(basic_credentials("basic  YTpiOmM="), pair("a", "b:c"));
        assert_eq!((basic_credentials("Basic YQ=="), basic_credentials("Basic !")), (Some(None), Some(None)));
        assert_eq!(basic_credentials("Bearer YTpi"), None);
    }

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
