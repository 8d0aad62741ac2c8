//! A bounded pool of connections: waiting for one is bounded too, and a failed connection is discarded.

use crate::connection::StoreConnection;
use crate::database_url::DatabaseUrl;
use crate::dialect;
use crate::failure::unavailable;
use crate::pooler::PostgresPooler;
use crate::store_file::{LostStoreFile, StoreFile};
use crate::transaction::{TransactionLimits, TransactionMode, in_repeated_transaction, in_transaction};
use catalog_domain::ports::StoreError;
use diesel::r2d2::R2D2Connection;
use diesel::{ConnectionError, ConnectionResult};
use r2d2::ManageConnection;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A connection that was idle for longer is tested before use.
const TRUSTED_IDLE_TIME: Duration = Duration::from_secs(1);
/// How often a waiting caller checks whether the store is down: then an early failure is better than a late one.
const DOWN_CHECK_INTERVAL: Duration = Duration::from_millis(200);
/// How late after the end of its wait a caller may still be given a connection.
const LATENESS: Duration = Duration::from_secs(1);

pub(crate) struct ConnectionPool {
    factory: ConnectionFactory,
    pool: r2d2::Pool<ConnectionFactory>,
    wait: Duration,
    failures: AtomicU64,
    /// Whether the store gave no connection at the last attempt.
    is_down: Arc<AtomicBool>,
}

/// The connection counts of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ConnectionUse {
    /// Connections that are open.
    pub open: u32,
    /// Those of them that are unused.
    pub idle: u32,
    /// The most that may be open at once.
    pub limit: u32,
    /// How often a caller waited for one in vain, since the store was opened.
    pub failures: u64,
}

impl std::ops::Add for ConnectionUse {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            open: self.open + other.open,
            idle: self.idle + other.idle,
            limit: self.limit + other.limit,
            failures: self.failures + other.failures,
        }
    }
}

/// Opens connections to one store.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionFactory {
    pub(crate) url: DatabaseUrl,
    pub(crate) lock_wait: Duration,
    /// The statement timeout of the pool's connections, except for long work.
    pub(crate) statement_limit: Duration,
    /// Whether the pool's connections are read-only.
    pub(crate) is_read_only: bool,
    /// The only file that connections may open; `None` for a server.
    pub(crate) file: Option<StoreFile>,
    pub(crate) pooler: PostgresPooler,
}

impl ConnectionFactory {
    pub(crate) fn open(&self) -> ConnectionResult<StoreConnection> {
        let check = || self.check_file().map_err(|lost| ConnectionError::BadConnection(lost.to_string()));
        check()?;
        let connection = dialect::connect(&self.url, self.lock_wait, self.pooler)?;
        // It was opened by name: if the file there is the same before and after, that one was opened.
        check()?;
        Ok(connection)
    }

    /// What a transaction has to state about itself; `None` where the session does.
    pub(crate) fn limits(&self) -> Option<TransactionLimits> {
        TransactionLimits::behind(self.pooler, &self.url, self.lock_wait, self.statement_limit)
    }

    /// As [`Self::limits`], for long work.
    pub(crate) fn long_limits(&self) -> Option<TransactionLimits> {
        self.limits().map(TransactionLimits::of_long_work)
    }

    /// Checks that the file is still where it was.
    ///
    /// # Errors
    /// [`LostStoreFile`] when another file, or none, is there.
    pub(crate) fn check_file(&self) -> Result<(), LostStoreFile> {
        self.file.as_ref().map_or(Ok(()), StoreFile::check)
    }
}

pub(crate) struct PooledConnection {
    connection: StoreConnection,
    used_at: Instant,
    /// Set when an operation failed in a way that may be the connection's fault.
    is_suspect: bool,
}

impl ConnectionPool {
    /// A pool of at most `size` connections. Opens none yet.
    pub(crate) fn new(factory: ConnectionFactory, size: u32, wait: Duration) -> Self {
        let is_down = Arc::new(AtomicBool::new(false));
        let pool = r2d2::Pool::builder()
            .max_size(size.max(1))
            .min_idle(Some(0))
            .connection_timeout(wait)
            .test_on_check_out(true)
            .error_handler(Box::new(ReportConnectFailure {
                url: factory.url.to_string(),
                is_down: Arc::clone(&is_down),
            }))
            .build_unchecked(factory.clone());
        Self { factory, pool, wait, failures: AtomicU64::new(0), is_down }
    }

    pub(crate) fn factory(&self) -> &ConnectionFactory {
        &self.factory
    }

    /// Runs `operation` on a connection of the pool, waiting a bounded time for one.
    pub(crate) fn with<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let _span = tracing::debug_span!(target: "spans", "store").entered();
        let mut pooled = self.check_out()?;
        let result = operation(&mut pooled.connection);
        // All connections to a file are equally good, and a new one may not be available while the disk is full.
        let may_be_to_blame = matches!(pooled.connection, StoreConnection::Postgres(_));
        pooled.is_suspect = may_be_to_blame && matches!(result, Err(StoreError::Unavailable(_)));
        pooled.used_at = Instant::now();
        result
    }

    /// Runs reads that need no common state. Behind a pooler they are in a transaction, for one session.
    pub(crate) fn read<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.factory.limits().is_some() { self.snapshot(operation) } else { self.with(operation) }
    }

    /// Runs reads of one state.
    pub(crate) fn snapshot<T>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let limits = self.factory.limits();
        self.with(|connection| in_transaction(connection, TransactionMode::Snapshot, limits, operation))
    }

    /// Writes in one transaction, which is repeated while others come first. A write to a moved file would be lost.
    pub(crate) fn change<T>(
        &self,
        operation: impl FnMut(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let limits = self.factory.limits();
        let result = self.with(|connection| in_repeated_transaction(connection, limits, operation))?;
        self.factory.check_file()?;
        Ok(result)
    }

    /// Waits for a connection: the whole time while others use them all, but not while the store is down. One that
    /// comes too late, because the store was unresponsive when it was tested, is not used: its caller has gone.
    fn check_out(&self) -> Result<r2d2::PooledConnection<ConnectionFactory>, StoreError> {
        self.factory.check_file()?;
        let deadline = Instant::now() + self.wait;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.pool.get_timeout(left.min(DOWN_CHECK_INTERVAL)) {
                Ok(_) if deadline + LATENESS < Instant::now() => {
                    return Err(unavailable("the store took too long to give a connection"));
                }
                Ok(pooled) => {
                    self.is_down.store(false, Ordering::Relaxed);
                    return Ok(pooled);
                }
                Err(error) if left <= DOWN_CHECK_INTERVAL || self.is_down.load(Ordering::Relaxed) => {
                    self.failures.fetch_add(1, Ordering::Relaxed);
                    return Err(unavailable(crate::open_error::one_line(&error.to_string())));
                }
                Err(_) => {}
            }
        }
    }

    pub(crate) fn connections(&self) -> ConnectionUse {
        let r2d2::State { connections: open, idle_connections: idle, .. } = self.pool.state();
        ConnectionUse { open, idle, limit: self.pool.max_size(), failures: self.failures.load(Ordering::Relaxed) }
    }
}

impl ManageConnection for ConnectionFactory {
    type Connection = PooledConnection;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<PooledConnection, Self::Error> {
        let mut connection = self.open().map_err(diesel::r2d2::Error::ConnectionError)?;
        if self.limits().is_none() {
            dialect::limit_statements(&mut connection, self.statement_limit)
                .map_err(diesel::r2d2::Error::QueryError)?;
        }
        // Behind a pooler all that reads is in a read-only transaction.
        if self.is_read_only && self.limits().is_none() {
            dialect::refuse_writes(&mut connection).map_err(diesel::r2d2::Error::QueryError)?;
        }
        Ok(PooledConnection { connection, used_at: Instant::now(), is_suspect: false })
    }

    fn is_valid(&self, pooled: &mut PooledConnection) -> Result<(), Self::Error> {
        if pooled.used_at.elapsed() < TRUSTED_IDLE_TIME {
            return Ok(());
        }
        pooled.connection.ping().map_err(diesel::r2d2::Error::QueryError)
    }

    fn has_broken(&self, pooled: &mut PooledConnection) -> bool {
        pooled.is_suspect || std::thread::panicking() || pooled.connection.is_broken()
    }
}

#[derive(Debug)]
struct ReportConnectFailure {
    url: String,
    is_down: Arc<AtomicBool>,
}

impl r2d2::HandleError<diesel::r2d2::Error> for ReportConnectFailure {
    fn handle_error(&self, error: diesel::r2d2::Error) {
        let (store, error) = (&self.url, crate::open_error::one_line(&error.to_string()));
        // A store that is down is tried several times a second, with the same error each time.
        if self.is_down.swap(true, Ordering::Relaxed) {
            tracing::debug!(store, error, "the store gave no connection again");
        } else {
            tracing::warn!(store, error, "the store gave no connection");
        }
    }
}

#[cfg(test)]
mod tests;
