//! The documents with prices: offers and configurators.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// An `offer` line when it has a stock number, else the offer inside a product.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfferRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stock_number: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) hide_prices: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) retail: Option<Price>,
    pub(crate) levels: Levels,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) sale: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) special_price: Option<Price>,
    pub(crate) stock: Vec<StockRecord>,
    pub(crate) shipping: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) commercial_updated_at: Option<String>,
}

/// A price in USD, in one of the forms that the format allows.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Price {
    /// A JSON number.
    Number(f64),
    /// A decimal text, or an empty one for 'no price'.
    Text(String),
}

/// Prices by level: an object whose order is preserved.
#[derive(Debug, Default)]
pub(crate) struct Levels(pub(crate) Vec<(&'static str, Price)>);

impl Serialize for Levels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (level, price) in &self.0 {
            map.serialize_entry(level, price)?;
        }
        map.end()
    }
}

/// The stock of a product in a warehouse.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StockRecord {
    pub(crate) warehouse_id: &'static str,
    pub(crate) quantity: i64,
}

/// The configurator of a product.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConfiguratorRecord<'a> {
    pub(crate) groups: Vec<OptionGroupRecord<'a>>,
    pub(crate) price_data: serde_json::Value,
}

/// A group of options.
#[derive(Debug, Serialize)]
pub(crate) struct OptionGroupRecord<'a> {
    pub(crate) uid: &'a str,
    pub(crate) name: &'a str,
    pub(crate) required: bool,
    pub(crate) options: Vec<OptionRecord<'a>>,
}

/// One option.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OptionRecord<'a> {
    pub(crate) uid: &'a str,
    pub(crate) name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stock_number: Option<String>,
    #[serde(rename = "default", skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_default: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) retail: Option<Price>,
    pub(crate) levels: Levels,
}
