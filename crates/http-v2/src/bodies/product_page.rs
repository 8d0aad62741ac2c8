//! A page of products: of a section (`docs/contract.md#product-list`), or of what a text finds
//! (`docs/contract.md#search`).

use super::product_list::finish_page;
use catalog_documents::{Facets, Pagination, ProductPageMeta, SearchPageMeta};
use catalog_domain::catalog::{PageRequest, ProductQuery};
use catalog_domain::search::SearchText;
use catalog_domain::values::SectionId;
use http_common::json::ProductListWriter;

/// The position of `page` in a list of `total`.
pub(super) fn pagination(page: PageRequest, total: u64) -> Pagination {
    Pagination { page: page.page, page_size: page.size, page_count: page.page_count(total), total }
}

/// The text of the page of `query` in `section` that has `items`, of a list of `total`, with the section's sync point
/// at its revision.
///
/// # Errors
/// None is known.
pub(crate) fn product_page(
    (section, query): (SectionId, &ProductQuery),
    items: ProductListWriter,
    total: u64,
    changes_cursor: String,
    facets: Option<&Facets>,
) -> serde_json::Result<Vec<u8>> {
    let meta = ProductPageMeta {
        section_id: section.to_string(),
        scope: query.scope.name().to_owned(),
        q: query.text.as_ref().map(|text| text.as_str().to_owned()),
        sort: query.sort.name().to_owned(),
        pagination: pagination(query.page, total),
        changes_cursor,
    };
    finish_page(items.into_text(), &meta, facets)
}

/// The text of the page of `query` that has `items`, of what is found, which is `total`.
///
/// # Errors
/// None is known.
pub(crate) fn search_page(
    query: &ProductQuery,
    items: ProductListWriter,
    total: u64,
    facets: Option<&Facets>,
) -> serde_json::Result<Vec<u8>> {
    let meta = SearchPageMeta {
        q: query.text.as_ref().map(SearchText::as_str).unwrap_or_default().to_owned(),
        section_id: query.section.map(|section| section.to_string()),
        sort: query.sort.name().to_owned(),
        pagination: pagination(query.page, total),
    };
    finish_page(items.into_text(), &meta, facets)
}
