//! What a dry run of an import would change, by examples.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a dry run would change, by examples.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportPreview)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportPreviewBody {
    /// Price levels that appear for the first time, up to 100.
    new_price_levels: Vec<String>,
    price_changes: PriceChangesBody,
    /// Up to 20 of the products that would be written, spread over all of them.
    samples: Vec<ProductSampleBody>,
}

/// Products with a price that changes by more than half.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportPriceChanges)]
pub(crate) struct PriceChangesBody {
    count: u64,
    /// The first 20.
    items: Vec<PriceChangeBody>,
}

/// A price that changes by more than half.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportPriceChange)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceChangeBody {
    stock_number: String,
    level: String,
    /// In digits.
    before: String,
    /// In digits; `0` when the price is gone.
    after: String,
}

/// A product before and after.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportSample)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductSampleBody {
    stock_number: String,
    /// Null for a new product.
    #[schema(required)]
    before: Option<SampleStateBody>,
    after: SampleStateBody,
}

/// What people recognize a product by.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportSampleState)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SampleStateBody {
    is_active: bool,
    /// Up to 400 characters.
    name: String,
    #[schema(required)]
    vendor: Option<String>,
    /// The retail price in digits; null without one.
    #[schema(required)]
    retail: Option<String>,
    /// The first 20 other prices.
    levels: Vec<SamplePriceBody>,
}

/// A price of a level.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportSamplePrice)]
pub(crate) struct SamplePriceBody {
    level: String,
    /// In digits.
    price: String,
}
