//! Products.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::ops::Deref;

/// The fields of a product.
pub type ProductFields = catalog_documents::Product<'static>;

/// A product: its typed fields, and its JSON as the service sent it.
#[derive(Debug, Clone)]
pub struct Product {
    fields: Box<ProductFields>,
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
