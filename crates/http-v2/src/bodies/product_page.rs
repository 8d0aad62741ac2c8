//! A page of products: of a section (`docs/contract.md#product-list`), or of what a text finds
//! (`docs/contract.md#search`).

use super::facets::FacetsBody;
use super::product::ProductBody;
use super::product_list::finish_page;
use crate::schemas::{ScopeName, SectionIdText, SortName};
use catalog_documents::Pagination;
use catalog_domain::catalog::{PageRequest, ProductQuery};
use catalog_domain::search::SearchText;
use catalog_domain::values::SectionId;
use http_common::json::{ProductListWriter, as_text};
use serde::Serialize;
use utoipa::ToSchema;

/// A page of products.
#[derive(Debug, ToSchema)]
#[schema(as = ProductPage)]
pub(crate) struct ProductPageBody<'a> {
    #[schema(value_type = Vec<ProductBody<'_>>)]
    items: ProductListWriter,
    meta: ProductPageMeta<'a>,
    /// The facets of the list (`include=facets`).
    #[schema(nullable = false)]
    facets: Option<FacetsBody<'a>>,
}

/// A page of products that a text finds.
#[derive(Debug, ToSchema)]
#[schema(as = SearchPage)]
pub(crate) struct SearchPageBody<'a> {
    #[schema(value_type = Vec<ProductBody<'_>>)]
    items: ProductListWriter,
    meta: SearchPageMeta<'a>,
    /// The facets of the list (`include=facets`).
    #[schema(nullable = false)]
    facets: Option<FacetsBody<'a>>,
}

/// About a page of products.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductPageMeta)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductPageMeta<'a> {
    /// The requested section.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    section_id: SectionId,
    /// Which products of the section.
    #[schema(value_type = ScopeName, inline)]
    scope: &'static str,
    /// What was searched for, without blanks around it; only where something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    q: Option<&'a str>,
    /// The order of the list.
    #[schema(value_type = SortName, inline)]
    sort: &'static str,
    pagination: Pagination,
    /// Where to start following the section's changes after reading its list: store the one of the first page. It is
    /// valid for the retention period, counted from when the page was made; a 304 does not renew it.
    changes_cursor: String,
}

/// About a page of products that a text finds.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchPageMeta)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchPageMeta<'a> {
    /// What was searched for, without blanks around it.
    q: &'a str,
    /// The requested section; null for all public products.
    #[schema(required, value_type = Option<SectionIdText>)]
    section_id: Option<String>,
    /// The order of the list.
    #[schema(value_type = SortName, inline)]
    sort: &'static str,
    pagination: Pagination,
}

/// The position of `page` in a list of `total`.
pub(super) fn pagination(page: PageRequest, total: u64) -> Pagination {
    Pagination { page: page.page, page_size: page.size, page_count: page.page_count(total), total }
}

impl<'a> ProductPageBody<'a> {
    /// The page of `query` in `section` that has `items`, of a list of `total`, and the section's sync point at its
    /// revision.
    pub(crate) fn new(
        (section_id, query): (SectionId, &'a ProductQuery),
        items: ProductListWriter,
        total: u64,
        changes_cursor: String,
        facets: Option<FacetsBody<'a>>,
    ) -> Self {
        let meta = ProductPageMeta {
            section_id,
            scope: query.scope.name(),
            q: query.text.as_ref().map(SearchText::as_str),
            sort: query.sort.name(),
            pagination: pagination(query.page, total),
            changes_cursor,
        };
        Self { items, meta, facets }
    }

    /// The whole text of the response.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn into_json(self) -> serde_json::Result<Vec<u8>> {
        finish_page(self.items.into_text(), &self.meta, self.facets.as_ref())
    }
}

impl<'a> SearchPageBody<'a> {
    /// The page of `query` that has `items`, of a list of `total`.
    pub(crate) fn new(
        query: &'a ProductQuery,
        items: ProductListWriter,
        total: u64,
        facets: Option<FacetsBody<'a>>,
    ) -> Self {
        let meta = SearchPageMeta {
            q: query.text.as_ref().map(SearchText::as_str).unwrap_or_default(),
            section_id: query.section.map(|section| section.to_string()),
            sort: query.sort.name(),
            pagination: pagination(query.page, total),
        };
        Self { items, meta, facets }
    }

    /// The whole text of the response.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn into_json(self) -> serde_json::Result<Vec<u8>> {
        finish_page(self.items.into_text(), &self.meta, self.facets.as_ref())
    }
}
