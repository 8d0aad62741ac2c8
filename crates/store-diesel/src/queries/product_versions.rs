//! The versions of products: the revision of each one's last event.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::product_versions;
use catalog_domain::ports::StoreError;
use catalog_domain::values::CatalogRevision;

/// The key of the row that is no product's.
const NO_PRODUCT: i64 = 0;

/// Tells the version of a product by its row of `product_versions`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Versions {
    without_row: CatalogRevision,
}

impl Versions {
    /// Reads what products without a row have: those had no event since the store has versions.
    pub(super) fn read(connection: &mut StoreConnection) -> Result<Self, StoreError> {
        let row = product_versions::table.find(NO_PRODUCT).select(product_versions::version);
        let version: Option<i64> = row.first_optional(connection)?;
        Ok(Self { without_row: CatalogRevision(version.unwrap_or(0)) })
    }

    /// The version of a product as of an event of the run that made `revision`: an event from before the store had
    /// versions is not older than what its product has.
    pub(crate) fn as_of(self, revision: i64) -> CatalogRevision {
        CatalogRevision(revision).max(self.without_row)
    }

    /// The version of a product with that row.
    pub(super) fn of(self, row: Option<i64>) -> CatalogRevision {
        row.map_or(self.without_row, CatalogRevision)
    }
}
