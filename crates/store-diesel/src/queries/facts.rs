//! What a server keeps in memory, read in one snapshot.

use super::{change_log_bounds, reference_data as reference};
use crate::connection::StoreConnection;
use crate::dialect::{self, TransactionMode};
use crate::failure::store_error;
use crate::rows::interner::Interner;
use crate::rows::product_row::ProductRow;
use crate::schema::{products, store_state};
use crate::store::Store;
use catalog_domain::catalog::{CatalogFacts, LogHead};
use catalog_domain::change::{FeedPosition, LogHistory};
use catalog_domain::identifiers::{AccountRevision, CatalogRevision, EventNumber};
use catalog_domain::ports::{CatalogSource, StoreError, StoreRevisions};
use catalog_domain::product::Product;
use catalog_domain::timestamp::Timestamp;
use diesel::connection::DefaultLoadingMode;
use diesel::pg::PgRowByRowLoadingMode;
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
        self.transaction(TransactionMode::Snapshot, |connection| {
            dialect::allow_long_statements(connection).map_err(store_error)?;
            Ok(CatalogFacts {
                revision: reference::revision(connection)?,
                log_head: log_head(connection)?,
                sections: reference::sections(connection)?.into_iter().map(Arc::new).collect(),
                products: active_products(connection)?,
                price_levels: reference::price_levels(connection)?,
                warehouses: reference::warehouses(connection)?,
                product_types: reference::product_types(connection)?,
            })
        })
    }
}

/// The end of the change log at the revision of the snapshot.
fn log_head(connection: &mut StoreConnection) -> Result<LogHead, StoreError> {
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

/// Row by row: the rows of a large catalog are never all in memory beside the products made of them.
fn active_products(connection: &mut StoreConnection) -> Result<Vec<Arc<Product>>, StoreError> {
    let active = products::table.filter(products::is_active.eq(true));
    match connection {
        StoreConnection::Postgres(inner) => {
            let query = active.select(ProductRow::as_select());
            collect(query.load_iter::<ProductRow, PgRowByRowLoadingMode>(inner).map_err(store_error)?)
        }
        StoreConnection::Sqlite(inner) => {
            let query = active.select(ProductRow::as_select());
            collect(query.load_iter::<ProductRow, DefaultLoadingMode>(inner).map_err(store_error)?)
        }
    }
}

fn collect(rows: impl Iterator<Item = QueryResult<ProductRow>>) -> Result<Vec<Arc<Product>>, StoreError> {
    let mut interner = Interner::default();
    rows.map(|row| row.map_err(store_error)?.into_product(&mut interner).map(Arc::new)).collect()
}
