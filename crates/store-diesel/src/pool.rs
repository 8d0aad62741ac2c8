//! A bounded pool of connections: waiting for one is bounded too, and a connection that failed is thrown away.

use crate::connection::StoreConnection;
use crate::database_url::DatabaseUrl;
use crate::dialect;
use crate::failure::unavailable;
use catalog_domain::ports::StoreError;
use diesel::r2d2::R2D2Connection;
use r2d2::ManageConnection;
use std::time::{Duration, Instant};

/// A connection that was idle for longer is asked whether it still lives before it is used.
const TRUSTED_IDLE_TIME: Duration = Duration::from_secs(1);

/// The pool.
pub(crate) struct ConnectionPool(r2d2::Pool<ConnectionFactory>);

/// Opens connections to one store.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionFactory {
    /// The store.
    pub(crate) url: DatabaseUrl,
    /// The bound of every wait for a lock.
    pub(crate) lock_wait: Duration,
}

/// A connection in the pool.
pub(crate) struct PooledConnection {
    connection: StoreConnection,
    used_at: Instant,
    /// Set when an operation failed in a way that may be the connection's own fault.
    is_suspect: bool,
}

impl ConnectionPool {
    /// A pool of at most `size` connections. Opens none yet.
    pub(crate) fn new(factory: ConnectionFactory, size: u32, wait: Duration) -> Self {
        let pool = r2d2::Pool::builder()
            .max_size(size.max(1))
            .min_idle(Some(0))
            .connection_timeout(wait)
            .test_on_check_out(true)
            .error_handler(Box::new(LogConnectFailure))
            .build_unchecked(factory);
        Self(pool)
    }

    /// Runs `operation` on a connection of the pool, waiting a bounded time for one.
    pub(crate) fn with<T, E: From<StoreError> + MayBlameConnection>(
        &self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut pooled = self.0.get().map_err(|error| unavailable(crate::open_error::one_line(&error.to_string())))?;
        let result = operation(&mut pooled.connection);
        pooled.is_suspect = result.as_ref().is_err_and(MayBlameConnection::may_blame_connection);
        pooled.used_at = Instant::now();
        result
    }
}

/// Whether a failure may mean that the connection is of no more use.
pub(crate) trait MayBlameConnection {
    /// True when the connection should be thrown away.
    fn may_blame_connection(&self) -> bool;
}

impl MayBlameConnection for StoreError {
    fn may_blame_connection(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }
}

impl ManageConnection for ConnectionFactory {
    type Connection = PooledConnection;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<PooledConnection, Self::Error> {
        let connection = dialect::connect(&self.url, self.lock_wait).map_err(diesel::r2d2::Error::ConnectionError)?;
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

/// Says in the log that a connection could not be opened; the caller who waits for it gets the error when its time is up.
#[derive(Debug)]
struct LogConnectFailure;

impl r2d2::HandleError<diesel::r2d2::Error> for LogConnectFailure {
    fn handle_error(&self, error: diesel::r2d2::Error) {
        tracing::warn!(error = %crate::open_error::one_line(&error.to_string()), "the store gave no connection");
    }
}

#[cfg(test)]
mod tests;
