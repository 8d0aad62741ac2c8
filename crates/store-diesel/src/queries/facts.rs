//! What a server keeps in memory, read in one snapshot.

use super::catalog_products::active_products;
use super::{change_log_bounds, delta, reference_data as reference};
use crate::connection::StoreConnection;
use crate::dialect::{self, TransactionMode};
use crate::failure::store_error;
use crate::rows::interner::Interner;
use crate::schema::store_state;
use crate::store::{Store, in_transaction};
use catalog_domain::catalog::{CatalogDelta, CatalogFacts, LogHead};
use catalog_domain::change::{FeedPosition, LogHistory};
use catalog_domain::identifiers::{AccountRevision, CatalogRevision, EventNumber};
use catalog_domain::ports::{CatalogSource, StoreError, StoreRevisions};
use catalog_domain::timestamp::Timestamp;
use diesel::prelude::*;
use std::sync::Arc;

impl CatalogSource for Store {
    fn revisions(&self) -> Result<StoreRevisions, StoreError> {
        let catalog = self.read(|connection| {
            store_state::table.select(store_state::catalog_revision).first(connection).map_err(store_error)
        })?;
        let accounts = self.read_accounts(|connection| {
            store_state::table.select(store_state::account_revision).first(connection).map_err(store_error)
        })?;
        Ok(StoreRevisions { catalog: CatalogRevision(catalog), accounts: AccountRevision(accounts) })
    }

    fn load(&self) -> Result<CatalogFacts, StoreError> {
        let mut interner = self.interner();
        self.read(|connection| {
            let facts = in_transaction(connection, TransactionMode::Snapshot, |connection| {
                dialect::allow_long_statements(connection).map_err(store_error)?;
                facts(connection, &mut interner)
            })?;
            dialect::give_back_mapped_pages(connection).map_err(store_error)?;
            Ok(facts)
        })
    }

    fn changes_since(&self, known: CatalogRevision, known_head: &LogHead) -> Result<Option<CatalogDelta>, StoreError> {
        let mut interner = self.interner();
        self.transaction(TransactionMode::Snapshot, |connection| {
            dialect::allow_long_statements(connection).map_err(store_error)?;
            delta::changes_since(connection, known, known_head, &mut interner)
        })
    }
}

/// Everything that a server keeps in memory.
fn facts(connection: &mut StoreConnection, interner: &mut Interner) -> Result<CatalogFacts, StoreError> {
    Ok(CatalogFacts {
        revision: reference::revision(connection)?,
        log_head: log_head(connection)?,
        sections: reference::sections(connection)?.into_iter().map(Arc::new).collect(),
        products: active_products(connection, interner)?,
        price_levels: reference::price_levels(connection)?,
        warehouses: reference::warehouses(connection)?,
        product_types: reference::product_types(connection)?,
    })
}

/// The end of the change log at the revision of the snapshot.
pub(super) fn log_head(connection: &mut StoreConnection) -> Result<LogHead, StoreError> {
    let (history, number, committed_at): (String, i64, Option<i64>) = store_state::table
        .select((store_state::history_id, store_state::last_event_number, store_state::committed_at))
        .first(connection)
        .map_err(store_error)?;
    let number = EventNumber(number);
    Ok(LogHead {
        history: LogHistory(history.into()),
        last: FeedPosition { number, at: change_log_bounds::time_of(connection, number)? },
        committed_at: committed_at.map(Timestamp::from_unix_microseconds),
    })
}
