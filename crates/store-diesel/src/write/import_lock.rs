//! The import lock. It is held for the whole import, the transaction only while the commit runs: readers and logins
//! continue meanwhile.

use crate::connection::StoreConnection;
use crate::database_url::Target;
use crate::dialect;
use crate::failure::unavailable;
use crate::lease::{self, Lease};
use crate::lock_file::{LockFile, holder_beside};
use crate::lock_holder::LockHolder;
use crate::pool::ConnectionFactory;
use crate::store::Store;
use crate::transaction::{TransactionMode, in_transaction};
use catalog_domain::ports::{Cause, StoreError};
use std::path::Path;
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
    File(#[expect(dead_code, reason = "it is locked for as long as it is open")] LockFile),
    Lease(Lease),
}

/// Takes the lock, waiting for it as long as the store's options say.
pub(crate) fn take(store: &Store) -> Result<ImportLock, StoreError> {
    let deadline = Instant::now() + store.import_wait();
    take_for("import", store, || Instant::now() < deadline)
}

pub(crate) fn take_for(work: &str, store: &Store, may_wait: impl Fn() -> bool) -> Result<ImportLock, StoreError> {
    let factory = store.factory();
    let open = || factory.open().map_err(|error| StoreError::Unavailable(Cause::from(error)));
    let (mut connection, held) = match factory.url.target() {
        Target::Sqlite(path) => {
            let file = wait_beside(path, work, may_wait)?;
            (open()?, Held::File(file))
        }
        Target::Postgres(_) => {
            let mut connection = open()?;
            let try_take =
                |connection: &mut StoreConnection| Lease::try_take((lease::IMPORT, work), &factory, connection);
            let holder = |connection: &mut StoreConnection| lease_holder(connection).ok().flatten();
            let lease = poll(&mut connection, may_wait, try_take, holder)?;
            (connection, Held::Lease(lease))
        }
    };
    dialect::prepare_for_import(&mut connection)?;
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

impl Store {
    /// The process that imports or moves the store now; `None` when there is none, or it is not known.
    pub fn import_lock_holder(&self) -> Result<Option<LockHolder>, StoreError> {
        match self.factory().url.target() {
            Target::Sqlite(path) => Ok(holder_beside(path)),
            Target::Postgres(_) => self.read(lease_holder),
        }
    }
}

fn lease_holder(connection: &mut StoreConnection) -> Result<Option<LockHolder>, StoreError> {
    Ok(lease::holder(connection, lease::IMPORT)?.and_then(|holder| LockHolder::read(&holder)))
}

/// Locks the file beside `path` that only one process may have locked, and waits for it at most until `deadline`. If
/// `then` fails, a lock that was not there before is removed again.
pub(crate) fn with_lock_beside<T, E: From<StoreError>>(
    path: &Path,
    (work, deadline): (&str, Instant),
    then: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let lock = wait_beside(path, work, || Instant::now() < deadline)?;
    let result = then();
    if result.is_err() {
        lock.remove_if_new();
    }
    result
}

fn wait_beside(path: &Path, work: &str, may_wait: impl Fn() -> bool) -> Result<LockFile, StoreError> {
    poll(&mut (), may_wait, |()| LockFile::try_lock(path, work), |()| holder_beside(path))
}

/// Tries until the lock is taken; says once whose end it waits for.
pub(crate) fn poll<C, T>(
    context: &mut C,
    may_wait: impl Fn() -> bool,
    try_take: impl Fn(&mut C) -> Result<Option<T>, StoreError>,
    holder: impl Fn(&mut C) -> Option<LockHolder>,
) -> Result<T, StoreError> {
    let mut other = None;
    loop {
        if let Some(taken) = try_take(context)? {
            return Ok(taken);
        }
        let other = other.get_or_insert_with(|| {
            let other = holder(context).map_or_else(|| "another import".to_owned(), |holder| holder.to_string());
            tracing::warn!("waits for {other}");
            other
        });
        if !may_wait() {
            return Err(unavailable(format!("another import is running: {other}")));
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}
