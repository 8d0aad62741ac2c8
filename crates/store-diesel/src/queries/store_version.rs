//! The version of a store: enough to decide whether one store has everything that another has.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::store_state;
use catalog_domain::ports::StoreError;

/// The version of a store. Two stores of one epoch at one revision have equal versions, unless one of them was restored
/// and has diverged since.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = store_state)]
pub(crate) struct StoreVersion {
    #[diesel(column_name = history_id)]
    pub(crate) epoch: String,
    #[diesel(column_name = catalog_revision)]
    pub(crate) revision: i64,
    /// The number of the last event.
    #[diesel(column_name = last_event_number)]
    pub(crate) last_event: i64,
    /// When the revision was committed, in microseconds since 1970.
    pub(crate) committed_at: Option<i64>,
}

pub(crate) fn store_version(connection: &mut StoreConnection) -> Result<StoreVersion, StoreError> {
    store_state::table.select(StoreVersion::as_select()).first(connection)
}
