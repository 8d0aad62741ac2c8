//! The import lock. It is held for the whole import, the transaction only while the commit runs: readers and logins
//! continue meanwhile.

use crate::connection::StoreConnection;
use crate::database_url::Target;
use crate::dialect;
use crate::failure::{store_error, unavailable};
use crate::pool::ConnectionFactory;
use crate::private_files::beside;
use crate::store_file::StoreFile;
use catalog_domain::ports::{Cause, StoreError};
use safe_output::private_files;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The pause between attempts to take the lock while another import has it.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The lock, held until it is dropped or its process dies.
pub(crate) struct ImportLock {
    /// The import's own connection; on PostgreSQL it holds the lock.
    pub(crate) connection: StoreConnection,
    /// The file that was opened; `None` for a server.
    file: Option<StoreFile>,
    _lock_file: Option<File>,
}

/// Takes the lock, waiting at most `wait` for it.
pub(crate) fn take(factory: &ConnectionFactory, wait: Duration) -> Result<ImportLock, StoreError> {
    let deadline = Instant::now() + wait;
    let lock_file = match factory.url.target() {
        Target::Sqlite(path) => Some(lock_beside(path, deadline)?),
        Target::Postgres(_) => None,
    };
    let mut connection = factory.open().map_err(|error| StoreError::Unavailable(Cause::from(error)))?;
    dialect::prepare_for_import(&mut connection).map_err(store_error)?;
    if let StoreConnection::Postgres(inner) = &mut connection {
        poll_until(deadline, || dialect::try_lock_import(inner).map_err(store_error))?;
    }
    Ok(ImportLock { connection, file: factory.file.clone(), _lock_file: lock_file })
}

impl ImportLock {
    /// Checks that the file is still the store's.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when its file was moved or replaced.
    pub(crate) fn check_file(&self) -> Result<(), StoreError> {
        Ok(self.file.as_ref().map_or(Ok(()), StoreFile::check)?)
    }
}

pub(crate) fn lock_name(database: &Path) -> PathBuf {
    beside(database, ".import-lock")
}

/// Locks the file beside a database that only one import may have locked.
pub(crate) fn lock_beside(database: &Path, deadline: Instant) -> Result<File, StoreError> {
    let name = lock_name(database);
    let unusable = |error: std::io::Error| unavailable(format!("{}: {error}", name.display()));
    let file = private_files::private_not_through_a_link()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&name)
        .map_err(unusable)?;
    // Any process that can open it can lock it, and so block every import; earlier versions made it world-readable.
    if let Err(error) = private_files::tighten(&file) {
        let file = name.display().to_string();
        tracing::warn!(%error, file, "other users of this machine can stop imports: the lock file belongs to somebody else");
    }
    poll_until(deadline, || match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    })?;
    Ok(file)
}

fn poll_until(deadline: Instant, mut try_take: impl FnMut() -> Result<bool, StoreError>) -> Result<(), StoreError> {
    while !try_take()? {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(unavailable("another import is running"));
        }
        std::thread::sleep(left.min(POLL_INTERVAL));
    }
    Ok(())
}

impl Drop for ImportLock {
    fn drop(&mut self) {
        // The server would notice the closed connection itself a moment later; the next import need not wait for that.
        if let StoreConnection::Postgres(inner) = &mut self.connection
            && let Err(error) = dialect::unlock_import(inner)
        {
            tracing::debug!(%error, "the import lock is released with its connection");
        }
    }
}
