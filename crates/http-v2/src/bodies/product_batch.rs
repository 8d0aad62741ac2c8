//! Products requested by stock number.

use super::product::ProductBody;
use super::product_list::finish_list;
use crate::schemas::StockNumberText;
use http_common::json::ProductListWriter;
use serde::Serialize;
use utoipa::ToSchema;

/// A batch of products.
#[derive(Debug, ToSchema)]
#[schema(as = ProductBatch)]
pub(crate) struct ProductBatchBody<'a> {
    /// The public ones among the requested products, in the requested order.
    #[schema(value_type = Vec<ProductBody<'a>>)]
    items: ProductListWriter,
    meta: ProductBatchMeta<'a>,
}

/// About a batch of products.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductBatchMeta<'a> {
    /// The stock numbers that no public product has, in the requested order.
    #[schema(value_type = Vec<StockNumberText>)]
    missing: Vec<&'a str>,
}

impl<'a> ProductBatchBody<'a> {
    pub(crate) fn new(items: ProductListWriter, missing: Vec<&'a str>) -> Self {
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
