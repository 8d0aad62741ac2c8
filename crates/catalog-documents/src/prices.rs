//! Prices (`docs/contract.md#prices`).

use crate::amount::{Amount, shortest};
#[cfg(feature = "schemas")]
use crate::schemas::*;
use serde::{Deserialize, Serialize};

/// The prices of a product for the caller, in USD.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Pricing {
    /// Always `USD`.
    #[cfg_attr(feature = "schemas", schema(value_type = CurrencyName, inline))]
    pub currency: String,
    /// Whether the source hides the product's prices.
    pub on_request: bool,
    pub retail: Price,
    /// The price at the caller's own level; without a value at `Розн`.
    pub personal: LevelPrice,
    pub sale: Sale,
    /// Every price level, `Розн` first; for administrators only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub levels: Option<Vec<LevelPrice>>,
}

/// One price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Price {
    /// The amount in USD; null when there is none to show.
    #[cfg_attr(feature = "schemas", schema(required, value_type = Option<f64>, example = 1999.9))]
    pub value: Option<Amount>,
    /// Whether the price is on request.
    pub on_request: bool,
}

/// The price at one level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LevelPrice {
    /// The name of the price level.
    #[cfg_attr(feature = "schemas", schema(example = "Опт"))]
    pub level: String,
    /// The amount in USD; null when there is none to show.
    #[cfg_attr(feature = "schemas", schema(required, value_type = Option<f64>, example = 1799))]
    pub value: Option<Amount>,
    /// Whether the price is on request.
    pub on_request: bool,
}

/// The sale of a product. It never replaces the personal price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Sale {
    /// The source's sale flag.
    pub active: bool,
    /// The special price in USD, whether or not the sale is active; null when there is none to show.
    #[cfg_attr(feature = "schemas", schema(required, value_type = Option<f64>, example = 1500))]
    pub value: Option<Amount>,
    /// Whether the price is on request.
    pub on_request: bool,
    pub discount_from_retail: Discount,
}

/// The difference between retail and special price; zero unless the special price is lower.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Discount {
    /// In USD.
    #[cfg_attr(feature = "schemas", schema(value_type = f64, example = 499.9))]
    pub value: Amount,
    /// In percent of the retail price, rounded to two decimals.
    #[serde(serialize_with = "shortest")]
    #[cfg_attr(feature = "schemas", schema(value_type = f64, example = 25))]
    pub percent: f64,
}
