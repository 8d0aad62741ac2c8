//! The data that a server holds in memory, read in one snapshot.

use super::catalog_products::active_products;
use super::log_position::log_position;
use super::store_version::{StoreVersion, store_version};
use super::{delta, reference_data as reference};
use crate::connection::StoreConnection;
use crate::dialect;
use crate::failure::unavailable;
use crate::pool::ConnectionFactory;
use crate::prelude::*;
use crate::rows::interner::Interner;
use crate::schema::store_state;
use crate::store::Store;
use crate::transaction::{TransactionMode, allow_long_statements, begin, in_transaction};
use catalog_domain::catalog::{CatalogDelta, CatalogFacts, LogPosition};
use catalog_domain::ports::{CatalogSource, StoreError, StoreRevisions};
use catalog_domain::values::{AccountRevision, CatalogRevision};
use parking_lot::Mutex;
use std::sync::Arc;

impl CatalogSource for Store {
    fn revisions(&self) -> Result<StoreRevisions, StoreError> {
        let replacements = self.follow_files()?;
        let (catalog, is_moved) = self.read(|connection| {
            let state = (store_state::catalog_revision, store_state::moved_to.is_not_null());
            store_state::table.select(state).first(connection)
        })?;
        let accounts = self
            .read_accounts(|connection| store_state::table.select(store_state::account_revision).first(connection))?;
        Ok(StoreRevisions {
            catalog: CatalogRevision(catalog),
            accounts: AccountRevision(accounts),
            replacements,
            is_moved,
        })
    }

    fn load(&self) -> Result<CatalogFacts, StoreError> {
        let interner = self.interner();
        self.with_connection(|connection| {
            dialect::map_file(connection)?;
            let limits = self.factory().limits();
            let facts = in_transaction(connection, TransactionMode::Snapshot, limits, |connection| {
                allow_long_statements(connection)?;
                let mut second = second_connection(&self.factory(), &store_version(connection)?);
                facts(connection, second.as_mut(), interner)
            });
            // A failed load is reported as such, whatever the same connection returns for this.
            let unmapped = dialect::unmap_file(connection);
            let facts = facts?;
            unmapped?;
            Ok(facts)
        })
    }

    fn changes_since(
        &self,
        known: CatalogRevision,
        known_position: &LogPosition,
    ) -> Result<Option<CatalogDelta>, StoreError> {
        let mut interner = Interner::with_parent(self.interner());
        self.snapshot(|connection| {
            allow_long_statements(connection)?;
            delta::changes_since(connection, known, known_position, &mut interner)
        })
    }
}

/// Another connection, in a transaction that sees the store at `version`. It is closed afterwards, because it is
/// outside the connection limit. `None` where it is not available, or sees the next import already: then one connection
/// must do.
fn second_connection(factory: &ConnectionFactory, version: &StoreVersion) -> Option<StoreConnection> {
    let open = || -> Result<(StoreConnection, StoreVersion), StoreError> {
        let mut connection = factory.open().map_err(|error| unavailable(error.to_string()))?;
        dialect::map_file(&mut connection)?;
        begin(&mut connection, TransactionMode::Snapshot, factory.long_limits())?;
        let version = store_version(&mut connection)?;
        Ok((connection, version))
    };
    match open() {
        Ok((connection, seen)) => (seen == *version).then_some(connection),
        Err(error) => {
            tracing::debug!(%error, "loading with one connection");
            None
        }
    }
}

fn facts(
    connection: &mut StoreConnection,
    second: Option<&mut StoreConnection>,
    interner: &Mutex<Interner<'static>>,
) -> Result<CatalogFacts, StoreError> {
    Ok(CatalogFacts {
        revision: reference::revision(connection)?,
        log_position: log_position(connection)?,
        sections: reference::sections(connection)?.into_iter().map(Arc::new).collect(),
        products: active_products(connection, second, interner)?,
        price_levels: reference::price_levels(connection)?,
        warehouses: reference::warehouses(connection)?,
        product_types: reference::product_types(connection)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database_url::DatabaseUrl;
    use crate::pooler::PostgresPooler;
    use crate::store::StoreOptions;
    use catalog_testkit::ImportRun;
    use catalog_testkit::builders::{product_record, section};
    use diesel::connection::SimpleConnection;
    use std::time::Duration;
    use tempfile::TempDir;

    #[test]
    fn a_second_connection_is_used_only_where_it_sees_the_same_state() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(&url(&folder, "catalog.db"), &StoreOptions::default()).unwrap();
        let version = store.version().unwrap();
        assert!(second_connection(&store.factory(), &version).is_some());
        ImportRun::default().commit(&store).unwrap();
        assert!(second_connection(&store.factory(), &version).is_none(), "an import was quicker");
        assert!(second_connection(&store.factory(), &store.version().unwrap()).is_some());
        let elsewhere =
            ConnectionFactory { url: url(&folder, "no/such/folder/catalog.db"), file: None, ..store.factory() };
        assert!(second_connection(&elsewhere, &version).is_none(), "it cannot be had");
    }

    #[test]
    fn a_second_connection_that_fails_halfway_costs_no_product() {
        let folder = TempDir::new().unwrap();
        let store = store_of_three(&folder);
        // Every query fails: its store has no tables.
        std::fs::write(folder.path().join("empty.db"), "").unwrap();
        let mut broken =
            dialect::connect(&url(&folder, "empty.db"), Duration::from_secs(1), PostgresPooler::Session).unwrap();
        let loaded = store.read(|connection| facts(connection, Some(&mut broken), store.interner())).unwrap();
        assert_eq!(stock_numbers(&loaded), ["A", "B", "C"]);
    }

    #[test]
    fn ids_that_no_product_has_take_no_time() {
        let folder = TempDir::new().unwrap();
        let store = store_of_three(&folder);
        let mut connection =
            dialect::connect(&url(&folder, "catalog.db"), Duration::from_secs(1), PostgresPooler::Session).unwrap();
        // Querying every id in between would take a day.
        let far = "PRAGMA foreign_keys = OFF; UPDATE products SET id = 1000000000000 WHERE stock_number = 'B'";
        connection.batch_execute(far).unwrap();
        assert_eq!(stock_numbers(&store.load().unwrap()), ["A", "B", "C"]);
    }

    fn url(folder: &TempDir, name: &str) -> DatabaseUrl {
        format!("sqlite://{}/{name}", folder.path().display()).parse().unwrap()
    }

    fn store_of_three(folder: &TempDir) -> Store {
        let store = Store::open(&url(folder, "catalog.db"), &StoreOptions::default()).unwrap();
        let records = ["A", "B", "C"].map(|stock_number| product_record(stock_number, &[1]));
        ImportRun { sections: vec![section(1)], ..ImportRun::of_records(records) }.commit(&store).unwrap();
        store
    }

    fn stock_numbers(facts: &CatalogFacts) -> Vec<&str> {
        let mut stock_numbers: Vec<&str> = facts.products.iter().map(|product| product.stock_number()).collect();
        stock_numbers.sort_unstable();
        stock_numbers
    }
}
