//! The store: opened once, cloned freely, shared between threads.

mod opening;

use crate::connection::StoreConnection;
use crate::dialect::{self, TransactionMode};
use crate::failure::store_error;
use crate::pool::{ConnectionFactory, ConnectionPool, ConnectionUse, MayBlameConnection};
use crate::queries::store_mark::{StoreMark, store_mark};
use crate::rows::interner::Interner;
use catalog_domain::identifiers::EventNumber;
use catalog_domain::ports::StoreError;
use diesel::Connection;
use diesel::connection::TransactionManager;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How many connections a store may use and how long it may wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreOptions {
    /// The most connections open at once, the one of a running import not counted; at least 1. On SQLite this holds for the
    /// file of the accounts once more.
    pub connections: u32,
    /// The longest wait for a free connection, and for a lock that another connection holds.
    pub connection_wait: Duration,
    /// The longest that PostgreSQL may work on one statement; loads, imports and the like have a longer limit of their own.
    pub statement_limit: Duration,
    /// The longest wait for another import to end.
    pub import_wait: Duration,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            connections: 8,
            connection_wait: Duration::from_secs(5),
            statement_limit: Duration::from_secs(10),
            import_wait: Duration::from_secs(10),
        }
    }
}

/// A catalog store on SQLite or PostgreSQL. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

struct Shared {
    pool: ConnectionPool,
    /// On SQLite, connections to the file of the accounts: an import that is writing holds the one write lock of the catalog's
    /// file, and nobody who logs in or is let in should wait for that.
    accounts: Option<ConnectionPool>,
    factory: ConnectionFactory,
    import_wait: Duration,
    /// What the products that were loaded share, for those that are loaded next.
    interner: Mutex<Interner<'static>>,
}

impl Store {
    fn with(factory: ConnectionFactory, accounts: Option<ConnectionPool>, options: &StoreOptions) -> Self {
        let pool = opening::pool(factory.clone(), options);
        Self {
            shared: Arc::new(Shared {
                pool,
                accounts,
                factory,
                import_wait: options.import_wait,
                interner: Mutex::default(),
            }),
        }
    }

    /// How its connections stand now, that of a running import left out.
    #[must_use]
    pub fn connections(&self) -> ConnectionUse {
        let accounts = self.shared.accounts.as_ref().map(ConnectionPool::connections).unwrap_or_default();
        self.shared.pool.connections() + accounts
    }

    pub(crate) fn factory(&self) -> &ConnectionFactory {
        &self.shared.factory
    }

    pub(crate) fn import_wait(&self) -> Duration {
        self.shared.import_wait
    }

    /// What loaded products share. Nothing is kept that no product has any more.
    pub(crate) fn interner(&self) -> &Mutex<Interner<'static>> {
        // Whatever was added before a panic is as good as any other.
        self.shared.interner.lock().unwrap_or_else(PoisonError::into_inner).forget_unused();
        &self.shared.interner
    }

    /// Runs a single statement, or several that need no common state.
    pub(crate) fn read<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.shared.pool.with(operation)
    }

    /// Where the store stands.
    pub(crate) fn mark(&self) -> Result<StoreMark, StoreError> {
        self.read(store_mark)
    }

    /// Runs a single statement if the log has the event `last` by then; `None` when it has not.
    pub(crate) fn read_if_it_has<T>(
        &self,
        last: EventNumber,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        self.read(|connection| {
            if store_mark(connection)?.last_event < last.0 {
                return Ok(None);
            }
            operation(connection).map(Some)
        })
    }

    /// Runs `operation` in one transaction.
    pub(crate) fn transaction<T, E: From<StoreError> + MayBlameConnection>(
        &self,
        mode: TransactionMode,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        self.shared.pool.with(|connection| in_transaction(connection, mode, operation))
    }

    /// As [`Store::read`], where the accounts are.
    pub(crate) fn read_accounts<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.account_pool().with(operation)
    }

    /// As [`Store::transaction`] for writing, where the accounts are.
    pub(crate) fn change_accounts<T, E: From<StoreError> + MayBlameConnection>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        self.account_pool().with(|connection| in_transaction(connection, TransactionMode::Write, operation))
    }

    fn account_pool(&self) -> &ConnectionPool {
        self.shared.accounts.as_ref().unwrap_or(&self.shared.pool)
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Store").field("url", &self.shared.factory.url).finish_non_exhaustive()
    }
}

type Transactions = <StoreConnection as Connection>::TransactionManager;

/// Runs `operation` in one transaction, which is rolled back when it fails.
pub(crate) fn in_transaction<T, E: From<StoreError>>(
    connection: &mut StoreConnection,
    mode: TransactionMode,
    operation: impl FnOnce(&mut StoreConnection) -> Result<T, E>,
) -> Result<T, E> {
    dialect::begin(connection, mode).map_err(store_error)?;
    match operation(connection) {
        Ok(value) => {
            Transactions::commit_transaction(connection).map_err(store_error)?;
            Ok(value)
        }
        Err(error) => {
            // The first error is the one that says what went wrong; a connection left in a transaction is thrown away.
            if let Err(rollback) = Transactions::rollback_transaction(connection) {
                tracing::debug!(error = %rollback, "a failed transaction could not be rolled back");
            }
            Err(error)
        }
    }
}
