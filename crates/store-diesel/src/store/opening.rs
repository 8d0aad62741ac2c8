//! Opening a store: for everything, or for reading only.

use super::connecting::{connect, connect_migrated, factory, schema_error};
use super::location::StoreLocation;
use super::location_content::{LocationContent, content};
use super::{Store, StoreOptions};
use crate::connection::StoreConnection;
use crate::database_url::{DatabaseUrl, Target};
use crate::migrate;
use crate::open_error::OpenError;
use crate::private_files;
use crate::queries::store_version::store_version;

impl Store {
    /// Opens the store at `url` and brings its schema up to date. Where there is none, nothing is made.
    ///
    /// # Errors
    /// [`OpenError::NoStore`] when there is none; another [`OpenError`] states the remedy in one line.
    pub fn open_existing(url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        match content(url, options.connection_wait)? {
            LocationContent::Nothing => Err(OpenError::NoStore { url: url.to_string() }),
            LocationContent::Store => Self::open(url, options),
        }
    }

    /// Opens the store, making its folder and file (SQLite) and bringing its schema up to date.
    ///
    /// # Errors
    /// [`OpenError`] states the remedy in one line.
    pub fn open(url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        if let Target::Sqlite(path) = url.target() {
            private_files::make_folder(path)?;
        }
        make_and_connect(url, options)?;
        let accounts = match url.of_accounts() {
            Some(file) => {
                let mut accounts = make_and_connect(&file, options)?;
                let mark = store_version(&mut accounts).map_err(|error| schema_error(&file, error.into()))?;
                Some(StoreLocation::new(factory(&file, options, false)?, options, Some(mark.epoch)))
            }
            None => None,
        };
        Ok(Self::with(factory(url, options, false)?, accounts, options))
    }

    /// Opens the catalog of the store at `url` for reading only, and changes nothing: neither its schema nor the files
    /// beside it. `None` where there is no store.
    ///
    /// # Errors
    /// [`OpenError::Outdated`] for the schema of an older version; another [`OpenError`] states the remedy in one line.
    pub fn open_unchanged(url: &DatabaseUrl, options: &StoreOptions) -> Result<Option<Self>, OpenError> {
        if content(url, options.connection_wait)? == LocationContent::Nothing {
            return Ok(None);
        }
        if let Target::Sqlite(path) = url.target() {
            private_files::check_database(path)?;
        }
        match Self::open_for_reading(url, options) {
            Err(OpenError::Unmigrated { url, version }) => Err(OpenError::Outdated { url, version }),
            opened => opened.map(Some),
        }
    }

    /// Opens a read-only store, such as a standby: its schema must be up to date already, and no connection will write
    /// to it.
    ///
    /// # Errors
    /// [`OpenError`] states the remedy in one line.
    pub(crate) fn open_for_reading(url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        let mut connection = connect(url, options)?;
        migrate::check(&mut connection, options.limits(url)).map_err(|error| schema_error(url, error))?;
        Ok(Self::with(factory(url, options, true)?, None, options))
    }
}

/// Opens the first connection to a store that may not exist yet.
fn make_and_connect(url: &DatabaseUrl, options: &StoreOptions) -> Result<StoreConnection, OpenError> {
    if let Target::Sqlite(path) = url.target() {
        content(url, options.connection_wait)?;
        private_files::make_database(path)?;
        private_files::check_database(path)?;
    }
    connect_migrated(url, options)
}
