//! The types of records.

use serde::{Deserialize, Serialize};

catalog_domain::named! {
    /// What the field `type` of a record says.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub enum RecordKind {
        /// The schema of products of one kind.
        ProductType = "productType",
        /// A warehouse.
        Warehouse = "warehouse",
        /// A price level.
        PriceLevel = "priceLevel",
        /// A section.
        Section = "section",
        /// A product.
        Product = "product",
        /// Prices and stock alone.
        Offer = "offer",
        /// A section or product to deactivate.
        Deleted = "deleted",
    }
}
