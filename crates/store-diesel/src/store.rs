//! The store: opened once, cloned freely, shared between threads.

use crate::connection::StoreConnection;
use crate::database_url::{DatabaseUrl, Target};
use crate::dialect::{self, TransactionMode};
use crate::failure::store_error;
use crate::migrate::{MigrateError, migrate};
use crate::open_error::{OpenError, one_line};
use crate::pool::{ConnectionFactory, ConnectionPool, ConnectionUse, MayBlameConnection};
use catalog_domain::ports::StoreError;
use diesel::Connection;
use diesel::connection::TransactionManager;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How many connections a store may use and how long it may wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreOptions {
    /// The most connections open at once, the one of a running import not counted; at least 1.
    pub connections: u32,
    /// The longest wait for a free connection, and for a lock that another connection holds.
    pub connection_wait: Duration,
    /// The longest wait for another import to end.
    pub import_wait: Duration,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self { connections: 8, connection_wait: Duration::from_secs(5), import_wait: Duration::from_secs(10) }
    }
}

/// A catalog store on SQLite or PostgreSQL. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

struct Shared {
    pool: ConnectionPool,
    factory: ConnectionFactory,
    import_wait: Duration,
}

impl Store {
    /// Opens the store, making its folder and file (SQLite) and bringing its schema up to date.
    ///
    /// # Errors
    /// [`OpenError`] says in one line what to do.
    pub fn open(url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        match url.target() {
            Target::Sqlite(path) => make_folder(path)?,
            Target::Postgres(server) => require_supported_tls(server.parameter("sslmode"))?,
        }
        let factory = ConnectionFactory { url: url.clone(), lock_wait: options.connection_wait };
        let mut connection = dialect::connect(url, options.connection_wait)
            .map_err(|error| OpenError::Connect { url: url.to_string(), reason: one_line(&error.to_string()) })?;
        migrate(&mut connection).map_err(|error| match error {
            MigrateError::Newer(version) => OpenError::Newer { url: url.to_string(), version },
            MigrateError::Failed(cause) => {
                OpenError::Migrate { url: url.to_string(), reason: one_line(&cause.to_string()), cause }
            }
        })?;
        let pool = ConnectionPool::new(factory.clone(), options.connections, options.connection_wait);
        Ok(Self { shared: Arc::new(Shared { pool, factory, import_wait: options.import_wait }) })
    }

    /// How its connections stand now, that of a running import left out.
    #[must_use]
    pub fn connections(&self) -> ConnectionUse {
        self.shared.pool.connections()
    }

    pub(crate) fn factory(&self) -> &ConnectionFactory {
        &self.shared.factory
    }

    pub(crate) fn import_wait(&self) -> Duration {
        self.shared.import_wait
    }

    /// Runs a single statement, or several that need no common state.
    pub(crate) fn read<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.shared.pool.with(operation)
    }

    /// Runs `operation` in one transaction.
    pub(crate) fn transaction<T, E: From<StoreError> + MayBlameConnection>(
        &self,
        mode: TransactionMode,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        self.shared.pool.with(|connection| in_transaction(connection, mode, operation))
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

fn make_folder(file: &Path) -> Result<(), OpenError> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => std::fs::create_dir_all(folder)
            .map_err(|cause| OpenError::Folder { folder: folder.display().to_string(), cause }),
        None => Ok(()),
    }
}

/// `prefer` and weaker work without TLS by their own definition; what is stronger must never be weakened silently.
fn require_supported_tls(mode: Option<&str>) -> Result<(), OpenError> {
    match mode {
        Some(mode) if !cfg!(feature = "tls") && !matches!(mode, "disable" | "allow" | "prefer") => {
            Err(OpenError::TlsUnsupported { mode: mode.to_owned() })
        }
        _ => Ok(()),
    }
}
