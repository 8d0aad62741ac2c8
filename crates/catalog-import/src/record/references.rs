//! The records of warehouses and price levels, and that of a deactivated section or product.

use super::Record;
use crate::diagnostic::RecordDiagnostic;
use catalog_domain::catalog::Warehouse;
use catalog_domain::pricing::{PriceLevel, RETAIL_LEVEL};
use catalog_domain::values::SectionId;
use catalog_records::{Checked, DeletedDocument, PriceLevelDocument, WarehouseDocument};

pub(super) fn warehouse(document: WarehouseDocument<Checked>) -> Warehouse {
    Warehouse { id: document.id.0.into(), name: document.name.0 }
}

pub(super) fn check_price_level(
    document: &PriceLevelDocument<Checked>,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> PriceLevel {
    if &*document.name.0 == RETAIL_LEVEL {
        diagnostics.push(RecordDiagnostic::new("/name", "is the retail level, which every store has"));
    }
    PriceLevel::new(&document.name.0)
}

pub(super) fn check_deleted(document: DeletedDocument<Checked>, diagnostics: &mut Vec<RecordDiagnostic>) -> Record {
    match (document.stock_number, document.hierarchy_id) {
        (Some(stock_number), None) => Record::DeletedProduct(stock_number.0),
        (None, Some(id)) => Record::DeletedSection(SectionId(id.0)),
        (stock_number, _) => {
            diagnostics.push(RecordDiagnostic::new("", "needs either a `stockNumber` or a `hierarchyId`, not both"));
            Record::DeletedProduct(stock_number.map_or_else(Box::default, |stock_number| stock_number.0))
        }
    }
}
