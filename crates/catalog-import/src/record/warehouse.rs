//! The record of a warehouse.

use super::values::{Identifier, Text};
use catalog_domain::catalog::Warehouse;
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WarehouseDocument {
    #[serde(rename = "type")]
    _kind: IgnoredAny,
    id: Identifier,
    name: Text,
}

impl WarehouseDocument {
    pub(super) fn into_domain(self) -> Warehouse {
        Warehouse { id: self.id.0.into(), name: self.name.0 }
    }
}
