//! Empty stores of every kind, each of one test, for tests that run over all of them.

use crate::postgres::TestPostgres;
use crate::{AnyStore, MemoryStore};
use std::any::Any;
use std::sync::Arc;

/// Opens the store at a URL. This crate knows no adapter.
pub type OpenStore = fn(url: &str) -> Arc<dyn AnyStore>;

/// An empty store, deleted with this value.
pub struct TestStore {
    /// Its kind.
    pub name: &'static str,
    /// The store.
    pub store: Arc<dyn AnyStore>,
    /// Its URL; `None` for one in memory.
    pub url: Option<String>,
    // Deleted after the store, which has it open.
    _home: Box<dyn Any + Send + Sync>,
}

impl TestStore {
    /// The name of those in memory.
    pub const IN_MEMORY: &str = "memory";

    /// One of each available kind.
    pub fn of_every_kind(open: OpenStore) -> impl Iterator<Item = Self> {
        let kinds: [fn(OpenStore) -> Option<Self>; 3] =
            [|_| Some(Self::in_memory()), |open| Some(Self::on_sqlite(open)), Self::on_postgres];
        kinds.into_iter().filter_map(move |make| make(open))
    }

    /// One in memory.
    pub fn in_memory() -> Self {
        Self { name: Self::IN_MEMORY, store: Arc::new(MemoryStore::new()), url: None, _home: Box::new(()) }
    }

    /// One in a file, in a folder of its own.
    ///
    /// # Panics
    /// When it cannot be made.
    pub fn on_sqlite(open: OpenStore) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/catalog.db", folder.path().display());
        Self { name: "SQLite", store: open(&url), url: Some(url), _home: Box::new(folder) }
    }

    /// One in a database of its own; `None` where PostgreSQL is not available.
    ///
    /// # Panics
    /// When it cannot be made.
    pub fn on_postgres(open: OpenStore) -> Option<Self> {
        let database = TestPostgres::shared()?.migrated_database(|url| drop(open(url)));
        let url = Some(database.url.clone());
        Some(Self { name: "PostgreSQL", store: open(&database.url), url, _home: Box::new(database) })
    }
}
