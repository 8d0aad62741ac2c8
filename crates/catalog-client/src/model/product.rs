//! Products.

use crate::model::{Amount, UrlGroup};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::ops::Deref;

/// A product: its typed fields, and its JSON as the service sent it.
#[derive(Debug, Clone)]
pub struct Product {
    fields: ProductFields,
    json: Box<RawValue>,
}

impl Product {
    /// The JSON text as it came, with parts and fields that this version does not know.
    pub fn json(&self) -> &str {
        self.json.get()
    }
}

impl Deref for Product {
    type Target = ProductFields;

    fn deref(&self) -> &ProductFields {
        &self.fields
    }
}

impl<'de> Deserialize<'de> for Product {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        let fields = serde_json::from_str(json.get()).map_err(D::Error::custom)?;
        Ok(Self { fields, json })
    }
}

/// The base fields of a product, and the parts with the shapes that most copies need.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct ProductFields {
    pub stock_number: String,
    pub name: String,
    pub full_name: String,
    pub url: UrlGroup,
    pub vendor: Vendor,
    pub media: Media,
    pub pricing: Pricing,
    pub availability: Availability,
    pub primary_section_id: String,
    pub content_updated_at: String,
    pub commercial_updated_at: String,
    pub has_configurator: Option<bool>,
    /// The part `version`.
    pub version: Option<u64>,
    /// The part `description`.
    pub description: Option<String>,
    /// The part `sections`.
    pub sections: Option<Vec<ProductSection>>,
    /// The part `warehouses`.
    pub warehouses: Option<Vec<Warehouse>>,
}

/// The maker of a product.
#[derive(Debug, Clone, Deserialize)]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct Vendor {
    pub id: String,
    pub name: String,
}

/// Pictures.
#[derive(Debug, Clone, Deserialize)]
pub struct Media {
    /// The address of the preview picture; empty without one.
    pub preview: String,
}

/// The prices that the account sees.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct Pricing {
    pub currency: String,
    pub on_request: bool,
    pub retail: Price,
    /// The price of the account's level.
    pub personal: Price,
    pub sale: SalePrice,
    /// For administrators: all levels.
    #[serde(default)]
    pub levels: Vec<Price>,
}

/// One price.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    /// The price level; `None` for the retail price.
    pub level: Option<String>,
    /// The amount; `None` on request.
    pub value: Option<Amount>,
    /// Whether the price is given on request only.
    pub on_request: bool,
}

/// The special price. It does not replace the personal one.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SalePrice {
    /// The source's sale flag.
    pub active: bool,
    /// The amount; `None` on request.
    pub value: Option<Amount>,
    /// Whether the price is given on request only.
    pub on_request: bool,
}

/// What can be delivered.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Availability {
    /// The sum over all warehouses.
    pub in_stock: i64,
    /// What is on its way.
    pub shipping: i64,
}

/// A public section that a product is linked to.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct ProductSection {
    pub id: String,
    pub name: String,
    pub is_primary: bool,
}

/// The stock of one warehouse.
#[derive(Debug, Clone, Deserialize)]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct Warehouse {
    pub id: String,
    pub name: String,
    pub quantity: i64,
}
