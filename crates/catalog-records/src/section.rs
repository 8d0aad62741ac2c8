//! The record of a section.
#![expect(missing_docs, reason = "the import format documents every field")]

use crate::given::Given;
use crate::kind::RecordKind;
use crate::object::{nullable, objects};
use crate::values::{Readable, Values, Writable};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct SectionDocument<V: Values> {
    #[serde(rename = "type")]
    pub kind: RecordKind,
    pub hierarchy_id: V::Id,
    #[serde(deserialize_with = "nullable")]
    pub source_id: Option<V::Id>,
    #[serde(deserialize_with = "nullable")]
    pub parent_hierarchy_id: Option<V::Id>,
    pub name: V::Text,
    #[serde(deserialize_with = "nullable")]
    pub url: Option<V::Url>,
    pub is_active: bool,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub is_service: Given<bool>,
    #[serde(default)]
    pub sort_order: V::Integer,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    pub filter_index: Given<Option<V::Text>>,
    #[serde(default, deserialize_with = "objects")]
    pub filters: Vec<FilterDocument<V>>,
}

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct FilterDocument<V: Values> {
    pub uid: V::Identifier,
    pub name: V::Text,
    pub group_name: V::Text,
    pub group_ids: Vec<V::Id>,
    pub field_ids: Vec<V::Id>,
    pub type_ids: Vec<V::Id>,
    pub data_type: V::Text,
    pub is_multiple: bool,
    pub main_filter: bool,
    pub hidden: bool,
}
