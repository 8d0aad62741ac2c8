//! The configurator of a product's record.
#![expect(missing_docs, reason = "the import format documents every field")]

use crate::given::Given;
use crate::levels::LevelsDocument;
use crate::object::objects;
use crate::values::{Readable, Values, Writable};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct ConfiguratorDocument<V: Values> {
    #[serde(deserialize_with = "objects")]
    pub groups: Vec<OptionGroupDocument<V>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_data: Option<V::Json>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Writable", deserialize = "V: Readable<'de>"))]
pub struct OptionGroupDocument<V: Values> {
    pub uid: V::Text,
    pub name: V::Text,
    #[serde(default)]
    pub required: bool,
    #[serde(deserialize_with = "objects")]
    pub options: Vec<OptionDocument<V>>,
}

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct OptionDocument<V: Values> {
    pub uid: V::Text,
    pub name: V::Text,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub stock_number: Given<Option<V::StockNumber>>,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub default: Given<bool>,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub retail: Given<V::Price>,
    #[serde(default)]
    pub levels: LevelsDocument<V>,
}
