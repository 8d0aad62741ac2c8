//! The connections to one location of a store. On SQLite that is a file, which may be replaced.

use super::connecting;
use crate::connection::StoreConnection;
use crate::database_url::{DatabaseUrl, Target};
use crate::dialect;
use crate::failure::{unavailable, unexpected};
use crate::open_error::one_line;
use crate::pool::{ConnectionFactory, ConnectionPool};
use crate::prelude::*;
use crate::private_files;
use crate::queries::store_version::store_version;
use crate::schema::store_state;
use crate::store::StoreOptions;
use crate::store_file::{LostReason, LostStoreFile, StoreFile};
use catalog_domain::ports::StoreError;
use parking_lot::{Mutex, RwLock};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::SystemTime;

pub(super) struct StoreLocation {
    pool: RwLock<Arc<ConnectionPool>>,
    options: StoreOptions,
    /// For accounts: the epoch of their store. Replacements must belong to the same store, because other accounts are
    /// other people.
    epoch: Option<String>,
    /// When the file was last written to, as of the last check.
    written_at: Mutex<Option<SystemTime>>,
    /// Whether the opened file was seen missing.
    is_lost: AtomicBool,
    /// How often a replacement was opened since the start.
    replacements: AtomicU64,
}

impl StoreLocation {
    pub(super) fn new(factory: ConnectionFactory, options: &StoreOptions, epoch: Option<String>) -> Self {
        Self {
            pool: RwLock::new(Arc::new(connecting::pool(factory, options))),
            options: options.clone(),
            epoch,
            written_at: Mutex::new(None),
            is_lost: AtomicBool::new(false),
            replacements: AtomicU64::new(0),
        }
    }

    pub(super) fn pool(&self) -> Arc<ConnectionPool> {
        // A pool is put in place whole.
        Arc::clone(&self.pool.read())
    }

    /// How often a replacement was opened since the start.
    pub(super) fn replacements(&self) -> u64 {
        self.replacements.load(Ordering::Acquire)
    }

    /// Opens the present file, if it differs from the open one, or was missing for a while. Until it can be used every
    /// call fails. Blocks; for one thread at a time, which calls it at an interval.
    ///
    /// # Errors
    /// [`LostStoreFile`] as its cause says why there is nothing to use.
    pub(super) fn follow(&self) -> Result<(), StoreError> {
        let pool = self.pool();
        let factory = pool.factory().clone();
        let was_lost = self.is_lost.load(Ordering::Relaxed);
        if !was_lost {
            if factory.check_file().is_ok() && !self.is_overwritten(&pool)? {
                return Ok(());
            }
            // Connections to a moved file are closed now: SQLite then does not touch the files beside the name. If they
            // were used when the file is back, they might continue with another write-ahead log than other processes.
            self.replace(factory.clone());
            self.is_lost.store(true, Ordering::Relaxed);
        }
        drop(pool);
        let file = StoreFile::of(&factory.url)?;
        if let Target::Sqlite(path) = factory.url.target() {
            self.examine(path, &factory.url)?;
        }
        self.replace(ConnectionFactory { file, ..factory });
        self.pool().factory().check_file()?;
        self.is_lost.store(false, Ordering::Relaxed);
        self.replacements.fetch_add(1, Ordering::AcqRel);
        tracing::warn!(store = %self.pool().factory().url, "the file of the store was replaced or is back; it was opened again");
        Ok(())
    }

    /// Whether the file has other content than its connections assume: something other than SQLite wrote to it, `cp`
    /// for example. They trust their write-ahead log, which does not show that. Checked when the file was written to.
    fn is_overwritten(&self, pool: &ConnectionPool) -> Result<bool, StoreError> {
        let written_at = pool.factory().file.as_ref().and_then(StoreFile::written_at);
        let mut known = self.written_at.lock();
        if *known == written_at {
            return Ok(false);
        }
        let (believed, found, still_believed) = (pool.with(state), fresh_state(pool.factory()), pool.with(state));
        let (believed, found, still_believed) = (readable(believed)?, readable(found)?, readable(still_believed)?);
        // An import may have ended in between.
        if believed != still_believed {
            return Ok(false);
        }
        *known = written_at;
        Ok(believed.is_none() || found != believed)
    }

    fn replace(&self, factory: ConnectionFactory) {
        let pool = Arc::new(connecting::pool(factory, &self.options));
        *self.pool.write() = pool;
    }

    /// Checks that the file is intact and may be used here, and brings its schema up to date.
    fn examine(&self, path: &Path, url: &DatabaseUrl) -> Result<(), LostStoreFile> {
        let lost = |reason| LostStoreFile::new(path, reason);
        let unusable = |text: String| lost(LostReason::Unusable(one_line(&text)));
        let connection = dialect::connect_unprepared(path, self.options.connection_wait);
        let mut connection = connection.map_err(|error| unusable(error.to_string()))?;
        // A file that is still being copied is not intact.
        dialect::check_whole(&mut connection).map_err(unusable)?;
        let migrations = dialect::applied_migrations(&mut connection).map_err(|error| unusable(error.to_string()))?;
        if migrations.is_empty() {
            return Err(lost(LostReason::Empty));
        }
        self.check_content(&mut connection, lost)?;
        drop(connection);
        private_files::check_database(path).map_err(|error| unusable(error.to_string()))?;
        connecting::connect_migrated(url, &self.options).map_err(|error| unusable(error.to_string()))?;
        Ok(())
    }

    fn check_content(
        &self,
        connection: &mut StoreConnection,
        lost: impl Fn(LostReason) -> LostStoreFile,
    ) -> Result<(), LostStoreFile> {
        let mark = store_version(connection).map_err(|error| lost(LostReason::Unusable(error.to_string())))?;
        match &self.epoch {
            Some(epoch) if *epoch != mark.epoch => Err(lost(LostReason::OtherAccounts)),
            None if mark.revision == 0 => Err(lost(LostReason::Empty)),
            _ => Ok(()),
        }
    }
}

/// Values that distinguish a store from nearly every other, including older states of itself: its epoch, the revisions
/// of its catalog and accounts, and its last event.
type State = (String, i64, i64, i64);

fn state(connection: &mut StoreConnection) -> Result<State, StoreError> {
    let columns = (
        store_state::history_id,
        store_state::catalog_revision,
        store_state::account_revision,
        store_state::last_event_number,
    );
    store_state::table.select(columns).first(connection)
}

fn fresh_state(factory: &ConnectionFactory) -> Result<State, StoreError> {
    let Target::Sqlite(path) = factory.url.target() else { return Err(unexpected("only a file is overwritten")) };
    let connection = dialect::connect_unprepared(path, factory.lock_wait);
    state(&mut connection.map_err(|error| unavailable(error.to_string()))?)
}

/// `None` for a state that is unreadable because of damage, and not because the store is busy.
fn readable(state: Result<State, StoreError>) -> Result<Option<State>, StoreError> {
    match state {
        Ok(state) => Ok(Some(state)),
        Err(error @ StoreError::Unavailable(_)) => Err(error),
        Err(_) => Ok(None),
    }
}
