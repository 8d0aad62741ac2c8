//! The parameters of v1 requests: text becomes domain values here, before any lookup.
//!
//! Parameters are snake_case and unknown ones are ignored. Lists are comma-separated and may be repeated.

pub(crate) mod items;
pub(crate) mod sections;

use catalog_domain::values::SourceId;
use http_common::params::ParameterReader;
use http_common::request::quoted;

/// Whether documentation is included: `include_documentation=true` or `=1`.
fn include_documentation(reader: &mut ParameterReader<'_>) -> bool {
    reader.parsed("include_documentation", |text| Ok(text == "true" || text == "1")).unwrap_or_default()
}

fn count(reader: &mut ParameterReader<'_>, name: &str) -> Option<usize> {
    reader.parsed(name, |text| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<u64>().ok().filter(|_| is_number);
        let number = number.ok_or("must be a whole number, 0 or more")?;
        Ok(usize::try_from(number).unwrap_or(usize::MAX))
    })
}

/// Parses a source id; `None` for a well-formed number beyond 64 bits, which does not exist.
fn source_id(text: &str) -> Result<Option<SourceId>, String> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if text.is_empty() || !is_decimal {
        return Err(format!("'{}' is not a decimal id", quoted(text)));
    }
    Ok(text.parse().ok().map(SourceId))
}

#[cfg(test)]
mod tests {
    use super::items::{GetItem, ListItems, StockNumbers};
    use super::sections::ListItemsFrom;
    use super::*;
    use crate::bodies::AvailabilityShape;
    use http_common::params::{Parameters, Strictness};

    /// The parameters of an item's route with that path or query, or the first problem with them.
    fn parse<P: Parameters>(path: &str, query: &str) -> Result<P, String> {
        let parameters = P::parse(path, query, Strictness::Lenient);
        parameters.map_err(|problems| format!("{}: {}", problems[0].parameter, problems[0].reason))
    }

    fn stock_numbers(query: &str) -> Result<Vec<String>, String> {
        let items: ListItems<StockNumbers, AvailabilityShape> = parse("/api/v1/get/items/by-stock", query)?;
        Ok(items.requested.0)
    }

    #[test]
    fn a_list_may_be_split_over_commas_and_parameters() {
        for (query, expected) in [
            ("stock_list=1,2,3", vec!["1", "2", "3"]),
            ("stock_list=1&stock_list=2,3", vec!["1", "2", "3"]),
            ("stock_list=1%2C2", vec!["1", "2"]),
            ("stock_list=,+1+,,2,1,", vec!["1", "2"]),
            ("other=7&%zz=1&stock_list=1", vec!["1"]),
        ] {
            assert_eq!(stock_numbers(query).unwrap(), expected, "{query}");
        }
        let empty = "stock_list: must name at least one value";
        for query in ["", "stock_list", "stock_list=", "stock_list=,+,", "other=1", "STOCK_LIST=1"] {
            assert_eq!(stock_numbers(query).unwrap_err(), empty, "{query}");
        }
        assert_eq!(stock_numbers("stock_list=%zz").unwrap_err(), "stock_list: has malformed percent-encoding");
    }

    #[test]
    fn a_list_ends_at_500() {
        let list = |count: usize| (0..count).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
        assert_eq!(stock_numbers(&format!("stock_list={}", list(500))).unwrap().len(), 500);
        let error = stock_numbers(&format!("stock_list={}", list(501))).unwrap_err();
        assert_eq!(error, "stock_list: must name at most 500 values");
        let repeated = format!("stock_list={},1,2,3", list(500));
        assert_eq!(stock_numbers(&repeated).unwrap().len(), 500, "duplicates do not count");
    }

    #[test]
    fn numbers_and_flags_are_given_at_most_once() {
        let limit = |query: &str| parse::<ListItemsFrom>("", &format!("id_list=1&{query}")).map(|read| read.limit);
        for (query, expected) in [("", usize::MAX), ("limit=0", 0), ("limit=20", 20)] {
            assert_eq!(limit(query), Ok(expected), "{query}");
        }
        for value in ["", "-1", "+1", "a", "1.5", "99999999999999999999"] {
            let error = limit(&format!("limit={value}")).unwrap_err();
            assert_eq!(error, "limit: must be a whole number, 0 or more", "{value}");
        }
        for twice in ["limit=1&limit=1", "limit=%zz&limit=1", "limit=1&limit=%zz"] {
            assert_eq!(limit(twice).unwrap_err(), "limit: must be given once", "{twice}");
        }
        let flag = |query: &str| parse::<GetItem>("/api/v1/get/item/1", query).map(|read| read.include_documentation);
        for (value, expected) in
            [("", false), ("true", true), ("1", true), ("0", false), ("false", false), ("yes", false)]
        {
            assert_eq!(flag(&format!("include_documentation={value}")), Ok(expected), "{value}");
        }
        let twice = flag("include_documentation=1&include_documentation=1").unwrap_err();
        assert_eq!(twice, "include_documentation: must be given once");
    }

    #[test]
    fn an_id_is_a_decimal_number_without_sign_or_leading_zeros() {
        let id = |text: &str| parse::<GetItem>(&format!("/api/v1/get/item/{text}"), "").map(|read| read.id);
        for (text, expected) in [
            ("90001", Some(SourceId(90_001))),
            ("0", Some(SourceId(0))),
            ("9223372036854775807", Some(SourceId(i64::MAX))),
            ("9223372036854775808", None),
        ] {
            assert_eq!(id(text), Ok(expected), "{text}");
        }
        for text in ["", "abc", "-1", "+1", "1.0", "0x1", "007", "१", "1 2"] {
            assert_eq!(id(text), Err(format!("id: '{text}' is not a decimal id")), "{text:?}");
        }
    }
}
