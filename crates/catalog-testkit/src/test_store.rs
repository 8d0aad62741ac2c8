//! Empty stores of every kind, each of one test, for tests that need one and for those that run over all of them.

use crate::AnyStore;
use crate::postgres::TestPostgres;
use std::any::Any;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};
use store_diesel::{Store, StoreOptions};
use tempfile::TempDir;

/// Opens the store at a URL.
pub fn open_store(url: &str) -> Arc<dyn AnyStore> {
    Arc::new(Store::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap())
}

/// A store that is deleted with this value.
pub struct TestStore {
    /// Its kind.
    pub name: &'static str,
    /// The store.
    pub store: Arc<dyn AnyStore>,
    /// Its URL.
    pub url: String,
    // Deleted after the store, which has it open.
    _home: Box<dyn Any + Send + Sync>,
}

impl Default for TestStore {
    fn default() -> Self {
        Self::on_sqlite()
    }
}

impl TestStore {
    /// The name of those in files.
    pub const SQLITE: &str = "SQLite";

    /// An empty one of each available kind.
    pub fn of_every_kind() -> impl Iterator<Item = Self> {
        let kinds: [fn() -> Option<Self>; 2] = [|| Some(Self::on_sqlite()), Self::on_postgres];
        kinds.into_iter().filter_map(|make| make())
    }

    /// An empty one in files, in a folder of its own.
    pub fn on_sqlite() -> Self {
        static EMPTY: LazyLock<StoreFiles> = LazyLock::new(|| StoreFiles::with(|_| ()));
        EMPTY.copy()
    }

    /// An empty one in a database of its own; `None` where PostgreSQL is not available.
    pub fn on_postgres() -> Option<Self> {
        let database = TestPostgres::shared()?.migrated_database(|url| drop(open_store(url)));
        let (url, store) = (database.url.clone(), open_store(&database.url));
        Some(Self { name: "PostgreSQL", store, url, _home: Box::new(database) })
    }

    fn in_folder(folder: TempDir) -> Self {
        let url = format!("sqlite://{}/catalog.db", folder.path().display());
        Self { name: Self::SQLITE, store: open_store(&url), url, _home: Box::new(folder) }
    }
}

/// The files of a store that is closed. A copy takes a small part of the time that migrations take.
pub struct StoreFiles(Vec<(String, Vec<u8>)>);

impl StoreFiles {
    /// Those of a store that `fill` has filled.
    pub fn with(fill: impl FnOnce(&dyn AnyStore)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let TestStore { store, _home: home, .. } = TestStore::in_folder(folder);
        fill(&*store);
        drop(store);
        let folder: &TempDir = home.downcast_ref().unwrap();
        // The pool's own threads may close the last connections after the store was dropped.
        let given_up = Instant::now() + Duration::from_secs(60);
        while is_open(folder.path()) {
            assert!(Instant::now() < given_up, "the store is still open");
            thread::yield_now();
        }
        Self(fs::read_dir(folder.path()).unwrap().map(|entry| read(&entry.unwrap().path())).collect())
    }

    /// A store of its own with the same content.
    pub fn copy(&self) -> TestStore {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in &self.0 {
            // Others may not read a store.
            let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(folder.path().join(name));
            file.unwrap().write_all(content).unwrap();
        }
        TestStore::in_folder(folder)
    }
}

/// Whether a database has the files that SQLite removes with its last connection.
fn is_open(folder: &Path) -> bool {
    let mut files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    files.any(|name| ["-wal", "-shm"].iter().any(|end| name.to_string_lossy().ends_with(end)))
}

fn read(path: &Path) -> (String, Vec<u8>) {
    (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
}
