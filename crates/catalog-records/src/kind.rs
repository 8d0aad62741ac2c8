//! The types of records.

use serde::{Deserialize, Serialize};

/// What the field `type` of a record says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RecordKind {
    /// The schema of products of one kind.
    ProductType,
    /// A warehouse.
    Warehouse,
    /// A price level.
    PriceLevel,
    /// A section.
    Section,
    /// A product.
    Product,
    /// Prices and stock alone.
    Offer,
    /// A section or product to deactivate.
    Deleted,
}

impl RecordKind {
    /// The types with their names.
    pub const NAMES: [(Self, &'static str); 7] = [
        (Self::ProductType, "productType"),
        (Self::Warehouse, "warehouse"),
        (Self::PriceLevel, "priceLevel"),
        (Self::Section, "section"),
        (Self::Product, "product"),
        (Self::Offer, "offer"),
        (Self::Deleted, "deleted"),
    ];
}
