//! The connections to one place where a store is. On SQLite that is a file, and another one may come in its place.

use super::opening;
use crate::connection::StoreConnection;
use crate::database_url::{DatabaseUrl, Target};
use crate::dialect;
use crate::open_error::one_line;
use crate::pool::{ConnectionFactory, ConnectionPool};
use crate::private_files;
use crate::queries::store_mark::store_mark;
use crate::store::StoreOptions;
use crate::store_file::{LostReason, LostStoreFile, StoreFile};
use catalog_domain::ports::StoreError;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// A place, and the connections to what is there.
pub(super) struct Place {
    pool: RwLock<Arc<ConnectionPool>>,
    options: StoreOptions,
    /// Of accounts: which store's they are. Whatever else may come in their place, other people may not.
    history: Option<String>,
    /// Whether what was opened was seen missing.
    is_lost: AtomicBool,
    /// How often something else was opened since the start.
    replacements: AtomicU64,
}

impl Place {
    /// The place that `factory` connects to; `history` binds it to the accounts of one store.
    pub(super) fn new(factory: ConnectionFactory, options: &StoreOptions, history: Option<String>) -> Self {
        Self {
            pool: RwLock::new(Arc::new(opening::pool(factory, options))),
            options: options.clone(),
            history,
            is_lost: AtomicBool::new(false),
            replacements: AtomicU64::new(0),
        }
    }

    /// The connections to what is there.
    pub(super) fn pool(&self) -> Arc<ConnectionPool> {
        // A pool is put in place whole.
        Arc::clone(&self.pool.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// How often something else was opened since the start.
    pub(super) fn replacements(&self) -> u64 {
        self.replacements.load(Ordering::Acquire)
    }

    /// Opens the file that is there now, if it is another than the one that was opened, or was away for a while. Until it can
    /// be used every call fails. Blocks; for one thread at a time, which does so at an interval.
    ///
    /// # Errors
    /// [`LostStoreFile`] as its cause says why there is nothing to use.
    pub(super) fn follow(&self) -> Result<(), StoreError> {
        let pool = self.pool();
        let factory = pool.factory();
        let was_lost = self.is_lost.load(Ordering::Relaxed);
        match (factory.check_file(), was_lost) {
            (Ok(()), false) => return Ok(()),
            (Ok(()), true) => {}
            (Err(_), true) => {}
            // Connections to a file that is elsewhere are closed now: SQLite leaves alone what is beside the name then. Were
            // they used when the file is back, they might go on with another log of writes than everybody else.
            (Err(_), false) => {
                self.replace(factory.clone());
                self.is_lost.store(true, Ordering::Relaxed);
            }
        }
        let file = StoreFile::of(&factory.url)?;
        if let Target::Sqlite(path) = factory.url.target() {
            self.examine(path, &factory.url)?;
        }
        self.replace(ConnectionFactory { file, ..factory.clone() });
        self.pool().factory().check_file()?;
        self.is_lost.store(false, Ordering::Relaxed);
        self.replacements.fetch_add(1, Ordering::AcqRel);
        tracing::warn!(store = %factory.url, "the file of the store was replaced or is back; it was opened again");
        Ok(())
    }

    fn replace(&self, factory: ConnectionFactory) {
        let pool = Arc::new(opening::pool(factory, &self.options));
        *self.pool.write().unwrap_or_else(PoisonError::into_inner) = pool;
    }

    /// Makes sure that the file is whole and holds what may be used here, and brings its schema up to date.
    fn examine(&self, path: &Path, url: &DatabaseUrl) -> Result<(), LostStoreFile> {
        let lost = |reason| LostStoreFile::new(path, reason);
        let unusable = |text: String| lost(LostReason::Unusable(one_line(&text)));
        let connection = dialect::connect_unprepared(path, self.options.connection_wait);
        let mut connection = connection.map_err(|error| unusable(error.to_string()))?;
        // A file that is still being copied is not whole.
        dialect::check_whole(&mut connection).map_err(unusable)?;
        let migrations = dialect::applied_migrations(&mut connection).map_err(|error| unusable(error.to_string()))?;
        if migrations.is_empty() {
            return Err(lost(LostReason::Empty));
        }
        self.check_content(&mut connection, lost)?;
        drop(connection);
        private_files::check_database(path).map_err(|error| unusable(error.to_string()))?;
        opening::connect_migrated(url, &self.options).map_err(|error| unusable(error.to_string()))?;
        Ok(())
    }

    fn check_content(
        &self,
        connection: &mut StoreConnection,
        lost: impl Fn(LostReason) -> LostStoreFile,
    ) -> Result<(), LostStoreFile> {
        let mark = store_mark(connection).map_err(|error| lost(LostReason::Unusable(error.to_string())))?;
        match &self.history {
            Some(history) if *history != mark.history => Err(lost(LostReason::OtherAccounts)),
            None if mark.revision == 0 => Err(lost(LostReason::Empty)),
            _ => Ok(()),
        }
    }
}
