//! Links between the pages of the catalog.

use catalog_domain::values::SectionId;
use http_common::request::decode_query;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What is encoded in a segment of a path and in a value of a query.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

pub(crate) fn product_page(stock_number: &str) -> String {
    format!("/portal/products/{}", encoded(stock_number))
}

pub(crate) fn section_page(section: SectionId) -> String {
    format!("/portal/catalog/sections/{section}")
}

/// `text` as a segment of a path, or a value of a query.
pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// `query` with `name` set to `value`, and everything else as it is.
pub(crate) fn with_parameter(query: &str, name: &str, value: impl std::fmt::Display) -> String {
    let mut changed = without_parameters(query, &[name]);
    if !changed.is_empty() {
        changed.push('&');
    }
    changed + &format!("{name}={}", encoded(&value.to_string()))
}

/// `query` without the parameters called `names`.
pub(crate) fn without_parameters(query: &str, names: &[&str]) -> String {
    let is_other = |pair: &&str| {
        let name = decode_query(pair.split('=').next().unwrap_or_default());
        !pair.is_empty() && !name.is_ok_and(|name| names.contains(&&*name))
    };
    query.split('&').filter(is_other).collect::<Vec<_>>().join("&")
}

/// `url` if a browser may open it: names of other schemes run scripts.
pub(crate) fn web_address(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once("://")?;
    (scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_replaced_and_the_others_stay_as_they_were_sent() {
        for (query, expected) in [
            ("", "page=2"),
            ("page=7", "page=2"),
            ("p%61ge=7&vendor=a%2Cb", "vendor=a%2Cb&page=2"),
            ("vendor=a&vendor=b&&page=1", "vendor=a&vendor=b&page=2"),
        ] {
            assert_eq!(with_parameter(query, "page", 2), expected, "{query}");
        }
        assert_eq!(with_parameter("", "filter", "material:a b/ü"), "filter=material%3Aa%20b%2F%C3%BC");
        assert_eq!(product_page("A/1 %+?#"), "/portal/products/A%2F1%20%25%2B%3F%23");
    }

    #[test]
    fn only_addresses_of_the_web_become_links() {
        for (url, is_link) in [
            ("https://shop.example/a", true),
            ("HTTP://shop.example", true),
            ("javascript:alert(1)//://", false),
            ("data:text/html,x", false),
            ("//shop.example", false),
            ("", false),
        ] {
            assert_eq!(web_address(url).is_some(), is_link, "{url}");
        }
    }
}
