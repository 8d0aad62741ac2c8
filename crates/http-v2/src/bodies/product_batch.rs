//! Products requested by stock number.

use super::product::ProductBody;
use super::product_list::finish_list;
use catalog_documents::ProductBatchMeta;
use http_common::json::ProductListWriter;
use utoipa::ToSchema;

/// A batch of products.
#[derive(Debug, ToSchema)]
#[schema(as = ProductBatch)]
pub(crate) struct ProductBatchBody {
    /// The public ones among the requested products, in the requested order.
    #[schema(value_type = Vec<ProductBody<'_>>)]
    items: ProductListWriter,
    meta: ProductBatchMeta,
}

impl ProductBatchBody {
    pub(crate) fn new(items: ProductListWriter, missing: Vec<String>) -> Self {
        Self { items, meta: ProductBatchMeta { missing } }
    }

    /// The whole text of the response.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn into_json(self) -> serde_json::Result<Vec<u8>> {
        finish_list(self.items.into_text(), &self.meta)
    }
}
