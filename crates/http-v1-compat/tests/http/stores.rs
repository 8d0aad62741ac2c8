//! Stores of every kind, each fresh and of one test.

use catalog_testkit::postgres::{TestDatabase, TestPostgres};
use catalog_testkit::{AnyStore, MemoryStore};
use std::any::Any;
use std::sync::Arc;
use store_diesel::{Store, StoreOptions};
use tempfile::TempDir;

/// An empty store of one test.
pub(crate) struct TestStore {
    /// What kind it is.
    pub(crate) name: &'static str,
    pub(crate) store: Arc<dyn AnyStore>,
    /// What is cleared away after it.
    pub(crate) home: Box<dyn Any>,
}

/// One of each kind that is to be had.
pub(crate) fn all() -> impl Iterator<Item = TestStore> {
    let kinds: [fn() -> Option<TestStore>; 3] = [
        || Some(memory()),
        || {
            let (store, folder) = sqlite();
            Some(TestStore { name: "SQLite", store: Arc::new(store), home: Box::new(folder) })
        },
        || {
            let (store, database) = postgres()?;
            Some(TestStore { name: "PostgreSQL", store: Arc::new(store), home: Box::new(database) })
        },
    ];
    kinds.into_iter().filter_map(|make| make())
}

/// One in memory.
pub(crate) fn memory() -> TestStore {
    TestStore { name: "memory", store: Arc::new(MemoryStore::new()), home: Box::new(()) }
}

/// A fresh SQLite store, and the folder that it lives in.
fn sqlite() -> (Store, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/catalog.db", folder.path().display());
    (open(&url), folder)
}

/// A fresh PostgreSQL store, and the database that it lives in; `None` where there is no server to be had.
fn postgres() -> Option<(Store, TestDatabase)> {
    let database = TestPostgres::shared()?.fresh_database();
    Some((open(&database.url), database))
}

fn open(url: &str) -> Store {
    Store::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap()
}
