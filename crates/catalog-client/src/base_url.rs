//! The address of the service.

use crate::ClientError;
use ureq::http::Uri;

/// A checked address without a slash at its end.
#[derive(Debug, Clone)]
pub(crate) struct BaseUrl {
    text: String,
    is_https: bool,
}

impl BaseUrl {
    /// Accepts `http` and `https`, a host, and a path prefix; nothing else.
    pub(crate) fn parse(text: &str) -> Result<Self, ClientError> {
        // A text with a password is not quoted.
        let quoted = if text.contains('@') { String::new() } else { format!("{text:?} ") };
        let refuse = |reason: &str| ClientError::Options(format!("the address {quoted}{reason}"));
        let is_https = check_address(text).map_err(refuse)?;
        if text.contains(['?', '#']) {
            return Err(refuse("must not have a query or a fragment"));
        }
        Ok(Self { text: text.trim_end_matches('/').to_owned(), is_https })
    }

    pub(crate) fn is_https(&self) -> bool {
        self.is_https
    }

    /// The address of a path, which begins with a slash.
    pub(crate) fn join(&self, path: &str) -> String {
        format!("{}{path}", self.text)
    }
}

/// Whether an address, which may have a query, is one of `https`; or why it is none of either scheme.
pub(crate) fn check_address(text: &str) -> Result<bool, &'static str> {
    let uri: Uri = text.parse().map_err(|_| "is not a URL")?;
    let is_https = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err("must begin with http:// or https://"),
    };
    if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
        return Err("must not hold a login or a password");
    }
    if uri.host().unwrap_or_default().is_empty() { Err("names no host") } else { Ok(is_https) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_a_host_and_maybe_a_path() {
        for (text, joined) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/x"),
            ("https://catalog.example/", "https://catalog.example/x"),
            ("https://shop.example/catalog/", "https://shop.example/catalog/x"),
            ("http://[::1]:8080", "http://[::1]:8080/x"),
        ] {
            assert_eq!(BaseUrl::parse(text).unwrap().join("/x"), joined);
        }
        for (text, reason) in [
            ("catalog.example", "must begin with"),
            ("/catalog", "must begin with"),
            ("", "is not a URL"),
            ("ftp://catalog.example", "must begin with"),
            ("http://", "is not a URL"),
            ("http://a b", "is not a URL"),
            ("http://x?y=1", "query or a fragment"),
            ("http://x/#top", "query or a fragment"),
        ] {
            let error = BaseUrl::parse(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        let error = BaseUrl::parse("http://me:secret@x").unwrap_err().to_string();
        assert!(error.contains("login or a password") && !error.contains("secret"), "{error}");
    }
}
