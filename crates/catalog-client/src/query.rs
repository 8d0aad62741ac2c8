//! Query strings.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::Write;

/// What needs no encoding in a URL.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A text as part of a path or a query.
pub fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// A part of a product that lists and batches can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "docs/contract.md describes the parts")]
pub enum ListPart {
    Description,
    Media,
    Features,
    Seo,
    FilterValues,
    Sections,
    Warehouses,
    Documentation,
    Software,
    /// The revision of the product's last event.
    Version,
}

impl ListPart {
    /// The part's name in requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Description => "description",
            Self::Media => "media",
            Self::Features => "features",
            Self::Seo => "seo",
            Self::FilterValues => "filterValues",
            Self::Sections => "sections",
            Self::Warehouses => "warehouses",
            Self::Documentation => "documentation",
            Self::Software => "software",
            Self::Version => "version",
        }
    }
}

/// Which products of a section, in which order and with which parts. The default is all of them, in name order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProductQuery {
    /// Parts of the products; none by default.
    pub include: Vec<ListPart>,
    /// Whether pages have the facets of the whole list.
    pub facets: bool,
    /// Only products that are linked to the section itself.
    pub is_direct: bool,
    /// Vendor ids.
    pub vendor: Vec<String>,
    /// `uid` and `key` of filter values.
    pub filter: Vec<(String, String)>,
    /// Whether there is stock.
    pub available: Option<bool>,
    /// Whether the sale flag is set.
    pub sale: Option<bool>,
    /// Whether there is a price for the account.
    pub has_price: Option<bool>,
    /// `name`, `-name`, `stockNumber` or `-contentUpdatedAt`; `relevance`, the default, of searches only.
    pub sort: Option<String>,
    /// The first page to read, counted from 1.
    pub page: Option<u64>,
    /// Products on a page, 1 to 1000; 500 by default.
    pub page_size: Option<u32>,
}

/// Products on a page unless the query says otherwise.
const PAGE_SIZE: u32 = 500;

impl ProductQuery {
    pub(crate) fn path(&self, section: &str, page: u64) -> String {
        let mut path = format!("/api/v2/catalog/sections/{}/products?", percent_encode(section));
        self.write(page, &mut path);
        path
    }

    pub(crate) fn search_path(&self, text: &str, section: Option<&str>, page: u64) -> String {
        let mut path = format!("/api/v2/products/search?q={}&", percent_encode(text));
        if let Some(section) = section {
            let _ = write!(path, "section={}&", percent_encode(section));
        }
        self.write(page, &mut path);
        path
    }

    fn write(&self, page: u64, path: &mut String) {
        let size = self.page_size.unwrap_or(PAGE_SIZE);
        let _ = write!(path, "page={page}&pageSize={size}");
        let mut add = |name: &str, value: &str| {
            let _ = write!(path, "&{name}={value}");
        };
        if self.is_direct {
            add("scope", "direct");
        }
        let vendors: Vec<String> = self.vendor.iter().map(|vendor| percent_encode(vendor)).collect();
        if !vendors.is_empty() {
            add("vendor", &vendors.join(","));
        }
        for (uid, key) in &self.filter {
            add("filter", &percent_encode(&format!("{uid}:{key}")));
        }
        for (name, flag) in [("available", self.available), ("sale", self.sale), ("hasPrice", self.has_price)] {
            if let Some(flag) = flag {
                add(name, if flag { "true" } else { "false" });
            }
        }
        if let Some(sort) = &self.sort {
            add("sort", &percent_encode(sort));
        }
        let parts = self.include.iter().map(|part| part.name()).chain(self.facets.then_some("facets"));
        path.push_str(&including_names(&parts.collect::<Vec<_>>(), '&'));
    }
}

/// The parameter `include`, or nothing.
pub(crate) fn including(parts: &[ListPart], separator: char) -> String {
    including_names(&parts.iter().map(|part| part.name()).collect::<Vec<_>>(), separator)
}

fn including_names(names: &[&str], separator: char) -> String {
    if names.is_empty() { String::new() } else { format!("{separator}include={}", names.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_says_only_what_was_asked_for() {
        let section = "/api/v2/catalog/sections/1042/products";
        assert_eq!(ProductQuery::default().path("1042", 1), format!("{section}?page=1&pageSize=500"));
        let query = ProductQuery {
            include: vec![ListPart::Warehouses, ListPart::FilterValues],
            is_direct: true,
            vendor: vec!["acme".into(), "a,b".into()],
            filter: vec![("u".into(), "k:1".into())],
            available: Some(true),
            has_price: Some(false),
            sort: Some("-name".into()),
            page_size: Some(2),
            ..ProductQuery::default()
        };
        let rest = "scope=direct&vendor=acme,a%2Cb&filter=u%3Ak%3A1&available=true&hasPrice=false&sort=-name\
                    &include=warehouses,filterValues";
        assert_eq!(query.path("1042", 7), format!("{section}?page=7&pageSize=2&{rest}"));
        let search = "/api/v2/products/search?q=kt%201&section=1042&page=7&pageSize=2";
        let with_facets = ProductQuery { facets: true, ..query };
        assert_eq!(with_facets.search_path("kt 1", Some("1042"), 7), format!("{search}&{rest},facets"));
    }
}
