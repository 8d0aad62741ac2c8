//! What a dry run of an import would change, by examples.

#[cfg(feature = "schemas")]
use crate::schemas::ToSchema;
use serde::{Deserialize, Serialize};

/// What a dry run would change, by examples.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportPreview {
    /// Price levels that appear for the first time, up to 100.
    pub new_price_levels: Vec<String>,
    pub price_changes: ImportPriceChanges,
    /// Up to 20 of the products that would be written, spread over all of them.
    pub samples: Vec<ImportSample>,
}

/// Products with a price that changes by more than half.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ImportPriceChanges {
    pub count: u64,
    /// The first 20.
    pub items: Vec<ImportPriceChange>,
}

/// A price that changes by more than half.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportPriceChange {
    pub stock_number: String,
    pub level: String,
    /// In digits.
    pub before: String,
    /// In digits; `0` when the price is gone.
    pub after: String,
}

/// A product before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportSample {
    pub stock_number: String,
    /// Null for a new product.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub before: Option<ImportSampleState>,
    pub after: ImportSampleState,
}

/// What people recognize a product by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportSampleState {
    pub is_active: bool,
    /// Up to 400 characters.
    pub name: String,
    #[cfg_attr(feature = "schemas", schema(required))]
    pub vendor: Option<String>,
    /// The retail price in digits; null without one.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub retail: Option<String>,
    /// The first 20 other prices.
    pub levels: Vec<ImportSamplePrice>,
}

/// A price of a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ImportSamplePrice {
    pub level: String,
    /// In digits.
    pub price: String,
}
