//! A page of a section's products (`docs/contract.md#product-list`).

use super::product::ProductBody;
use super::product_list::finish_list;
use crate::schemas::{ScopeName, SectionIdText, SortName};
use catalog_domain::catalog::{PageRequest, ProductQuery};
use catalog_domain::values::SectionId;
use http_common::json::{ProductListWriter, as_text};
use serde::Serialize;
use utoipa::ToSchema;

/// A page of products.
#[derive(Debug, ToSchema)]
#[schema(as = ProductPage)]
pub(crate) struct ProductPageBody {
    #[schema(value_type = Vec<ProductBody<'_>>)]
    items: ProductListWriter,
    meta: ProductPageMeta,
}

/// About a page of products.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductPageMeta {
    /// The requested section.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    section_id: SectionId,
    /// Which products of the section.
    #[schema(value_type = ScopeName, inline)]
    scope: &'static str,
    /// The order of the list.
    #[schema(value_type = SortName, inline)]
    sort: &'static str,
    pagination: PaginationBody,
    /// Where to start following the section's changes after reading its list: store the one of the first page. It is
    /// valid for the retention period, counted from when the page was made; a 304 does not renew it.
    changes_cursor: String,
}

/// The position of a page in its list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Pagination)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaginationBody {
    /// Counted from 1.
    #[schema(minimum = 1)]
    page: u64,
    #[schema(minimum = 1, maximum = 1000)]
    page_size: u32,
    /// 0 when the list is empty.
    page_count: u64,
    /// Products, or users, in the whole list.
    total: u64,
}

impl PaginationBody {
    /// The position of `page` in a list of `total`.
    pub(super) fn new(page: PageRequest, total: u64) -> Self {
        Self { page: page.page, page_size: page.size, page_count: page.page_count(total), total }
    }
}

impl ProductPageBody {
    /// The page of `query` that has `items`, of a list of `total`, and the section's sync point at its revision.
    pub(crate) fn new(query: &ProductQuery, items: ProductListWriter, total: u64, changes_cursor: String) -> Self {
        let meta = ProductPageMeta {
            section_id: query.section,
            scope: query.scope.name(),
            sort: query.sort.name(),
            pagination: PaginationBody::new(query.page, total),
            changes_cursor,
        };
        Self { items, meta }
    }

    /// The whole text of the response.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn into_json(self) -> serde_json::Result<Vec<u8>> {
        finish_list(self.items.into_text(), &self.meta)
    }
}
