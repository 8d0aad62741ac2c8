//! Conditional requests: weak entity tags, and clients that have a version already
//! (`docs/contract.md#conditional-requests`; RFC 9110, section 13).

use actix_web::HttpMessage;
use actix_web::http::header::{self, Header, HeaderValue, IfModifiedSince, IfNoneMatch};
use catalog_app::catalog::ViewKey;
use catalog_domain::values::{Fingerprint, FingerprintBuilder};
use std::fmt;
use std::hash::Hash;
use std::time::SystemTime;

/// A weak entity tag. Equal tags promise bodies that mean the same, not the same bytes: a body may be compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EntityTag(Fingerprint);

impl EntityTag {
    /// The tag of the response of a catalog to `question` for all callers that share `view`. It is known before any
    /// body is built, and differs for any two viewers that could see different responses. `question` names the endpoint
    /// and has its parameters in a normal form.
    pub fn of_response(view: ViewKey, question: impl Hash) -> Self {
        Self(view.fingerprint_of(question))
    }

    /// The tag of a finished body.
    pub fn of_body(body: impl AsRef<[u8]>) -> Self {
        Self(FingerprintBuilder::new().text(&String::from_utf8_lossy(body.as_ref())).finish())
    }
}

impl EntityTag {
    /// The header's value: `W/"0123456789abcdef0123456789abcdef"`.
    pub fn to_header(self) -> HeaderValue {
        // Hexadecimal digits and quotes are valid in any header.
        HeaderValue::from_bytes(&self.text()).unwrap_or_else(|_| HeaderValue::from_static("W/\"\""))
    }

    /// A part of the tag, as a number that is different for nearly all tags.
    pub(crate) fn number(self) -> u64 {
        // The lower half.
        u128::from_le_bytes(self.0.0) as u64
    }

    fn text(self) -> [u8; 36] {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut text = *b"W/\"00000000000000000000000000000000\"";
        for (pair, byte) in text[3..35].chunks_exact_mut(2).zip(self.0.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        text
    }
}

impl fmt::Display for EntityTag {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&String::from_utf8_lossy(&self.text()))
    }
}

/// The versions that a client claims to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preconditions {
    known: IfNoneMatch,
    /// Of what has a date, what is not newer; `None` beside tags, which are more exact.
    since: Option<SystemTime>,
}

impl Preconditions {
    /// The preconditions of a request; those that are not text say nothing.
    pub fn of(request: &impl HttpMessage) -> Self {
        let has_tags = request.headers().contains_key(header::IF_NONE_MATCH);
        let since = IfModifiedSince::parse(request).ok().filter(|_| !has_tags);
        let known = IfNoneMatch::parse(request).unwrap_or_else(|_| IfNoneMatch::Items(Vec::new()));
        Self { known, since: since.map(|since| since.0.into()) }
    }

    /// The preconditions of a request without any.
    pub fn none() -> Self {
        Self { known: IfNoneMatch::Items(Vec::new()), since: None }
    }

    /// Whether the client has the version that `tag` names. Tags are compared weakly.
    pub fn are_met_by(&self, tag: &EntityTag) -> bool {
        match &self.known {
            IfNoneMatch::Items(known) if !known.is_empty() => {
                let text = tag.text();
                known.iter().any(|known| known.tag().as_bytes() == &text[3..35])
            }
            _ => false,
        }
    }

    /// Whether the client wants no body of anything that exists (`*`).
    pub fn are_met_by_anything(&self) -> bool {
        self.known == IfNoneMatch::Any
    }

    /// Whether the client has what was `modified` then, to the second.
    pub fn are_met_since(&self, modified: SystemTime) -> bool {
        self.since.is_some_and(|since| since >= modified)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::IF_NONE_MATCH;
    use actix_web::test::TestRequest;
    use catalog_domain::pricing::{PriceLevel, Role, Viewer};
    use catalog_domain::values::StorefrontHost;
    use catalog_index::Catalog;

    fn preconditions(values: &[&[u8]]) -> Preconditions {
        let append = |request: TestRequest, value: &&[u8]| request.append_header((IF_NONE_MATCH, *value));
        Preconditions::of(&values.iter().fold(TestRequest::default(), append).to_http_request())
    }

    #[test]
    fn questions_that_differ_have_tags_that_differ_also_where_their_texts_run_together_to_the_same() {
        let catalog = Catalog::empty(StorefrontHost::parse("storefront.example").unwrap());
        let viewer = Viewer { role: Role::User, price_level: PriceLevel::retail(), configurator_access: false };
        let tag = |texts: &[&str], number: Option<u64>| {
            EntityTag::of_response(ViewKey::of(&catalog, &viewer), ("endpoint", texts, number))
        };
        let tags = [
            tag(&[], None),
            tag(&[""], None),
            tag(&["", ""], None),
            tag(&["ab", "c"], None),
            tag(&["a", "bc"], None),
            tag(&["abc"], None),
            tag(&["abc"], Some(0)),
            tag(&["abc"], Some(1)),
        ];
        for (at, one) in tags.iter().enumerate() {
            assert!(!tags[..at].contains(one), "{at}");
        }
        assert_eq!(tag(&["ab", "c"], None), tags[3]);
    }

    #[test]
    fn a_client_has_a_version_when_one_of_its_tags_is_equal_weakly() {
        let tag = EntityTag::of_body("x");
        let text = tag.to_string();
        let strong = text.trim_start_matches("W/").to_owned();
        for (case, values, met) in [
            ("the tag", vec![text.as_bytes()], true),
            ("the tag as a strong one", vec![strong.as_bytes()], true),
            ("in a list", vec![format!("\"a\" , {text}").as_bytes()], true),
            ("in a second header", vec![b"\"a\"".as_slice(), text.as_bytes()], true),
            ("in a list with what is no tag", vec![format!("a, \"b, {text}").as_bytes()], true),
            ("another tag", vec![b"W/\"a\"".as_slice()], false),
            ("the tag without quotes", vec![text.trim_matches(['W', '/', '"']).as_bytes()], false),
            ("no header", vec![], false),
            ("no text", vec![b"\xff".as_slice()], false),
        ] {
            assert_eq!(preconditions(&values).are_met_by(&tag), met, "{case}");
        }
        assert!(preconditions(&[b" * "]).are_met_by_anything());
        assert!(!preconditions(&[]).are_met_by_anything());
    }
}
