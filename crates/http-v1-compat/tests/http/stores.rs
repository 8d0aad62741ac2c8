//! The stores that the golden pairs are replayed over.

use catalog_testkit::postgres::{TestDatabase, TestPostgres};
use store_diesel::{Store, StoreOptions};
use tempfile::TempDir;

/// A fresh SQLite store, and the folder that it lives in.
pub(crate) fn sqlite() -> (Store, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/catalog.db", folder.path().display());
    (open(&url), folder)
}

/// A fresh PostgreSQL store, and the database that it lives in; `None` where there is no server to be had.
pub(crate) fn postgres() -> Option<(Store, TestDatabase)> {
    let database = TestPostgres::shared()?.fresh_database();
    Some((open(&database.url), database))
}

fn open(url: &str) -> Store {
    Store::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap()
}
