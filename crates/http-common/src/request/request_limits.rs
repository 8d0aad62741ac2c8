//! The limits of one request: how much of it is read, and how many of its problems are reported. Every interface takes
//! them from here, so that no route costs more than another (`docs/contract.md#limits`).

use crate::json::envelope::ErrorDetail;
use crate::request::percent_decoding::Decode;
use catalog_domain::values::is_invisible;
use hashbrown::HashSet;
use std::borrow::Cow;
use std::fmt;

/// The most problems that one error lists.
pub const MAXIMUM_PROBLEMS: usize = 20;

/// The most `name=value` pairs in the query of a request.
pub const MAXIMUM_QUERY_PAIRS: usize = 1_000;

/// The most fields in the JSON object of a body.
pub const MAXIMUM_BODY_FIELDS: usize = 1_000;

/// The most different values in a list, such as one of ids.
pub const MAXIMUM_LISTED: usize = 500;

/// The most separators in a list. Longer lists are refused undecoded, also when most of their items are equal or empty.
const MAXIMUM_SEPARATORS: usize = 2 * MAXIMUM_LISTED;

/// How much of a client's own text an error quotes, in characters.
pub(crate) const MAXIMUM_QUOTED_CHARACTERS: usize = 64;

/// The most bytes of the body that reports an error.
pub const MAXIMUM_ERROR_BYTES: usize = 16 * 1_024;

/// The envelope's part of [`MAXIMUM_ERROR_BYTES`], without the problems.
const ENVELOPE_BYTES: usize = 512;

/// The most characters of a reason, which is our own text around a quotation: low enough that one problem always fits.
const MAXIMUM_REASON_CHARACTERS: usize = 1_024;

/// The overhead of a problem besides its two texts, which the body has twice: in `error.message` and in
/// `error.details`.
const PROBLEM_BYTES: usize = 64;

/// A limit that a request exceeds. The text continues after the name of what is limited: "query must have ...".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// More than [`MAXIMUM_QUERY_PAIRS`].
    #[error("must have at most {} parameters", MAXIMUM_QUERY_PAIRS)]
    QueryPairs,
    /// More than [`MAXIMUM_BODY_FIELDS`].
    #[error("must have at most {} fields", MAXIMUM_BODY_FIELDS)]
    BodyFields,
    /// More than [`MAXIMUM_LISTED`].
    #[error("must name at most {} values", MAXIMUM_LISTED)]
    Listed,
}

/// The `name=value` pairs of a query, still encoded. Empty pieces are ignored; a piece without `=` is a name.
///
/// # Errors
/// [`LimitError::QueryPairs`].
pub fn query_pairs(query: &str) -> Result<Vec<(&str, &str)>, LimitError> {
    let mut pieces = query.split('&').filter(|piece| !piece.is_empty());
    let pairs = pieces.by_ref().take(MAXIMUM_QUERY_PAIRS).map(|piece| piece.split_once('=').unwrap_or((piece, "")));
    let pairs = pairs.collect();
    if pieces.next().is_some() { Err(LimitError::QueryPairs) } else { Ok(pairs) }
}

/// Why a list is not read. It reads on after the name of the parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// It is too long.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// It cannot be decoded.
    #[error("{0}")]
    Encoding(&'static str),
}

/// The decoded text of a comma-separated list that was sent in one or several `pieces`. Takes no longer for a list that
/// is too long than for one that is not.
///
/// # Errors
/// [`ListError`].
pub fn decode_list<'a>(pieces: &[&'a str], decode: Decode) -> Result<Cow<'a, str>, ListError> {
    let separators = pieces.iter().flat_map(|piece| separators(piece)).chain(pieces.iter().skip(1).map(drop));
    if separators.take(MAXIMUM_SEPARATORS + 1).count() > MAXIMUM_SEPARATORS {
        return Err(LimitError::Listed.into());
    }
    let decode = |piece: &&'a str| decode(piece).map_err(ListError::Encoding);
    if let [piece] = pieces {
        return decode(piece);
    }
    let texts: Vec<Cow<'a, str>> = pieces.iter().map(decode).collect::<Result<_, _>>()?;
    Ok(texts.join(",").into())
}

/// The commas of a text that is still encoded, whichever way.
fn separators(encoded: &str) -> impl Iterator<Item = ()> {
    let is_comma =
        |at: &usize| encoded.as_bytes()[*at..].get(1..3).is_some_and(|code| code.eq_ignore_ascii_case(b"2c"));
    let escaped = encoded.match_indices('%').map(|(at, _)| at).filter(is_comma);
    encoded.matches(',').map(drop).chain(escaped.map(drop))
}

/// The values of a comma-separated list, in order, each once, without surrounding whitespace. Repetitions do not count.
///
/// # Errors
/// [`LimitError::Listed`].
pub fn split_list(text: &str) -> Result<Vec<&str>, LimitError> {
    let (mut values, mut seen) = (Vec::new(), HashSet::new());
    for value in text.split(',').map(str::trim).filter(|value| !value.is_empty()) {
        if seen.insert(value) {
            if values.len() == MAXIMUM_LISTED {
                return Err(LimitError::Listed);
            }
            values.push(value);
        }
    }
    Ok(values)
}

/// A client's own text as an error quotes it: short, and without characters that could disturb a terminal or reorder
/// the text around it.
pub fn quoted(text: &str) -> String {
    let clean = text.chars().map(|character| if is_invisible(character) { '\u{fffd}' } else { character });
    clean.take(MAXIMUM_QUOTED_CHARACTERS).collect()
}

/// What is wrong with a request: at most [`MAXIMUM_PROBLEMS`], and never more than fits in an error of
/// [`MAXIMUM_ERROR_BYTES`]. Further problems are not listed.
#[derive(Debug)]
pub struct Problems {
    listed: Vec<ErrorDetail>,
    left_bytes: usize,
}

impl Default for Problems {
    fn default() -> Self {
        Self { listed: Vec::new(), left_bytes: MAXIMUM_ERROR_BYTES - ENVELOPE_BYTES }
    }
}

impl Problems {
    /// Adds a problem of `parameter`, which is a client's own text and is truncated.
    pub fn note(&mut self, parameter: &str, reason: impl fmt::Display) {
        if self.is_full() {
            return;
        }
        let mut reason = reason.to_string();
        if let Some((end, _)) = reason.char_indices().nth(MAXIMUM_REASON_CHARACTERS) {
            reason.truncate(end);
        }
        let detail = ErrorDetail { parameter: quoted(parameter), reason };
        let bytes = PROBLEM_BYTES + 2 * (json_bytes(&detail.parameter) + json_bytes(&detail.reason));
        match self.left_bytes.checked_sub(bytes) {
            Some(rest) => {
                self.left_bytes = rest;
                self.listed.push(detail);
            }
            None => self.left_bytes = 0,
        }
    }

    /// Whether no further problem would be listed. The search for problems may then stop.
    pub fn is_full(&self) -> bool {
        self.left_bytes == 0 || self.listed.len() == MAXIMUM_PROBLEMS
    }

    /// Whether nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// How many problems are listed.
    pub fn len(&self) -> usize {
        self.listed.len()
    }

    /// The problems as an error reports them.
    pub fn into_details(self) -> Vec<ErrorDetail> {
        self.listed
    }
}

/// How many bytes `text` takes in a JSON string.
fn json_bytes(text: &str) -> usize {
    let escaped = |byte: u8| match byte {
        b'"' | b'\\' => 2,
        0..0x20 => 6,
        _ => 1,
    };
    text.bytes().map(escaped).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::envelope::{Envelope, ErrorBody};
    use crate::request::percent_decoding::{decode_query, decode_segment};

    fn error_text(problems: Problems) -> String {
        let details = problems.into_details();
        let each: Vec<_> =
            details.iter().map(|each| format!("invalid parameter '{}': {}", each.parameter, each.reason)).collect();
        let error = ErrorBody { code: 400, name: "ValidationError", message: each.join("; "), details };
        serde_json::to_string(&Envelope::failure(error)).unwrap()
    }

    #[test]
    fn an_error_lists_20_problems_and_has_at_most_16_kib_whatever_they_are() {
        let texts =
            ["a".to_owned(), "ж".repeat(9_000), "\u{10ffff}".repeat(9_000), "\"\\".repeat(9_000), "\0".repeat(70)];
        for name in &texts {
            for value in &texts {
                let mut problems = Problems::default();
                for at in 0..1_000 {
                    problems.note(name, format!("'{}' is not one of {at}: a, b, c", quoted(value)));
                }
                assert!(problems.is_full());
                assert!(problems.len() <= MAXIMUM_PROBLEMS);
                assert!(problems.len() >= 10);
                let text = error_text(problems);
                assert!(text.len() <= MAXIMUM_ERROR_BYTES, "{}: {text:.80}", text.len());
            }
        }
        let mut problems = Problems::default();
        problems.note(&"\u{10ffff}".repeat(70), "\0".repeat(MAXIMUM_ERROR_BYTES));
        assert_eq!(problems.len(), 1, "one problem always fits");
        assert!(error_text(problems).len() <= MAXIMUM_ERROR_BYTES);
    }

    #[test]
    fn a_query_has_at_most_1000_pairs_and_a_list_500_different_values() {
        assert_eq!(query_pairs("&a=1&&b=2=3&c&=4&").unwrap(), [("a", "1"), ("b", "2=3"), ("c", ""), ("", "4")]);
        assert_eq!(query_pairs(&"a&".repeat(1_000)).unwrap().len(), 1_000);
        assert_eq!(query_pairs(&"a&".repeat(1_001)), Err(LimitError::QueryPairs));
        assert_eq!(split_list(", a ,,b,a, ").unwrap(), ["a", "b"]);
        let list = |count: usize| (0..count).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
        assert_eq!(split_list(&(list(500) + ",1,2,3")).unwrap().len(), 500);
        assert_eq!(split_list(&list(501)), Err(LimitError::Listed));
        assert_eq!(LimitError::Listed.to_string(), "must name at most 500 values");
        assert_eq!(LimitError::QueryPairs.to_string(), "must have at most 1000 parameters");
    }

    #[test]
    fn a_list_of_more_than_1000_commas_is_refused_undecoded_whatever_is_between_them() {
        let length = |pieces: &[&str]| decode_list(pieces, decode_query).map(|text| text.len());
        for piece in [",", "a,", "%2C", "%2c", "a%2C,"] {
            let commas = piece.matches(',').count() + piece.matches('%').count();
            assert!(length(&[&piece.repeat(1_000 / commas)]).is_ok(), "{piece}");
            let too_long = format!("%zz{}", piece.repeat(1_001));
            assert_eq!(length(&[&too_long]), Err(ListError::Limit(LimitError::Listed)), "{piece}");
        }
        assert_eq!(length(&["a"; 1_001]), Ok(2_001));
        assert_eq!(length(&["a"; 1_002]), Err(ListError::Limit(LimitError::Listed)));
        assert_eq!(length(&["a,b", "%zz"]), Err(ListError::Encoding("has malformed percent-encoding")));
        assert_eq!(decode_list(&["a%2Cb", "+c", ""], decode_query).unwrap(), "a,b, c,");
        assert_eq!(decode_list(&["+%2B%"], decode_segment), Err(ListError::Encoding("has malformed percent-encoding")));
    }
}
