//! Conditional requests: weak entity tags, and clients that have a version already (RFC 9110, section 13).

use actix_web::http::header::{HeaderMap, IF_NONE_MATCH};
use catalog_domain::fingerprint::Fingerprint;
use catalog_domain::timestamp::Timestamp;
use catalog_domain::viewer::Viewer;
use catalog_domain::{catalog::Catalog, fingerprint::FingerprintBuilder};
use std::fmt;

/// A weak entity tag. Equal tags promise bodies that mean the same, not the same bytes: a body may be compressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityTag(Fingerprint);

impl EntityTag {
    /// The tag of what `catalog` answers to `question` as `viewer` sees it. It is known before any body is built, and
    /// differs for any two viewers who could see different things. `question` names the endpoint and its parameters in
    /// a normal form.
    #[must_use]
    pub fn of_answer(catalog: &Catalog, viewer: &Viewer, question: &str) -> Self {
        let mut builder = FingerprintBuilder::new();
        builder
            // Another version of this software may shape its bodies differently.
            .text(env!("CARGO_PKG_VERSION"))
            .text(catalog.storefront().as_str())
            .integer(catalog.revision().0)
            // A restored store may reach the same revision with other content, and bodies hold cursors of its log.
            .text(&catalog.log_head().history.0)
            .integer(catalog.log_head().committed_at.map_or(0, Timestamp::unix_microseconds))
            .text(viewer.role.name())
            .text(viewer.price_level.name())
            .flag(viewer.may_see_configurator())
            .text(question);
        Self(builder.finish())
    }

    /// The tag of a finished body.
    #[must_use]
    pub fn of_body(body: &str) -> Self {
        Self(FingerprintBuilder::new().text(body).finish())
    }
}

/// Writes the header's value: `W/"0123456789abcdef0123456789abcdef"`.
impl fmt::Display for EntityTag {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("W/\"")?;
        for byte in self.0.0 {
            write!(formatter, "{byte:02x}")?;
        }
        formatter.write_str("\"")
    }
}

/// What a client says that it has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preconditions {
    /// The `If-None-Match` headers, joined as one list.
    if_none_match: String,
}

impl Preconditions {
    /// The preconditions in a request's headers; a header that is not text says nothing.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let texts = headers.get_all(IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
        Self { if_none_match: texts.collect::<Vec<_>>().join(",") }
    }

    /// Whether the client has the version that `tag` names, or says that it has any (`*`). Tags are compared weakly.
    /// Our own tags hold no comma, so a list can be split at commas.
    #[must_use]
    pub fn are_met_by(&self, tag: &EntityTag) -> bool {
        let wanted = tag.to_string();
        let opaque = wanted.trim_start_matches("W/");
        self.if_none_match.split(',').map(str::trim).any(|known| known.trim_start_matches("W/") == opaque)
    }

    /// Whether the client wants no body of anything that exists.
    #[must_use]
    pub fn are_met_by_anything(&self) -> bool {
        self.if_none_match.trim() == "*"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;

    fn preconditions(values: &[&[u8]]) -> Preconditions {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(IF_NONE_MATCH, HeaderValue::from_bytes(value).unwrap());
        }
        Preconditions::of(&headers)
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
            ("another tag", vec![b"W/\"a\"".as_slice()], false),
            ("no header", vec![], false),
            ("no text", vec![b"\xff".as_slice()], false),
        ] {
            assert_eq!(preconditions(&values).are_met_by(&tag), met, "{case}");
        }
        assert!(preconditions(&[b" * "]).are_met_by_anything());
        assert!(!preconditions(&[]).are_met_by_anything());
    }
}
