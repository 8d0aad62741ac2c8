//! The record of a product's links: fragments of HTML, or the links one by one.
#![expect(missing_docs, reason = "the import format documents every field")]

use crate::given::Given;
use crate::object::given_objects;
use crate::values::{Readable, Values, Writable};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct LinksDocument<V: Values> {
    pub stock_number: V::StockNumber,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub documentation_html: Given<Option<String>>,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub software_html: Given<Option<String>>,
    #[serde(default, deserialize_with = "given_objects", skip_serializing_if = "Given::is_omitted")]
    pub documentation: Given<Vec<LinkDocument<V>>>,
    #[serde(default, deserialize_with = "given_objects", skip_serializing_if = "Given::is_omitted")]
    pub software: Given<Vec<LinkDocument<V>>>,
}

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct LinkDocument<V: Values> {
    pub title: V::LongText,
    #[serde(default)]
    pub description: Option<V::LongText>,
    pub url: V::Url,
    #[serde(default)]
    pub file_type: Option<V::Text>,
    #[serde(default)]
    pub size_bytes: Option<V::Integer>,
    #[serde(default)]
    pub size: Option<V::Text>,
}
