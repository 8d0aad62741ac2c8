//! From where large reads may be answered in place of the store.

use super::SettingError;
use super::database::DatabaseConfig;
use clap::Args;
use std::time::Duration;
use store_diesel::{DatabaseUrl, OpenError, StoreOptions};

const READ_DATABASE_URL: &str = "--read-database-url (CATALOG_READ_DATABASE_URL)";

/// The longest wait for a connection to the standby: the primary can be asked instead.
const CONNECTION_WAIT: Duration = Duration::from_secs(1);

#[derive(Args)]
pub(crate) struct StandbyArguments {
    /// A hot standby of --database-url, also postgres://..., to read the catalog, parts and the change log from while it
    /// is up and not behind [default: none]
    #[arg(long, value_name = "URL", env = "CATALOG_READ_DATABASE_URL", hide_env_values = true)]
    read_database_url: Option<String>,
}

/// Which standby to read from, and how.
#[derive(Debug, Clone)]
pub(crate) struct StandbyConfig {
    /// The standby; neither its `Display` nor its `Debug` shows a password.
    pub(crate) url: DatabaseUrl,
    /// Connections and waits.
    pub(crate) options: StoreOptions,
}

impl StandbyConfig {
    /// Reads the setting; `None` when there is no standby.
    ///
    /// # Errors
    /// [`SettingError`] for what can be no standby of `primary`.
    pub(crate) fn read(arguments: &StandbyArguments, primary: &DatabaseConfig) -> Result<Option<Self>, SettingError> {
        let Some(text) = &arguments.read_database_url else { return Ok(None) };
        let url: DatabaseUrl = text.parse().map_err(|problem| SettingError::new(READ_DATABASE_URL, problem))?;
        if !url.is_shared() || !primary.url.is_shared() {
            let problem = "only PostgreSQL has standbys: both this and --database-url must begin with postgres://";
            return Err(SettingError::new(READ_DATABASE_URL, problem));
        }
        let options = StoreOptions { connection_wait: CONNECTION_WAIT, ..primary.options.clone() };
        Ok(Some(Self { url, options }))
    }

    /// The complaint about a standby that cannot be used.
    pub(crate) fn cannot_open(problem: &OpenError) -> SettingError {
        SettingError::new(READ_DATABASE_URL, problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standby_is_of_one_postgresql_for_another() {
        for (primary, standby, is_good) in [
            ("postgres://h/d", Some("postgres://s/d"), true),
            ("postgres://h/d", None, true),
            ("sqlite://catalog.db", Some("postgres://u:hunter2@s/d"), false),
            ("postgres://h/d", Some("sqlite://catalog.db"), false),
            ("postgres://h/d", Some("mysql://u:hunter2@s/d"), false),
            ("postgres://h/d", Some(""), false),
        ] {
            let arguments = StandbyArguments { read_database_url: standby.map(Into::into) };
            let read = StandbyConfig::read(&arguments, &DatabaseConfig::of(primary).unwrap());
            assert_eq!(read.is_ok(), is_good, "{primary} {standby:?}");
            match read {
                Ok(config) => assert_eq!(config.map(|config| config.url.to_string()).as_deref(), standby),
                Err(error) => {
                    let error = error.to_string();
                    assert!(error.starts_with("--read-database-url (CATALOG_READ_DATABASE_URL): "), "{error}");
                    assert!(!error.contains("hunter2"), "{error}");
                }
            }
        }
    }
}
