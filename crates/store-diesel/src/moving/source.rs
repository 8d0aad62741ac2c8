//! The connections to a whole store, and one state of it to read.

use super::tables::Part;
use crate::connection::StoreConnection;
use crate::failure::{store_error, unavailable};
use crate::pool::ConnectionFactory;
use crate::queries::store_version::store_version;
use crate::store::Store;
use crate::transaction::{TransactionLimits, TransactionMode, allow_a_long_move, begin};
use catalog_domain::ports::{Cause, StoreError};
use diesel::connection::{Connection, TransactionManager};

/// How often a state is tried to be seen: each takes some milliseconds, and imports are seconds apart.
const ATTEMPTS: u32 = 20;

pub(super) struct Connections {
    pub(super) catalog: StoreConnection,
    pub(super) accounts: Option<StoreConnection>,
    /// What each transaction states about itself.
    pub(super) limits: Option<TransactionLimits>,
}

impl Connections {
    /// Connections to an open store, outside of its pool.
    pub(super) fn to(store: &Store) -> Result<Self, StoreError> {
        let factory = store.factory();
        let accounts = store.account_factory().as_ref().map(open).transpose()?;
        Ok(Self { catalog: open(&factory)?, accounts, limits: factory.limits() })
    }

    pub(super) fn of(&mut self, part: Part) -> &mut StoreConnection {
        match (part, &mut self.accounts) {
            (Part::Accounts, Some(accounts)) => accounts,
            _ => &mut self.catalog,
        }
    }

    pub(super) fn begin(&mut self, mode: TransactionMode) -> Result<(), StoreError> {
        let limits = self.limits;
        self.each(|connection| begin_long(connection, mode, limits))
    }

    /// Commits each: first the accounts, which mean nothing without the catalog.
    pub(super) fn commit(&mut self) -> Result<(), StoreError> {
        self.each(|connection| {
            <StoreConnection as Connection>::TransactionManager::commit_transaction(connection).map_err(store_error)
        })
    }

    pub(super) fn each(
        &mut self,
        mut operation: impl FnMut(&mut StoreConnection) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.accounts.iter_mut().chain([&mut self.catalog]).try_for_each(&mut operation)
    }
}

fn open(factory: &ConnectionFactory) -> Result<StoreConnection, StoreError> {
    factory.open().map_err(|error| StoreError::Unavailable(Cause::from(error)))
}

fn begin_long(
    connection: &mut StoreConnection,
    mode: TransactionMode,
    limits: Option<TransactionLimits>,
) -> Result<(), StoreError> {
    begin(connection, mode, limits)?;
    allow_a_long_move(connection)
}

/// Opens connections that see one state of the store for as long as they are open. Nobody waits for them.
///
/// SQLite's two files are read one after the other, so the catalog is looked at again: if it is still what was seen,
/// there was a moment at which both were as they are seen.
pub(super) fn snapshot(store: &Store) -> Result<Connections, StoreError> {
    for _ in 0..ATTEMPTS {
        let mut connections = Connections::to(store)?;
        let limits = connections.limits;
        begin_long(&mut connections.catalog, TransactionMode::Snapshot, limits)?;
        let seen = store_version(&mut connections.catalog)?;
        let Some(accounts) = &mut connections.accounts else { return Ok(connections) };
        begin_long(accounts, TransactionMode::Snapshot, limits)?;
        store_version(accounts)?;
        if store.version()? == seen {
            return Ok(connections);
        }
    }
    Err(unavailable("imports end too often for one state of both files to be seen"))
}
