//! The import lock. It is held for the whole import, the transaction only while the commit runs: readers and logins
//! continue meanwhile.

use crate::connection::StoreConnection;
use crate::database_url::Target;
use crate::dialect;
use crate::failure::{store_error, unavailable};
use crate::pool::ConnectionFactory;
use crate::private_files::beside;
use crate::store::Store;
use crate::transaction::{TransactionMode, in_transaction};
use crate::write::import_lease::ImportLease;
use catalog_domain::ports::{Cause, StoreError};
use safe_output::private_files;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The pause between attempts to take the lock while another import has it.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The lock, held until it is dropped or its process dies.
pub(crate) struct ImportLock {
    /// The import's own connection.
    pub(crate) connection: StoreConnection,
    factory: ConnectionFactory,
    held: Held,
}

/// What holds the lock.
enum Held {
    File(#[expect(dead_code, reason = "it is locked for as long as it is open")] File),
    Lease(ImportLease),
}

/// Takes the lock, waiting for it as long as the store's options say.
pub(crate) fn take(store: &Store) -> Result<ImportLock, StoreError> {
    let (deadline, factory) = (Instant::now() + store.import_wait(), store.factory());
    let open = || factory.open().map_err(|error| StoreError::Unavailable(Cause::from(error)));
    let (mut connection, held) = match factory.url.target() {
        Target::Sqlite(path) => {
            let file = lock_beside(path, deadline)?;
            (open()?, Held::File(file))
        }
        Target::Postgres(_) => {
            let mut connection = open()?;
            let lease = poll_until(deadline, || ImportLease::try_take(&factory, &mut connection))?;
            (connection, Held::Lease(lease))
        }
    };
    dialect::prepare_for_import(&mut connection).map_err(store_error)?;
    Ok(ImportLock { connection, factory, held })
}

impl ImportLock {
    /// Checks that the file is still the store's.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when its file was moved or replaced.
    pub(crate) fn check_file(&self) -> Result<(), StoreError> {
        Ok(self.factory.check_file()?)
    }

    /// Runs reads on the import's connection. Behind a pooler they are in a transaction, for one session.
    pub(crate) fn read<T>(
        &mut self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self.factory.long_limits() {
            Some(limits) => in_transaction(&mut self.connection, TransactionMode::Snapshot, Some(limits), operation),
            None => operation(&mut self.connection),
        }
    }

    /// Runs reads of one state.
    pub(crate) fn snapshot<T>(
        &mut self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        in_transaction(&mut self.connection, TransactionMode::Snapshot, self.factory.long_limits(), operation)
    }

    /// Writes in one transaction, provided that the lock is still held.
    pub(crate) fn change<T, E: From<StoreError>>(
        &mut self,
        operation: impl FnOnce(&mut StoreConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let limits = self.factory.long_limits();
        let _row = match &self.held {
            Held::Lease(lease) => Some(lease.row()),
            Held::File(_) => None,
        };
        in_transaction(&mut self.connection, TransactionMode::Write, limits, |connection| {
            if let Held::Lease(lease) = &self.held {
                lease.confirm(connection)?;
            }
            operation(connection)
        })
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
        Ok(()) => Ok(Some(())),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    })?;
    Ok(file)
}

fn poll_until<T>(
    deadline: Instant,
    mut try_take: impl FnMut() -> Result<Option<T>, StoreError>,
) -> Result<T, StoreError> {
    loop {
        if let Some(taken) = try_take()? {
            return Ok(taken);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(unavailable("another import is running"));
        }
        std::thread::sleep(left.min(POLL_INTERVAL));
    }
}
