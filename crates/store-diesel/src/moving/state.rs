//! The row of a store's state, which each of SQLite's two files has, and whether the store was moved away for good.

use super::MoveError;
use super::source::Connections;
use super::tables::Part;
use crate::connection::StoreConnection;
use crate::dialect;
use crate::failure::{inconsistent, unavailable};
use crate::lease;
use crate::prelude::*;
use crate::schema::{StateRow, store_state};
use crate::stored_table::StoredTable;
use catalog_domain::ports::{Cause, StoreError};

/// The states of a store: on PostgreSQL both are the same row.
pub(super) struct States {
    pub(super) catalog: StateRow,
    pub(super) accounts: StateRow,
    /// The highest id that an account had: none may come back, because tokens name accounts by id.
    last_account: i64,
}

impl States {
    pub(super) fn read(source: &mut Connections) -> Result<Self, StoreError> {
        Ok(Self {
            catalog: read(&mut source.catalog)?,
            accounts: read(source.of(Part::Accounts))?,
            last_account: dialect::last_account_id(source.of(Part::Accounts))?,
        })
    }

    /// Writes them to a filled store. On SQLite the file of the catalog has no secret.
    pub(super) fn write(self, target: &mut Connections) -> Result<(), StoreError> {
        let Self { catalog, accounts, last_account } = self;
        let StateRow { account_revision, .. } = accounts;
        let is_one_row = target.accounts.is_none();
        let catalog = StateRow {
            account_revision,
            signing_secret: accounts.signing_secret.clone().filter(|_| is_one_row),
            signing_secret_at: accounts.signing_secret_at.filter(|_| is_one_row),
            previous_signing_secret: accounts.previous_signing_secret.clone().filter(|_| is_one_row),
            moved_to: None,
            ..catalog
        };
        replace(&mut target.catalog, catalog)?;
        if let Some(file) = &mut target.accounts {
            replace(file, StateRow { moved_to: None, ..accounts })?;
        }
        dialect::reserve_row_ids(&mut target.catalog)?;
        dialect::reserve_account_ids(target.of(Part::Accounts), last_account)
    }
}

/// The only row.
pub(super) fn read(connection: &mut StoreConnection) -> Result<StateRow, StoreError> {
    let mut found = None;
    store_state::table::read(connection, &mut |row| {
        found = Some(row);
        Ok(())
    })?;
    found.ok_or_else(|| inconsistent("store_state", "has no row"))
}

fn replace(connection: &mut StoreConnection, row: StateRow) -> Result<(), StoreError> {
    diesel::delete(store_state::table).execute(connection)?;
    store_state::table::insert(connection, vec![row])
}

/// Inside a write transaction on the source: nothing may be written to it from now on. `target` has what it had at
/// `seen`.
pub(super) fn close(
    connection: &mut StoreConnection,
    part: Part,
    seen: &StateRow,
    target: &str,
) -> Result<(), MoveError> {
    let closed = store_state::moved_to.eq(target);
    let (updated, what) = match part {
        Part::Catalog => {
            let unchanged = store_state::catalog_revision.eq(seen.catalog_revision);
            (diesel::update(store_state::table.filter(unchanged)).set(closed).execute(connection), "an import")
        }
        Part::Accounts => {
            let unchanged = store_state::account_revision.eq(seen.account_revision);
            (diesel::update(store_state::table.filter(unchanged)).set(closed).execute(connection), "an account")
        }
    };
    if updated? == 1 { Ok(()) } else { Err(MoveError::SourceChanged { what }) }
}

/// Where the store was moved to for good, if it was.
pub(super) fn moved_to(connection: &mut StoreConnection) -> Result<Option<String>, StoreError> {
    store_state::table.select(store_state::moved_to).first(connection)
}

/// Fails when the store was moved away for good.
pub(crate) fn refuse_if_moved(connection: &mut StoreConnection) -> Result<(), StoreError> {
    match moved_to(connection)? {
        Some(target) => Err(StoreError::Moved(Cause::from(format!(
            "it was moved to {target} by `catalog copy --final`, and nothing is written here any more; set --database-url \
             (DATABASE_URL) to that store"
        )))),
        None => Ok(()),
    }
}

/// Fails when the store was moved away for good, or is being moved: then no job begins. On the accounts.
pub(crate) fn refuse_if_moving(connection: &mut StoreConnection) -> Result<(), StoreError> {
    refuse_if_moved(connection)?;
    match lease::holder(connection, lease::MOVE)? {
        Some(_) => Err(unavailable("it is being moved by `catalog copy --final`: no import begins meanwhile")),
        None => Ok(()),
    }
}
