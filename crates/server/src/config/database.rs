//! Where the catalog is kept.

use super::SettingError;
use clap::Args;
use store_diesel::{DatabaseUrl, OpenError, StoreOptions};

const DATABASE_URL: &str = "--database-url (DATABASE_URL)";

#[derive(Args)]
pub(crate) struct DatabaseArguments {
    /// Where the catalog is kept: sqlite://path/to.db or postgres://user@host/name
    // The value can hold a password, so help does not show it.
    #[arg(long, value_name = "URL", env = "DATABASE_URL", hide_env_values = true)]
    #[arg(default_value = "sqlite://data/catalog.db")]
    database_url: String,
}

/// Which store to open, and how.
#[derive(Debug, Clone)]
pub(crate) struct DatabaseConfig {
    /// The store; neither its `Display` nor its `Debug` shows a password.
    pub(crate) url: DatabaseUrl,
    /// Connections and waits.
    pub(crate) options: StoreOptions,
}

impl DatabaseConfig {
    /// Reads the setting.
    ///
    /// # Errors
    /// [`SettingError`] for a URL of an unknown kind.
    pub(crate) fn read(arguments: &DatabaseArguments) -> Result<Self, SettingError> {
        Self::of(&arguments.database_url)
    }

    /// The store at `url`, opened as usual.
    ///
    /// # Errors
    /// [`SettingError`] for a URL of an unknown kind.
    pub(crate) fn of(url: &str) -> Result<Self, SettingError> {
        let url = url.parse().map_err(|problem| SettingError::new(DATABASE_URL, problem))?;
        Ok(Self { url, options: StoreOptions::default() })
    }

    /// The complaint about a store that cannot be opened.
    pub(crate) fn cannot_open(problem: &OpenError) -> SettingError {
        SettingError::new(DATABASE_URL, problem)
    }
}
