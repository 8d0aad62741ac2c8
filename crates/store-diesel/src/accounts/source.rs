//! The part of the accounts that servers cache: all of it, or its changes.

use super::revision::{is_ancestor, position};
use crate::connection::StoreConnection;
use crate::failure::store_error;
use crate::rows::account_row::{CallerRow, NO_PASSWORD, caller_columns};
use crate::schema::accounts;
use crate::store::Store;
use catalog_domain::accounts::{AccountStatus, CallerAccount};
use catalog_domain::ports::{AccountChanges, AccountPosition, AccountSnapshot, AccountSource, StoreError};
use catalog_domain::values::AccountId;
use diesel::prelude::*;

impl AccountSource for Store {
    fn load_accounts(&self) -> Result<AccountSnapshot, StoreError> {
        self.snapshot_accounts(|connection| {
            let position = position(connection)?;
            Ok(AccountSnapshot { position, accounts: accounts_with_tokens(connection, None)? })
        })
    }

    fn account_changes_since(&self, known: AccountPosition) -> Result<Option<AccountChanges>, StoreError> {
        self.snapshot_accounts(|connection| {
            let Some(position) = position(connection)? else { return Ok(None) };
            if !is_ancestor(connection, known, position)? {
                return Ok(None);
            }
            let changed = accounts_with_tokens(connection, Some(known))?;
            Ok(Some(AccountChanges { position, changed, without_tokens: without_tokens(connection, known)? }))
        })
    }

    fn find_caller(&self, id: AccountId) -> Result<Option<CallerAccount>, StoreError> {
        self.read_accounts(|connection| {
            let query = accounts::table.find(id.0).select(caller_columns());
            let row: Option<CallerRow> = query.first(connection).optional().map_err(store_error)?;
            row.map(CallerAccount::try_from).transpose()
        })
    }
}

/// The accounts that may have tokens, changed after `known` if that is given, by id.
fn accounts_with_tokens(
    connection: &mut StoreConnection,
    known: Option<AccountPosition>,
) -> Result<Vec<CallerAccount>, StoreError> {
    let may_have_tokens =
        accounts::password_hash.ne(NO_PASSWORD).and(accounts::status.ne(AccountStatus::Pending.name()));
    let mut query = accounts::table.filter(may_have_tokens).select(caller_columns()).order(accounts::id).into_boxed();
    if let Some(known) = known {
        query = query.filter(accounts::revision.gt(known.revision.0));
    }
    let rows: Vec<CallerRow> = query.load(connection).map_err(store_error)?;
    rows.into_iter().map(CallerAccount::try_from).collect()
}

/// The other accounts that were changed after `known`.
fn without_tokens(connection: &mut StoreConnection, known: AccountPosition) -> Result<Vec<AccountId>, StoreError> {
    let has_none = accounts::password_hash.eq(NO_PASSWORD).or(accounts::status.eq(AccountStatus::Pending.name()));
    let changed = accounts::table.filter(accounts::revision.gt(known.revision.0).and(has_none));
    let ids: Vec<i64> = changed.select(accounts::id).order(accounts::id).load(connection).map_err(store_error)?;
    Ok(ids.into_iter().map(AccountId).collect())
}
