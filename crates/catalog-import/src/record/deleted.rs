//! The record that deactivates a section or a product.

use super::Record;
use super::values::{PositiveInteger, StockNumber};
use crate::diagnostic::RecordDiagnostic;
use catalog_domain::values::SectionId;
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DeletedDocument {
    #[serde(rename = "type")]
    _kind: IgnoredAny,
    stock_number: Option<StockNumber>,
    hierarchy_id: Option<PositiveInteger>,
}

impl DeletedDocument {
    pub(super) fn check(self, diagnostics: &mut Vec<RecordDiagnostic>) -> Record {
        match (self.stock_number, self.hierarchy_id) {
            (Some(stock_number), None) => Record::DeletedProduct(stock_number.0),
            (None, Some(id)) => Record::DeletedSection(SectionId(id.0)),
            (stock_number, _) => {
                diagnostics
                    .push(RecordDiagnostic::new("", "needs either a `stockNumber` or a `hierarchyId`, not both"));
                Record::DeletedProduct(stock_number.map_or_else(Box::default, |stock_number| stock_number.0))
            }
        }
    }
}
