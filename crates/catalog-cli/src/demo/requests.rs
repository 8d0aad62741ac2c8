//! The demo's example requests, on sections and products that its catalog has.

use catalog_index::Catalog;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters that need no encoding in a path: the unreserved characters of RFC 3986.
const ENCODED_IN_PATHS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

pub(super) fn requests(catalog: &Catalog) -> Vec<(&'static str, String)> {
    let mut requests = vec![
        ("Who am I?", "/auth/v2/check".to_owned()),
        ("The first two levels of the section tree", "/api/v2/catalog/tree?depth=2".to_owned()),
    ];
    if let Some(section) = example_section(catalog) {
        requests.push(("A section with its vendors", format!("{section}?include=vendors")));
        requests.push((
            "Its products on sale that are available, the newest first",
            format!("{section}/products?available=true&sale=true&sort=-contentUpdatedAt&pageSize=3"),
        ));
    }
    requests.extend(example_product(catalog).map(|path| ("A product", path)));
    requests
}

/// The path of a section with others below it.
pub(super) fn example_section(catalog: &Catalog) -> Option<String> {
    let sections = catalog.sections();
    let root = sections.roots().next()?;
    Some(format!("/api/v2/catalog/sections/{}", sections.id(root)))
}

pub(super) fn example_product(catalog: &Catalog) -> Option<String> {
    let product = catalog.products().next()?;
    let stock_number = utf8_percent_encode(product.product.stock_number(), ENCODED_IN_PATHS);
    Some(format!("/api/v2/products/{stock_number}"))
}
