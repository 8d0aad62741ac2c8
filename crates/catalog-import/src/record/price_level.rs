//! The record of a price level, which states its rank by its place among the others.

use super::values::Identifier;
use crate::diagnostic::RecordDiagnostic;
use catalog_domain::pricing::{PriceLevel, RETAIL_LEVEL};
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PriceLevelDocument {
    #[serde(rename = "type")]
    _kind: IgnoredAny,
    name: Identifier,
}

impl PriceLevelDocument {
    pub(super) fn check(self, diagnostics: &mut Vec<RecordDiagnostic>) -> PriceLevel {
        if &*self.name.0 == RETAIL_LEVEL {
            diagnostics.push(RecordDiagnostic::new("/name", "is the retail level, which every store has"));
        }
        PriceLevel::new(&self.name.0)
    }
}
