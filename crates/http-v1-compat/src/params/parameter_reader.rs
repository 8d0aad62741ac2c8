//! Finds parameters in the path and the query of a request.

use crate::v1_error::V1Error;
use actix_web::HttpRequest;
use catalog_domain::values::SourceId;
use http_common::request::{Decode, decode_list, decode_query, decode_segment, query_pairs, quoted, split_list};
use std::borrow::Cow;
use std::fmt;

/// The parameters of one request, still encoded. Unused ones are never read.
#[derive(Debug)]
pub(crate) struct ParameterReader<'a> {
    path: &'a str,
    query: Vec<(Cow<'a, str>, &'a str)>,
}

impl<'a> ParameterReader<'a> {
    /// The parameters of `request`. The path is used as it was sent: the router's copy is already half decoded.
    ///
    /// # Errors
    /// [`V1Error::InvalidParameter`] when there are too many.
    pub(crate) fn of(request: &'a HttpRequest) -> Result<Self, V1Error> {
        Self::new(request.uri().path(), request.query_string())
    }

    pub(super) fn new(path: &'a str, query: &'a str) -> Result<Self, V1Error> {
        let pairs = query_pairs(query).map_err(|error| invalid("query", error))?.into_iter();
        // A name that cannot be decoded is unknown.
        let named = pairs.filter_map(|(name, value)| Some((decode_query(name).ok()?, value)));
        Ok(Self { path, query: named.collect() })
    }

    /// The decoded segment of the path at `position`; the text before the first `/` is segment 0.
    pub(super) fn segment(&self, parameter: &'static str, position: usize) -> Result<String, V1Error> {
        let decoded = decode_segment(self.encoded_segment(position)).map_err(|reason| invalid(parameter, reason))?;
        Ok(decoded.into_owned())
    }

    /// The source ids in the list that is the segment of the path at `position`, at most
    /// [`http_common::request::MAXIMUM_LISTED`]. Those that nothing can have are left out.
    pub(super) fn segment_ids(&self, parameter: &'static str, position: usize) -> Result<Vec<SourceId>, V1Error> {
        listed(parameter, &[self.encoded_segment(position)], decode_segment, |text| source_id(parameter, text))
    }

    /// The source ids in a list of the query, likewise.
    pub(super) fn source_ids(&self, parameter: &'static str) -> Result<Vec<SourceId>, V1Error> {
        listed(parameter, &self.encoded(parameter), decode_query, |text| source_id(parameter, text))
    }

    /// The values of a list, each once, without surrounding spaces: at least one, at most
    /// [`http_common::request::MAXIMUM_LISTED`].
    pub(super) fn list(&self, parameter: &'static str) -> Result<Vec<String>, V1Error> {
        listed(parameter, &self.encoded(parameter), decode_query, |text| Ok(Some(text.to_owned())))
    }

    pub(super) fn number(&self, parameter: &'static str) -> Result<Option<u64>, V1Error> {
        let Some(text) = self.single(parameter)? else { return Ok(None) };
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_number);
        number.map(Some).ok_or_else(|| invalid(parameter, "must be a whole number, 0 or more"))
    }

    /// Whether documentation is included: `include_documentation=true` or `=1`.
    pub(super) fn include_documentation(&self) -> Result<bool, V1Error> {
        Ok(self.single("include_documentation")?.is_some_and(|text| text == "true" || text == "1"))
    }

    /// The value of a parameter that may be given once.
    fn single(&self, parameter: &'static str) -> Result<Option<String>, V1Error> {
        let values = self.encoded(parameter);
        if values.len() > 1 {
            return Err(invalid(parameter, "must be given once"));
        }
        let decoded = values.first().map(|value| decode_query(value)).transpose();
        Ok(decoded.map_err(|reason| invalid(parameter, reason))?.map(Cow::into_owned))
    }

    fn encoded(&self, parameter: &'static str) -> Vec<&'a str> {
        self.query.iter().filter(|(name, _)| name == parameter).map(|(_, value)| *value).collect()
    }

    fn encoded_segment(&self, position: usize) -> &'a str {
        self.path.split('/').nth(position).unwrap_or_default()
    }
}

/// What `read` makes of the values between the commas, each once, without blanks around them: of at least one, at most
/// [`http_common::request::MAXIMUM_LISTED`]. Values of which it makes nothing are left out.
fn listed<T>(
    parameter: &'static str,
    pieces: &[&str],
    decode: Decode,
    read: impl Fn(&str) -> Result<Option<T>, V1Error>,
) -> Result<Vec<T>, V1Error> {
    let text = decode_list(pieces, decode).map_err(|error| invalid(parameter, error))?;
    let values = split_list(&text).map_err(|error| invalid(parameter, error))?;
    if values.is_empty() {
        return Err(invalid(parameter, "must name at least one value"));
    }
    values.into_iter().filter_map(|value| read(value).transpose()).collect()
}

/// Reads a source id; `None` for a well-formed number beyond 64 bits, which does not exist.
pub(super) fn source_id(parameter: &'static str, text: &str) -> Result<Option<SourceId>, V1Error> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if text.is_empty() || !is_decimal {
        return Err(invalid(parameter, format_args!("'{}' is not a decimal id", quoted(text))));
    }
    Ok(text.parse().ok().map(SourceId))
}

fn invalid(parameter: &'static str, reason: impl fmt::Display) -> V1Error {
    V1Error::InvalidParameter { parameter, reason: reason.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(query: &str) -> ParameterReader<'_> {
        ParameterReader::new("/api/v1/get/items", query).unwrap()
    }

    #[test]
    fn a_list_may_be_split_over_commas_and_parameters() {
        for (query, expected) in [
            ("id_list=1,2,3", vec!["1", "2", "3"]),
            ("id_list=1&id_list=2,3", vec!["1", "2", "3"]),
            ("id_list=1%2C2", vec!["1", "2"]),
            ("id_list=,+1+,,2,1,", vec!["1", "2"]),
            ("other=7&%zz=1&id_list=1", vec!["1"]),
        ] {
            assert_eq!(reader(query).list("id_list").unwrap(), expected, "{query}");
        }
        for query in ["", "id_list", "id_list=", "id_list=,+,", "other=1", "id_list=%zz", "ID_LIST=1"] {
            assert!(reader(query).list("id_list").is_err(), "{query}");
        }
    }

    #[test]
    fn a_list_ends_at_500() {
        let list = |count: usize| (0..count).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
        assert_eq!(reader(&format!("id_list={}", list(500))).list("id_list").unwrap().len(), 500);
        let error = reader(&format!("id_list={}", list(501))).list("id_list").unwrap_err().to_string();
        assert_eq!(error, "invalid parameter 'id_list': must name at most 500 values");
        let repeated = format!("id_list={},1,2,3", list(500));
        assert_eq!(reader(&repeated).list("id_list").unwrap().len(), 500, "duplicates do not count");
    }

    #[test]
    fn numbers_and_flags_are_given_at_most_once() {
        for (query, expected) in [("", Some(None)), ("limit=0", Some(Some(0))), ("limit=20", Some(Some(20)))] {
            assert_eq!(reader(query).number("limit").ok(), expected, "{query}");
        }
        for query in
            ["limit=", "limit=-1", "limit=+1", "limit=a", "limit=1.5", "limit=1&limit=1", "limit=99999999999999999999"]
        {
            assert!(reader(query).number("limit").is_err(), "{query}");
        }
        for (query, expected) in
            [("", false), ("true", true), ("1", true), ("0", false), ("false", false), ("yes", false)]
        {
            let query = format!("include_documentation={query}");
            assert_eq!(reader(&query).include_documentation().unwrap(), expected, "{query}");
        }
        assert!(reader("include_documentation=1&include_documentation=1").include_documentation().is_err());
    }

    #[test]
    fn an_id_is_a_decimal_number_without_sign_or_leading_zeros() {
        for (text, expected) in [
            ("90001", Some(SourceId(90_001))),
            ("0", Some(SourceId(0))),
            ("9223372036854775807", Some(SourceId(i64::MAX))),
            ("9223372036854775808", None),
        ] {
            assert_eq!(source_id("id", text).unwrap(), expected, "{text}");
        }
        for text in ["", "abc", "-1", "+1", "1.0", "0x1", "007", "१", "1 2"] {
            assert!(source_id("id", text).is_err(), "{text:?}");
        }
    }
}
