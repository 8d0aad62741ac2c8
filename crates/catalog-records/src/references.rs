//! The records of warehouses and price levels, and that of a deactivated section or product.
#![expect(missing_docs, reason = "the import format documents every field")]

use crate::kind::RecordKind;
use crate::values::{Readable, Values, Writable};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Writable", deserialize = "V: Readable<'de>"))]
pub struct WarehouseDocument<V: Values> {
    #[serde(rename = "type")]
    pub kind: RecordKind,
    pub id: V::Identifier,
    pub name: V::Text,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Writable", deserialize = "V: Readable<'de>"))]
pub struct PriceLevelDocument<V: Values> {
    #[serde(rename = "type")]
    pub kind: RecordKind,
    pub name: V::Identifier,
}

/// Has one of the two identities.
#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct DeletedDocument<V: Values> {
    #[serde(rename = "type")]
    pub kind: RecordKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock_number: Option<V::StockNumber>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hierarchy_id: Option<V::Id>,
}
