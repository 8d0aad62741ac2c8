//! Fresh stores on either engine.

use catalog_testkit::postgres::{TestDatabase, TestPostgres};
use diesel::SqliteConnection;
use diesel::connection::{Connection, SimpleConnection};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use store_diesel::{DatabaseUrl, Store, StoreOptions};
use tempfile::TempDir;

/// Short waits, for tests that have to wait them out.
pub(crate) fn options() -> StoreOptions {
    StoreOptions {
        connections: 4,
        connection_wait: Duration::from_secs(10),
        import_wait: Duration::from_millis(100),
        ..StoreOptions::default()
    }
}

pub(crate) enum TestLocation {
    /// A file in a folder of its own.
    Sqlite(TempDir),
    Postgres(TestDatabase),
}

impl TestLocation {
    pub(crate) fn sqlite() -> Self {
        Self::Sqlite(TempDir::new().unwrap())
    }

    /// `None` when PostgreSQL is not available to the tests.
    pub(crate) fn postgres() -> Option<Self> {
        TestPostgres::shared().map(|server| Self::Postgres(server.fresh_database()))
    }

    /// The same with an empty store in it.
    pub(crate) fn postgres_store() -> Option<Self> {
        let open = |url: &str| drop(Store::open(&url.parse().unwrap(), &options()).unwrap());
        TestPostgres::shared().map(|server| Self::Postgres(server.migrated_database(open)))
    }

    /// One on every available engine.
    pub(crate) fn all() -> Vec<Self> {
        [Some(Self::sqlite()), Self::postgres()].into_iter().flatten().collect()
    }

    pub(crate) fn url(&self) -> DatabaseUrl {
        let url = match self {
            Self::Sqlite(folder) => format!("sqlite://{}/new/catalog.db", folder.path().display()),
            Self::Postgres(database) => database.url.clone(),
        };
        url.parse().unwrap()
    }

    pub(crate) fn open(&self) -> Store {
        Store::open(&self.url(), &options()).unwrap()
    }

    pub(crate) fn execute(&self, statements: &str) {
        match self {
            Self::Sqlite(_) => self.file("catalog.db").batch_execute(statements).unwrap(),
            Self::Postgres(database) => database.execute(statements),
        }
    }

    pub(crate) fn execute_on_accounts(&self, statements: &str) {
        match self {
            Self::Sqlite(_) => self.file("catalog.db.accounts").batch_execute(statements).unwrap(),
            Self::Postgres(database) => database.execute(statements),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        let Self::Sqlite(folder) = self else { panic!("PostgreSQL has no file {name}") };
        folder.path().join("new").join(name)
    }

    pub(crate) fn file(&self, name: &str) -> SqliteConnection {
        let mut connection = SqliteConnection::establish(self.path(name).to_str().unwrap()).unwrap();
        connection.batch_execute("PRAGMA busy_timeout = 10000").unwrap();
        connection
    }
}

/// Who may do what with a file.
pub(crate) fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

pub(crate) fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}
