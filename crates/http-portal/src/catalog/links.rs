//! The addresses of the catalog's pages, and of what the API gives in their place; and how queries are written.

use http_common::request::decode_query;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::Display;

/// What is encoded in a segment of a path and in a value of a query.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A page of the catalog. Ids and stock numbers are those of its address, still encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CatalogPage {
    Tree,
    Section(String),
    Product(String),
    Search,
    Changes(String),
}

impl CatalogPage {
    /// The page at a path of the portal, or the one that the path is below.
    pub(super) fn at(path: &str) -> Option<Self> {
        let mut segments = path.strip_prefix("/portal/")?.split('/');
        Some(match (segments.next()?, segments.next(), segments.next()) {
            ("catalog", Some("sections"), Some(id)) => Self::Section(id.to_owned()),
            ("catalog", ..) => Self::Tree,
            ("products", Some(stock_number), _) => Self::Product(stock_number.to_owned()),
            ("search", ..) => Self::Search,
            ("changes", Some(section), _) => Self::Changes(section.to_owned()),
            _ => return None,
        })
    }

    /// The page of the list whose price list is at a path of the API, and the format of that.
    pub(crate) fn of_price_list(api_path: &str) -> Option<(Self, &str)> {
        let (list, format) = api_path.split_once("/price-list.")?;
        let section = list.strip_prefix("/api/v2/catalog/sections/");
        Some((section.map_or(Self::Search, |id| Self::Section(id.to_owned())), format))
    }

    pub(crate) fn path(&self) -> String {
        match self {
            Self::Tree => "/portal/catalog".to_owned(),
            Self::Section(id) => section_page(id),
            Self::Product(stock_number) => format!("/portal/products/{stock_number}"),
            Self::Search => "/portal/search".to_owned(),
            Self::Changes(section) => changes_page(section),
        }
    }

    /// Where the API gives what the page shows.
    pub(super) fn api_path(&self) -> String {
        match self {
            Self::Tree => "/api/v2/catalog/tree".to_owned(),
            Self::Section(id) => format!("/api/v2/catalog/sections/{id}/products"),
            Self::Product(stock_number) => format!("/api/v2/products/{stock_number}"),
            Self::Search => "/api/v2/products/search".to_owned(),
            Self::Changes(section) => format!("/api/v2/catalog/sections/{section}/product-changes"),
        }
    }

    /// Where the API gives the list of the page as a file.
    pub(super) fn api_price_list(&self, format: &str) -> String {
        let list = self.api_path();
        format!("{}/price-list.{format}", list.strip_suffix("/products").unwrap_or(&list))
    }
}

pub(crate) fn product_page(stock_number: &str) -> String {
    CatalogPage::Product(encoded(stock_number)).path()
}

pub(crate) fn section_page(section: impl Display) -> String {
    format!("/portal/catalog/sections/{section}")
}

pub(crate) fn changes_page(section: impl Display) -> String {
    format!("/portal/changes/{section}")
}

/// `text` as a segment of a path, or a value of a query.
pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// `path` with `query`, if there is one.
pub(crate) fn address(path: &str, query: &str) -> String {
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

/// `query` with another parameter, whose value is written here.
pub(crate) fn and_parameter(query: &str, name: &str, value: impl Display) -> String {
    and_pair(query, &format!("{name}={}", encoded(&value.to_string())))
}

/// `query` with another pair, which is encoded already.
pub(super) fn and_pair(query: &str, pair: &str) -> String {
    if query.is_empty() { pair.to_owned() } else { format!("{query}&{pair}") }
}

/// `query` with `name` set to `value`, and everything else as it is.
pub(super) fn with_parameter(query: &str, name: &str, value: impl Display) -> String {
    and_parameter(&without_parameters(query, &[name]), name, value)
}

pub(crate) fn without_parameters(query: &str, names: &[&str]) -> String {
    without_pairs(query, |name, _| names.contains(&name))
}

/// `query` without the pairs whose decoded name and whose value, as it was sent, `is_left_out` says.
pub(super) fn without_pairs(query: &str, is_left_out: impl Fn(&str, &str) -> bool) -> String {
    let is_other = |pair: &&str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        !pair.is_empty() && !decode_query(name).is_ok_and(|name| is_left_out(&name, value))
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
