//! Where the catalog is stored, and from where large reads may be answered in its place.

use super::error::SettingError;
use clap::{Args, ValueEnum};
use std::time::Duration;
use store_diesel::{DatabaseUrl, DatabaseUrlError, OpenError, PostgresPooler, StoreOptions};

const DATABASE_URL: &str = "--database-url (DATABASE_URL)";
const READ_DATABASE_URL: &str = "--read-database-url (CATALOG_READ_DATABASE_URL)";

/// The longest wait for a connection to the standby: the primary can be read instead.
const STANDBY_CONNECTION_WAIT: Duration = Duration::from_secs(1);

/// Which store to open, and how.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Store")]
pub struct DatabaseConfig {
    /// The store of the catalog: sqlite://path/to.db or postgres://user@host/name
    // The value can hold a password, so neither help nor complaints show it; nor do the `Display` and `Debug` of its
    // type.
    #[arg(long = "database-url", value_name = "URL", env = "DATABASE_URL", hide_env_values = true)]
    #[arg(default_value = "sqlite://data/catalog.db")]
    pub url: DatabaseUrl,
    /// What a pooler before PostgreSQL gives to others in turns; with PgBouncer, its pool_mode
    #[arg(long, value_enum, value_name = "MODE", env = "CATALOG_POSTGRES_POOLER", default_value_t)]
    postgres_pooler: Pooler,
}

/// What a pooler gives to others in turns.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Pooler {
    /// Sessions, or there is no pooler
    #[default]
    #[value(alias = "none")]
    Session,
    /// Transactions: each may get another session
    Transaction,
}

/// The standby, as given.
#[derive(Args)]
#[command(next_help_heading = "Store")]
pub struct StandbyArguments {
    /// A hot standby of --database-url, also postgres://..., to read the catalog, parts and the change log from while
    /// it is up and not behind [default: none]
    #[arg(long, value_name = "URL", env = "CATALOG_READ_DATABASE_URL", hide_env_values = true)]
    read_database_url: Option<DatabaseUrl>,
}

/// Which standby to read from, and how.
#[derive(Debug, Clone)]
pub struct StandbyConfig {
    /// The standby; neither its `Display` nor its `Debug` shows a password.
    pub url: DatabaseUrl,
    /// Connections and waits.
    pub options: StoreOptions,
}

impl DatabaseConfig {
    /// The store at `url`, opened as usual.
    ///
    /// # Errors
    /// [`DatabaseUrlError`] for a URL of an unknown kind.
    pub fn of(url: &str) -> Result<Self, DatabaseUrlError> {
        Ok(Self { url: url.parse()?, postgres_pooler: Pooler::Session })
    }

    /// Connections and waits.
    pub fn options(&self) -> StoreOptions {
        let pooler = match self.postgres_pooler {
            Pooler::Session => PostgresPooler::Session,
            Pooler::Transaction => PostgresPooler::Transaction,
        };
        StoreOptions { pooler, ..StoreOptions::default() }
    }

    /// What a pooler gives to others in turns, as the flag says it.
    pub fn pooler_name(&self) -> &'static str {
        match self.postgres_pooler {
            Pooler::Session => "session",
            Pooler::Transaction => "transaction",
        }
    }

    /// The error for a store that cannot be opened.
    pub fn cannot_open(problem: &OpenError) -> SettingError {
        SettingError::new(DATABASE_URL, problem)
    }
}

impl StandbyConfig {
    /// The standby of `primary`; `None` when there is none.
    ///
    /// # Errors
    /// [`SettingError`] for what can be no standby of it.
    pub fn read(arguments: &StandbyArguments, primary: &DatabaseConfig) -> Result<Option<Self>, SettingError> {
        let Some(url) = arguments.read_database_url.clone() else { return Ok(None) };
        if !url.is_shared() || !primary.url.is_shared() {
            let problem = "only PostgreSQL has standbys: both this and --database-url must begin with postgres://";
            return Err(SettingError::new(READ_DATABASE_URL, problem));
        }
        let options = StoreOptions { connection_wait: STANDBY_CONNECTION_WAIT, ..primary.options() };
        Ok(Some(Self { url, options }))
    }

    /// The error for a standby that cannot be used.
    pub fn cannot_open(problem: &OpenError) -> SettingError {
        SettingError::new(READ_DATABASE_URL, problem)
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::read;
    use super::*;

    #[test]
    fn a_store_without_a_pooler_is_as_one_whose_pooler_gives_sessions() {
        for (given, meant) in [("none", "session"), ("session", "session"), ("transaction", "transaction")] {
            let config: DatabaseConfig = read(&["--postgres-pooler", given]).unwrap();
            assert_eq!(config.pooler_name(), meant, "{given}");
        }
    }

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
            let flags = standby.map(|url| ["--read-database-url", url]);
            let primary = DatabaseConfig::of(primary).unwrap();
            let standby_of = |arguments| StandbyConfig::read(&arguments, &primary).map_err(|error| error.to_string());
            let config = read(flags.as_ref().map_or(&[][..], |flags| &flags[..])).and_then(standby_of);
            assert_eq!(config.is_ok(), is_good, "{primary:?} {standby:?}");
            match config {
                Ok(config) => assert_eq!(config.map(|config| config.url.to_string()).as_deref(), standby),
                Err(error) => {
                    assert!(error.starts_with("--read-database-url (CATALOG_READ_DATABASE_URL): "), "{error}");
                    assert!(!error.contains("hunter2"), "{error}");
                }
            }
        }
    }
}
