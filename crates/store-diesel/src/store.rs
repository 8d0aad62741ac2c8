//! The store: opened once, cloned freely, shared between threads.

mod connecting;
mod location;
mod location_content;
mod opening;

pub(crate) use connecting::connect_migrated;

use crate::connection::StoreConnection;
use crate::database_url::DatabaseUrl;
use crate::dialect;
use crate::moving::refuse_if_moved;
use crate::pool::{ConnectionFactory, ConnectionPool, ConnectionUse};
use crate::pooler::PostgresPooler;
use crate::queries::store_version::{StoreVersion, store_version};
use crate::rows::interner::Interner;
use crate::transaction::TransactionLimits;
use catalog_domain::ports::StoreError;
use catalog_domain::values::EventNumber;
use location::StoreLocation;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;

/// How many connections a store may use and how long it may wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreOptions {
    /// The most connections open at once, not counting that of a running import; at least 1. On SQLite this applies to
    /// the file of the accounts separately.
    pub connections: u32,
    /// The longest wait for a free connection, and for a lock that another connection holds.
    pub connection_wait: Duration,
    /// PostgreSQL's statement timeout; loads, imports and the like have a longer one.
    pub statement_limit: Duration,
    /// The longest wait for another import to end.
    pub import_wait: Duration,
    /// What is between this process and PostgreSQL.
    pub pooler: PostgresPooler,
}

impl StoreOptions {
    /// What a transaction on the store at `url` has to state about itself; `None` where its session does.
    fn limits(&self, url: &DatabaseUrl) -> Option<TransactionLimits> {
        TransactionLimits::behind(self.pooler, url, self.connection_wait, self.statement_limit)
    }
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            connections: 8,
            connection_wait: Duration::from_secs(5),
            statement_limit: Duration::from_secs(10),
            import_wait: Duration::from_secs(10),
            pooler: PostgresPooler::Session,
        }
    }
}

/// A catalog store on SQLite or PostgreSQL. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

struct Shared {
    catalog: StoreLocation,
    /// On SQLite, connections to the file of the accounts: an import that is writing holds the one write lock of the
    /// catalog's file, and logins and approvals should not wait for that.
    accounts: Option<StoreLocation>,
    import_wait: Duration,
    /// The values shared by loaded products, for the next load.
    interner: Mutex<Interner<'static>>,
}

impl Store {
    fn with(factory: ConnectionFactory, accounts: Option<StoreLocation>, options: &StoreOptions) -> Self {
        Self {
            shared: Arc::new(Shared {
                catalog: StoreLocation::new(factory, options, None),
                accounts,
                import_wait: options.import_wait,
                interner: Mutex::default(),
            }),
        }
    }

    /// The present connection counts, without that of a running import.
    pub fn connections(&self) -> ConnectionUse {
        let accounts = self.shared.accounts.as_ref().map(|location| location.pool().connections()).unwrap_or_default();
        self.shared.catalog.pool().connections() + accounts
    }

    pub(crate) fn factory(&self) -> ConnectionFactory {
        self.shared.catalog.pool().factory().clone()
    }

    pub(crate) fn account_factory(&self) -> Option<ConnectionFactory> {
        self.shared.accounts.as_ref().map(|location| location.pool().factory().clone())
    }

    /// Opens the present files where they differ from the open ones; returns how often that happened so far. The
    /// accounts are checked even while the catalog is missing: a disabled account must stay disabled.
    ///
    /// # Errors
    /// [`crate::LostStoreFile`] as its cause says why there is nothing to open.
    pub(crate) fn follow_files(&self) -> Result<u64, StoreError> {
        let accounts =
            self.shared.accounts.as_ref().map_or(Ok(0), |location| location.follow().map(|()| location.replacements()));
        self.shared.catalog.follow()?;
        Ok(self.shared.catalog.replacements() + accounts?)
    }

    /// Checks that the store was not moved elsewhere for good.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] names the place where it is now.
    pub fn check_not_moved(&self) -> Result<(), StoreError> {
        self.read(refuse_if_moved)
    }

    pub(crate) fn import_wait(&self) -> Duration {
        self.shared.import_wait
    }

    /// The values shared by loaded products. Unused values are dropped.
    pub(crate) fn interner(&self) -> &Mutex<Interner<'static>> {
        // Values added before a panic are as good as any other.
        self.shared.interner.lock().forget_unused();
        &self.shared.interner
    }

    /// Runs a single statement, or several that need no common state.
    pub(crate) fn read<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.shared.catalog.pool().read(operation)
    }

    /// Lends a connection to what begins its transaction itself.
    pub(crate) fn with_connection<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.shared.catalog.pool().with(operation)
    }

    pub(crate) fn version(&self) -> Result<StoreVersion, StoreError> {
        self.read(store_version)
    }

    /// Runs a single statement if the log has the event `last` by then; `None` when it has not.
    pub(crate) fn read_if_it_has<T>(
        &self,
        last: EventNumber,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        self.read(|connection| {
            if store_version(connection)?.last_event < last.0 {
                return Ok(None);
            }
            operation(connection).map(Some)
        })
    }

    /// Runs several reads of one state.
    pub(crate) fn snapshot<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.shared.catalog.pool().snapshot(operation)
    }

    /// Writes in one transaction, which is repeated while others come first.
    pub(crate) fn change<T>(
        &self,
        operation: impl FnMut(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.shared.catalog.pool().change(operation)
    }

    /// As [`Store::read`], on the accounts.
    pub(crate) fn read_accounts<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.account_pool().read(operation)
    }

    /// As [`Store::change`], on the accounts.
    pub(crate) fn change_accounts<T>(
        &self,
        operation: impl FnMut(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.account_pool().change(operation)
    }

    /// Runs several reads of one state of the accounts.
    pub(crate) fn snapshot_accounts<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.account_pool().snapshot(operation)
    }

    /// Leaves nothing in SQLite files of what was deleted: see [`dialect::forget_deleted`]. Returns whether it could.
    pub(crate) fn forget_deleted(&self) -> Result<bool, StoreError> {
        let forget = |pool: Arc<ConnectionPool>, rewritten| {
            pool.with(|connection| dialect::forget_deleted(connection, rewritten))
        };
        let catalog = forget(self.shared.catalog.pool(), false)?;
        let accounts = self.shared.accounts.as_ref().map_or(Ok(true), |file| forget(file.pool(), true))?;
        Ok(catalog && accounts)
    }

    fn account_pool(&self) -> Arc<ConnectionPool> {
        self.shared.accounts.as_ref().unwrap_or(&self.shared.catalog).pool()
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Store").field("url", &self.factory().url).finish_non_exhaustive()
    }
}
