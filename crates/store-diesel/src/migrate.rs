//! Brings the schema up to date, in one transaction and under a lock, and refuses a newer store.

use crate::connection::StoreConnection;
use crate::dialect;
use crate::failure::store_error;
use crate::transaction::{TransactionLimits, TransactionMode, in_transaction};
use catalog_domain::ports::{Cause, StoreError};
use diesel::backend::Backend;
use diesel::migration::{Migration, MigrationSource};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use std::time::Duration;

pub(crate) const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
pub(crate) const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// How long a replica of a store that was just migrated may take to receive the migration.
pub(crate) const MIGRATION_WAIT: Duration = Duration::from_secs(5);

/// The last migration of the previous release, 0.2.0.
const PREVIOUS_RELEASE: &str = "20261122050000";

/// Why the schema is not up to date.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MigrateError {
    /// The store has a migration that this program does not know.
    #[error("the store has the unknown migration {0}")]
    Newer(String),
    /// The read-only store lacks a migration.
    #[error("the store lacks the migration {0}")]
    Missing(String),
    #[error("{0}")]
    Failed(Cause),
}

impl From<StoreError> for MigrateError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(cause)
            | StoreError::Conflict(cause)
            | StoreError::Moved(cause)
            | StoreError::Inconsistent(cause)
            | StoreError::Unexpected(cause) => Self::Failed(cause),
        }
    }
}

/// Runs missing migrations. Several processes may do so at once: one runs them, the others then find nothing to do.
pub(crate) fn migrate(connection: &mut StoreConnection, limits: Option<TransactionLimits>) -> Result<(), MigrateError> {
    // An import that is writing holds SQLite's write lock, and a starting server should not need it.
    if check(connection, limits).is_ok() {
        return Ok(());
    }
    in_transaction(connection, TransactionMode::Write, limits, |connection| {
        dialect::lock_migrations(connection)?;
        if let Some(encoding) = dialect::unfit_encoding(connection).map_err(store_error)? {
            return Err(MigrateError::Failed(format!("its encoding is {encoding}, and has to be UTF8").into()));
        }
        match connection {
            StoreConnection::Postgres(inner) => run_missing(inner, POSTGRES),
            StoreConnection::Sqlite(inner) => run_missing(inner, SQLITE),
        }
    })
}

/// Checks that the schema is the one that this program works with, without writing.
pub(crate) fn check(connection: &mut StoreConnection, limits: Option<TransactionLimits>) -> Result<(), MigrateError> {
    let known = match connection {
        StoreConnection::Postgres(_) => versions_of::<diesel::pg::Pg>(&POSTGRES)?,
        StoreConnection::Sqlite(_) => versions_of::<diesel::sqlite::Sqlite>(&SQLITE)?,
    };
    let applied = applied_versions(connection, limits)?;
    if let Some(unknown) = applied.iter().find(|version| !known.contains(*version)) {
        return Err(MigrateError::Newer(unknown.clone()));
    }
    match known.into_iter().find(|version| !applied.contains(version)) {
        Some(missing) => Err(MigrateError::Missing(missing)),
        None => Ok(()),
    }
}

/// The versions of the migrations that the store has, of one state.
pub(crate) fn applied_versions(
    connection: &mut StoreConnection,
    limits: Option<TransactionLimits>,
) -> Result<Vec<String>, StoreError> {
    in_transaction(connection, TransactionMode::Snapshot, limits, |connection| {
        dialect::applied_migrations(connection).map_err(store_error)
    })
}

fn versions_of<DB: Backend>(migrations: &EmbeddedMigrations) -> Result<Vec<String>, MigrateError>
where
    EmbeddedMigrations: MigrationSource<DB>,
{
    let migrations: Vec<Box<dyn Migration<DB>>> = migrations.migrations().map_err(MigrateError::Failed)?;
    let mut versions: Vec<_> = migrations.iter().map(|migration| migration.name().version().to_string()).collect();
    versions.sort();
    Ok(versions)
}

fn run_missing<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    migrations: EmbeddedMigrations,
) -> Result<(), MigrateError>
where
    EmbeddedMigrations: MigrationSource<DB>,
{
    let known = versions_of::<DB>(&migrations)?;
    let applied = connection.applied_migrations().map_err(MigrateError::Failed)?;
    if let Some(unknown) = applied.iter().map(ToString::to_string).find(|version| !known.contains(version)) {
        return Err(MigrateError::Newer(unknown));
    }
    if applied.iter().map(ToString::to_string).max().is_some_and(|last| *last < *PREVIOUS_RELEASE) {
        return Err(MigrateError::Failed("it is of a version before 0.2.0".into()));
    }
    for version in connection.run_pending_migrations(migrations).map_err(MigrateError::Failed)? {
        if applied.is_empty() {
            tracing::debug!(%version, "made the schema of a new store");
        } else {
            tracing::info!(%version, "migrated the store");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
