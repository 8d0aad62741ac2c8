//! A page of products: of a section (`docs/contract.md#product-list`), or of what a text finds
//! (`docs/contract.md#search`).

use super::product::ProductBody;
use super::product_list::finish_page;
use catalog_documents::{Facets, Pagination, ProductPageMeta, SearchPageMeta};
use catalog_domain::catalog::{PageRequest, ProductQuery};
use catalog_domain::search::SearchText;
use catalog_domain::values::SectionId;
use http_common::json::ProductListWriter;
use utoipa::ToSchema;

/// A page of products.
#[derive(Debug, ToSchema)]
#[schema(as = ProductPage)]
pub(crate) struct ProductPageBody {
    #[schema(value_type = Vec<ProductBody<'_>>)]
    items: ProductListWriter,
    meta: ProductPageMeta,
    /// The facets of the list (`include=facets`).
    #[schema(nullable = false)]
    facets: Option<Facets>,
}

/// A page of products that a text finds.
#[derive(Debug, ToSchema)]
#[schema(as = SearchPage)]
pub(crate) struct SearchPageBody {
    #[schema(value_type = Vec<ProductBody<'_>>)]
    items: ProductListWriter,
    meta: SearchPageMeta,
    /// The facets of the list (`include=facets`).
    #[schema(nullable = false)]
    facets: Option<Facets>,
}

/// The position of `page` in a list of `total`.
pub(super) fn pagination(page: PageRequest, total: u64) -> Pagination {
    Pagination { page: page.page, page_size: page.size, page_count: page.page_count(total), total }
}

impl ProductPageBody {
    /// The page of `query` in `section` that has `items`, of a list of `total`, and the section's sync point at its
    /// revision.
    pub(crate) fn new(
        (section, query): (SectionId, &ProductQuery),
        items: ProductListWriter,
        total: u64,
        changes_cursor: String,
        facets: Option<Facets>,
    ) -> Self {
        let meta = ProductPageMeta {
            section_id: section.to_string(),
            scope: query.scope.name().to_owned(),
            q: query.text.as_ref().map(|text| text.as_str().to_owned()),
            sort: query.sort.name().to_owned(),
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

impl SearchPageBody {
    /// The page of `query` that has `items`, of a list of `total`.
    pub(crate) fn new(query: &ProductQuery, items: ProductListWriter, total: u64, facets: Option<Facets>) -> Self {
        let meta = SearchPageMeta {
            q: query.text.as_ref().map(SearchText::as_str).unwrap_or_default().to_owned(),
            section_id: query.section.map(|section| section.to_string()),
            sort: query.sort.name().to_owned(),
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
