//! A page of products: of a section (`docs/contract.md#product-list`), or of what a text finds
//! (`docs/contract.md#search`).

use super::product_list::finish_page;
use super::url_group::page_url;
use catalog_documents::{Facets, MatchingSection, Pagination, ProductPageMeta, SearchPageMeta, SearchSuggestion};
use catalog_domain::catalog::{PageRequest, ProductQuery};
use catalog_domain::search::{SearchText, Suggestion};
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use http_common::json::ProductListWriter;

pub(crate) struct PageContent<'a> {
    pub(crate) products: ProductListWriter,
    /// How many products the whole list has.
    pub(crate) total: u64,
    pub(crate) facets: Option<Facets>,
    pub(crate) suggestion: Option<Option<SearchSuggestion>>,
    pub(crate) matching_sections: Option<Vec<MatchingSection<'a>>>,
}

/// The position of `page` in a list of `total`.
pub(super) fn pagination(page: PageRequest, total: u64) -> Pagination {
    Pagination { page: page.page, page_size: page.size, page_count: page.page_count(total), total }
}

pub(crate) fn suggestion(suggestion: &Suggestion) -> SearchSuggestion {
    SearchSuggestion { q: suggestion.text.as_str().to_owned(), total: suggestion.total }
}

/// These sections of the catalog, each with the number of its products.
pub(crate) fn matching_sections<'a>(catalog: &'a Catalog, sections: &[(SectionId, u64)]) -> Vec<MatchingSection<'a>> {
    let tree = catalog.sections();
    let found = sections.iter().filter_map(|(id, product_count)| {
        let section = &tree.node(tree.find(*id)?).section;
        let url = page_url(section.url.as_ref());
        Some(MatchingSection {
            id: section.id.to_string(),
            name: (&*section.name).into(),
            url,
            product_count: *product_count,
        })
    });
    found.collect()
}

/// The text of the page of `query` in `section`, with the section's sync point at its revision.
pub(crate) fn product_page(
    (section, query): (SectionId, &ProductQuery),
    changes_cursor: String,
    content: PageContent<'_>,
) -> serde_json::Result<Vec<u8>> {
    let meta = ProductPageMeta {
        section_id: section.to_string(),
        scope: query.scope.name().to_owned(),
        q: query.text.as_ref().map(|text| text.as_str().to_owned()),
        sort: query.sort.name().to_owned(),
        pagination: pagination(query.page, content.total),
        suggestion: content.suggestion,
        changes_cursor,
    };
    finish_page(content.products.into_text(), &meta, content.facets.as_ref(), None)
}

/// The text of the page of `query`, of what is found.
pub(crate) fn search_page(query: &ProductQuery, content: PageContent<'_>) -> serde_json::Result<Vec<u8>> {
    let meta = SearchPageMeta {
        q: query.text.as_ref().map(SearchText::as_str).unwrap_or_default().to_owned(),
        section_id: query.section.map(|section| section.to_string()),
        sort: query.sort.name().to_owned(),
        pagination: pagination(query.page, content.total),
        suggestion: content.suggestion,
    };
    let sections = content.matching_sections.as_ref();
    finish_page(content.products.into_text(), &meta, content.facets.as_ref(), sections)
}
