//! Opening a store: for everything, or for reading only.

use super::{Store, StoreOptions};
use crate::account_file;
use crate::connection::StoreConnection;
use crate::database_url::{DatabaseUrl, Target};
use crate::dialect;
use crate::migrate::{self, MigrateError};
use crate::open_error::{OpenError, one_line};
use crate::pool::{ConnectionFactory, ConnectionPool};
use std::path::Path;

impl Store {
    /// Opens the store, making its folder and file (SQLite) and bringing its schema up to date.
    ///
    /// # Errors
    /// [`OpenError`] says in one line what to do.
    pub fn open(url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        if let Target::Sqlite(path) = url.target() {
            make_folder(path)?;
        }
        let mut catalog = connect_migrated(url, options)?;
        let accounts = match url.of_accounts() {
            Some(file) => {
                let mut accounts = connect_migrated(&file, options)?;
                account_file::adopt(url, &mut catalog, &mut accounts)
                    .map_err(|error| schema_error(url, error.into()))?;
                Some(pool(factory(&file, options, false), options))
            }
            None => None,
        };
        Ok(Self::with(factory(url, options, false), accounts, options))
    }

    /// Opens a store that may only be read, such as a standby: its schema must be up to date already, and no connection
    /// will write to it.
    ///
    /// # Errors
    /// [`OpenError`] says in one line what to do.
    pub(crate) fn open_for_reading(url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        let mut connection = connect(url, options)?;
        migrate::check(&mut connection).map_err(|error| schema_error(url, error))?;
        Ok(Self::with(factory(url, options, true), None, options))
    }
}

/// Opens the first connection, on which the schema is looked at.
fn connect(url: &DatabaseUrl, options: &StoreOptions) -> Result<StoreConnection, OpenError> {
    if let Target::Postgres(server) = url.target() {
        require_supported_tls(server.parameter("sslmode"))?;
    }
    dialect::connect(url, options.connection_wait)
        .map_err(|error| OpenError::Connect { url: url.to_string(), reason: one_line(&error.to_string()) })
}

/// Opens the first connection and brings the schema up to date.
fn connect_migrated(url: &DatabaseUrl, options: &StoreOptions) -> Result<StoreConnection, OpenError> {
    if let Target::Sqlite(path) = url.target() {
        make_private_file(path);
    }
    let mut connection = connect(url, options)?;
    migrate::migrate(&mut connection).map_err(|error| schema_error(url, error))?;
    Ok(connection)
}

fn schema_error(url: &DatabaseUrl, error: MigrateError) -> OpenError {
    let url = url.to_string();
    match error {
        MigrateError::Newer(version) => OpenError::Newer { url, version },
        MigrateError::Missing(version) => OpenError::Unmigrated { url, version },
        MigrateError::Failed(cause) => OpenError::Migrate { url, reason: one_line(&cause.to_string()), cause },
    }
}

fn factory(url: &DatabaseUrl, options: &StoreOptions, is_read_only: bool) -> ConnectionFactory {
    let StoreOptions { connection_wait: lock_wait, statement_limit, .. } = *options;
    ConnectionFactory { url: url.clone(), lock_wait, statement_limit, is_read_only }
}

pub(super) fn pool(factory: ConnectionFactory, options: &StoreOptions) -> ConnectionPool {
    ConnectionPool::new(factory, options.connections, options.connection_wait)
}

fn make_folder(file: &Path) -> Result<(), OpenError> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => std::fs::create_dir_all(folder)
            .map_err(|cause| OpenError::Folder { folder: folder.display().to_string(), cause }),
        None => Ok(()),
    }
}

/// Makes a new file that nobody else may read: it will hold password hashes and perhaps the signing secret. SQLite gives
/// the files beside it the same mode. One that exists keeps the mode that its owner gave it. When it cannot be made, SQLite
/// fails right afterwards and says why.
fn make_private_file(path: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
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
