//! The record of a product type.
#![expect(missing_docs, reason = "the import format documents every field")]

use crate::given::Given;
use crate::kind::RecordKind;
use crate::object::objects;
use crate::values::{Readable, Values, Writable};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Writable", deserialize = "V: Readable<'de>"))]
pub struct ProductTypeDocument<V: Values> {
    #[serde(rename = "type")]
    pub kind: RecordKind,
    pub id: V::Id,
    pub name: V::Text,
    #[serde(deserialize_with = "objects")]
    pub groups: Vec<GroupDocument<V>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Writable", deserialize = "V: Readable<'de>"))]
pub struct GroupDocument<V: Values> {
    pub id: V::Id,
    pub uid: V::Text,
    pub name: V::Text,
    pub ord: V::Integer,
    #[serde(default)]
    pub role: V::Role,
    #[serde(deserialize_with = "objects")]
    pub fields: Vec<FieldDocument<V>>,
}

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct FieldDocument<V: Values> {
    pub id: V::Id,
    pub uid: V::Text,
    pub name: V::Text,
    pub ord: V::Integer,
    #[serde(default)]
    pub role: V::Role,
    pub data_type: V::Text,
    #[serde(default)]
    pub in_filter: bool,
    #[serde(default)]
    pub in_search: bool,
    #[serde(default)]
    pub is_multiple: bool,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub guide_id: Given<Option<V::Integer>>,
    #[serde(default)]
    pub main_filter: bool,
    #[serde(default)]
    pub hidden: bool,
    #[serde(default)]
    pub base_property: bool,
    #[serde(default)]
    pub analog: bool,
}
