//! The first connection to a location, and the pool of those after it.

use super::StoreOptions;
use crate::connection::StoreConnection;
use crate::database_url::{DatabaseUrl, Target};
use crate::dialect;
use crate::migrate::{self, MigrateError};
use crate::open_error::{OpenError, one_line};
use crate::pool::{ConnectionFactory, ConnectionPool};
use crate::store_file::StoreFile;
use crate::transaction::TransactionLimits;

/// Opens the first connection, on which the schema is checked.
pub(super) fn connect(url: &DatabaseUrl, options: &StoreOptions) -> Result<StoreConnection, OpenError> {
    if let Target::Postgres(server) = url.target() {
        require_supported_tls(server.parameter("sslmode"))?;
    }
    dialect::connect(url, options.connection_wait, options.pooler)
        .map_err(|error| OpenError::Connect { url: url.to_string(), reason: one_line(&error.to_string()) })
}

/// Opens the first connection and brings the schema up to date.
pub(crate) fn connect_migrated(url: &DatabaseUrl, options: &StoreOptions) -> Result<StoreConnection, OpenError> {
    let mut connection = connect(url, options)?;
    migrate::migrate(&mut connection, options.limits(url).map(TransactionLimits::of_long_work))
        .map_err(|error| schema_error(url, error))?;
    Ok(connection)
}

pub(super) fn schema_error(url: &DatabaseUrl, error: MigrateError) -> OpenError {
    let url = url.to_string();
    match error {
        MigrateError::Newer(version) => OpenError::Newer { url, version },
        MigrateError::Missing(version) => OpenError::Unmigrated { url, version },
        MigrateError::Failed(cause) => OpenError::Migrate { url, reason: one_line(&cause.to_string()), cause },
    }
}

/// Opens connections to the present file at `url`.
pub(super) fn factory(
    url: &DatabaseUrl,
    options: &StoreOptions,
    is_read_only: bool,
) -> Result<ConnectionFactory, OpenError> {
    let StoreOptions { connection_wait: lock_wait, statement_limit, pooler, .. } = *options;
    let file = StoreFile::of(url)
        .map_err(|lost| OpenError::Connect { url: url.to_string(), reason: one_line(&lost.to_string()) })?;
    Ok(ConnectionFactory { url: url.clone(), lock_wait, statement_limit, is_read_only, file, pooler })
}

pub(super) fn pool(factory: ConnectionFactory, options: &StoreOptions) -> ConnectionPool {
    ConnectionPool::new(factory, options.connections, options.connection_wait)
}

/// `prefer` and weaker work without TLS by their own definition; stronger modes must never be weakened silently.
fn require_supported_tls(mode: Option<&str>) -> Result<(), OpenError> {
    match mode {
        Some(mode) if !cfg!(feature = "tls") && !matches!(mode, "disable" | "allow" | "prefer") => {
            Err(OpenError::TlsUnsupported { mode: mode.to_owned() })
        }
        _ => Ok(()),
    }
}
