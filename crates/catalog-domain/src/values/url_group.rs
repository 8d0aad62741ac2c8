//! URLs as the service shows them: whole, and split into host, path and slug (`docs/contract.md#url-group`).

use std::borrow::Cow;
use std::fmt;

mod shape;

pub(crate) use shape::UrlShape;

/// Longest URL that is accepted, in bytes.
const MAXIMUM_LENGTH: usize = 2_048;

/// An absolute `http` or `https` URL, stored byte for byte.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PageUrl(Box<str>);

/// A borrowed [`PageUrl`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PageUrlRef<'a>(&'a str);

/// The four fields of a URL (`docs/contract.md#url-group`). All four are empty when there is no URL.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UrlGroup<'a> {
    /// The absolute URL, as the source wrote it.
    pub full: &'a str,
    /// The host in lower case, with the port unless it is the scheme's default.
    pub host: Cow<'a, str>,
    /// The path without query and fragment.
    pub path: &'a str,
    /// The last non-empty segment of the path; neither unique nor an identifier.
    pub slug: &'a str,
}

/// Why a text is not a usable page URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be an absolute http or https URL with a host, without blanks or control characters, of at most 2048 bytes"
)]
pub struct PageUrlError;

impl PageUrl {
    /// Checks and stores a URL.
    ///
    /// # Errors
    /// Those of [`PageUrlRef::parse`].
    pub fn parse(text: &str) -> Result<Self, PageUrlError> {
        PageUrlRef::parse(text).map(|url| Self(url.0.into()))
    }

    /// The URL as given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same URL, borrowed; it has the accessors of the parts.
    pub fn borrowed(&self) -> PageUrlRef<'_> {
        PageUrlRef(&self.0)
    }
}

impl<'a> PageUrlRef<'a> {
    /// Checks a URL.
    ///
    /// # Errors
    /// [`PageUrlError`] when the text is not an absolute http(s) URL with a plausible host.
    pub fn parse(text: &'a str) -> Result<Self, PageUrlError> {
        let clean = !text.chars().any(|character| character.is_whitespace() || character.is_control());
        let url = Self(text);
        let (scheme, authority, _) = url.split();
        let known_scheme = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
        if clean && known_scheme && text.len() <= MAXIMUM_LENGTH && is_plausible_authority(authority) {
            Ok(url)
        } else {
            Err(PageUrlError)
        }
    }

    /// Wraps the text of a [`PageUrl`] that was checked when it was stored. It is not checked again.
    pub(crate) fn from_checked(text: &'a str) -> Self {
        Self(text)
    }

    /// The URL as given.
    pub fn as_str(self) -> &'a str {
        self.0
    }

    /// The URL split into its fields.
    pub fn group(self) -> UrlGroup<'a> {
        let (scheme, authority, path) = self.split();
        UrlGroup { full: self.0, host: host(scheme, authority), path, slug: slug(path) }
    }

    /// The same for a URL whose `shape` was stored with it: a product of a page has no time for a search.
    pub(crate) fn group_of_shape(self, shape: UrlShape) -> UrlGroup<'a> {
        shape.group(self.0).unwrap_or_else(|| self.group())
    }

    /// The path without query and fragment, as v1 shows it.
    pub fn path(self) -> &'a str {
        self.split().2
    }

    /// The host in lower case, with its port unless that is the scheme's default.
    pub fn host(self) -> Cow<'a, str> {
        let (scheme, authority, _) = self.split();
        host(scheme, authority)
    }

    /// Scheme, authority and path; empty parts where the text has none.
    fn split(self) -> (&'a str, &'a str, &'a str) {
        let (scheme, rest) = split_before(self.0, |byte| byte == b':');
        let Some(rest) = rest.strip_prefix("://") else { return ("", "", "") };
        let (authority, tail) = split_before(rest, |byte| matches!(byte, b'/' | b'?' | b'#' | b'\\'));
        let has_more = tail.contains('?') || tail.contains('#');
        let path = if has_more { split_before(tail, |byte| matches!(byte, b'?' | b'#')).0 } else { tail };
        (scheme, authority, if path.is_empty() { "/" } else { path })
    }
}

impl fmt::Debug for PageUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}

impl fmt::Debug for PageUrlRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, formatter)
    }
}

/// `text` before the first byte that is a `delimiter`, an ASCII character, and from there on. By bytes, because every
/// product that is loaded has a URL to split.
fn split_before(text: &str, delimiter: impl Fn(u8) -> bool) -> (&str, &str) {
    text.split_at(text.bytes().position(delimiter).unwrap_or(text.len()))
}

/// The host in `authority`: in lower case, with its port unless that is the default one of `scheme`.
fn host<'a>(scheme: &str, authority: &'a str) -> Cow<'a, str> {
    let is_more = |byte: u8| matches!(byte, b'@' | b':' | b'A'..=b'Z' | 0x80..);
    if !authority.bytes().fold(false, |found, byte| found | is_more(byte)) {
        // A plain host, as almost always.
        return Cow::Borrowed(authority);
    }
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let default_port = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    Cow::Owned(host.strip_suffix(default_port).unwrap_or(host).to_lowercase())
}

/// The last non-empty segment of `path`.
fn slug(path: &str) -> &str {
    let end = path.bytes().rposition(|byte| byte != b'/').map_or(0, |last| last + 1);
    let start = path[..end].bytes().rposition(|byte| byte == b'/').map_or(0, |before| before + 1);
    &path[start..end]
}

/// A host, optionally followed by a port.
fn is_plausible_authority(authority: &str) -> bool {
    let host_and_port = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (host, port) = match host_and_port.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (host_and_port, None),
    };
    let port_fits = port.is_none_or(|port| port.parse::<u16>().is_ok() && !port.starts_with('+'));
    !host.is_empty() && !host.contains(['<', '>', '"', '\\', '%']) && port_fits
}

/// The host of the one storefront whose sections are public: lower case, without a default port.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StorefrontHost(Box<str>);

/// Why a text is not a storefront host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a host name such as storefront.example, without scheme or path")]
pub struct StorefrontHostError;

impl StorefrontHost {
    /// Reads a host, `host` or `host:port`.
    ///
    /// # Errors
    /// [`StorefrontHostError`] for anything with a scheme, a path, credentials or whitespace.
    pub fn parse(text: &str) -> Result<Self, StorefrontHostError> {
        let forbidden =
            |character: char| character.is_whitespace() || character.is_control() || "/@?#".contains(character);
        if text.contains(forbidden) || !is_plausible_authority(text) {
            return Err(StorefrontHostError);
        }
        let lower = text.to_lowercase();
        let host = lower.strip_suffix(":443").or_else(|| lower.strip_suffix(":80")).unwrap_or(&lower);
        Ok(Self(host.into()))
    }

    /// The host in its canonical form.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether `url` is on this host (case-insensitive, default ports ignored).
    pub fn serves(&self, url: &PageUrl) -> bool {
        url.borrowed().host() == *self.0
    }
}

#[cfg(test)]
mod tests;
