//! The method and path of a request for the log.

use actix_web::http::Method;
use catalog_domain::accounts::contains_key;
use http_common::request::{LINKS, address_has_key};
use std::borrow::Cow;

const LOGIN_PATH: &str = "/auth/token/{login}";

const KEY_PATH: &str = "{key}";

const LINK_PATH: &str = "/price-lists/{key}";

/// How often a path is decoded: routing decodes it once, a proxy may have encoded it once more.
const MOST_DECODINGS: usize = 3;

/// The most bytes of a path that the log shows.
const MOST_BYTES: usize = 512;

/// The beginning of `path`, as it was sent, without the login of v1's token route: it must not be logged, because
/// people type passwords into the wrong place. However the path is encoded, and even if it misses the route by an extra
/// slash or the case of a letter, the login is not logged. Nor is a key.
pub(super) fn loggable_path(path: &str) -> Cow<'_, str> {
    if path.starts_with(LINKS) {
        return LINK_PATH.into();
    }
    if address_has_key(path) {
        return KEY_PATH.into();
    }
    let path = &path[..path.floor_char_boundary(MOST_BYTES)];
    if !path.contains('%') {
        return if holds_login(path.as_bytes()) { LOGIN_PATH.into() } else { path.into() };
    }
    let mut decoded = path.as_bytes().to_vec();
    for _ in 0..MOST_DECODINGS {
        decoded = decode(&decoded);
        if holds_login(&decoded) {
            return LOGIN_PATH.into();
        }
    }
    path.into()
}

/// The method as it was sent, unless it is a key.
pub(super) fn loggable_method(method: &Method) -> Method {
    let is_key = contains_key(method.as_str().as_bytes());
    if is_key { Method::from_bytes(b"KEY").unwrap_or_default() } else { method.clone() }
}

/// Whether the path has a value where v1's token route has the login.
fn holds_login(path: &[u8]) -> bool {
    let mut segments = path.split(|byte| matches!(byte, b'/' | b'\\')).filter(|segment| !segment.is_empty());
    let mut is_next = |name: &[u8]| segments.next().is_some_and(|segment| segment.eq_ignore_ascii_case(name));
    is_next(b"auth") && is_next(b"token") && segments.next().is_some()
}

/// Decodes every escape once; invalid ones stay.
fn decode(path: &[u8]) -> Vec<u8> {
    let digit = |at: usize| path.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let mut decoded = Vec::with_capacity(path.len());
    let mut at = 0;
    while let Some(byte) = path.get(at) {
        let escaped = if *byte == b'%' { digit(at + 1).zip(digit(at + 2)) } else { None };
        match escaped.and_then(|(high, low)| u8::try_from(high * 16 + low).ok()) {
            Some(escaped) => {
                decoded.push(escaped);
                at += 3;
            }
            None => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_that_is_a_key_is_not_logged() {
        let key = Method::from_bytes(b"cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s").unwrap();
        assert_eq!((loggable_method(&key).as_str(), loggable_method(&Method::GET)), ("KEY", Method::GET));
    }

    #[test]
    fn no_login_gets_into_the_log_by_way_of_a_path() {
        for path in [
            "/auth/token/buyer@shop.example",
            "/auth/token/buyer%40shop.example",
            "/auth/%74oken/LOGIN",
            "/%61%75%74%68/%74%6F%6b%65%6e/LOGIN",
            "/auth%2Ftoken%2FLOGIN",
            "%2fauth/token/LOGIN",
            "/auth/%2574oken/LOGIN",
            "/auth/token%252FLOGIN",
            "//auth//token///LOGIN",
            "/AUTH/Token/LOGIN",
            "/auth/token/LOGIN/more",
            "/auth/token/%zz%",
            "/auth\\token\\LOGIN",
        ] {
            assert_eq!(loggable_path(path), LOGIN_PATH, "{path}");
        }
        for path in [
            "/auth/token",
            "/auth/token/",
            "/auth/%74oken",
            "/api/v2/products/P-1",
            "/api/v2/products/auth%2Ftoken%2Fx",
            "/api/v2/products/100%",
            "/auth/v2/check",
            "/",
            "",
        ] {
            assert_eq!(loggable_path(path), path);
        }
        let key = "cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s";
        for path in [format!("/api/v2/products/{key}"), format!("/{}/%63{}", "x".repeat(600), &key[1..])] {
            assert_eq!(loggable_path(&path), KEY_PATH, "{path}");
        }
        for link in
            [format!("/price-lists/{key}"), "/price-lists/cat_abcdef".to_owned(), format!("/price-lists/x/{key}")]
        {
            assert_eq!(loggable_path(&link), LINK_PATH, "{link}");
        }
        let long = format!("/api/v1/get/section-meta/1{}", "%2C1".repeat(10_000));
        assert_eq!(loggable_path(&long), long[..MOST_BYTES], "a long path fills no log");
    }
}
