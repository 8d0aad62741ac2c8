//! The part of the accounts that servers cache: all of it, or its changes.

use super::revision::{is_ancestor, position};
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::account_row::{CallerRow, NO_PASSWORD};
use crate::schema::{ApiKeyRow, account_keys, accounts};
use crate::store::Store;
use catalog_domain::accounts::{AccountStatus, ApiKey, ApiKeyId, CallerAccount, CallerApiKey};
use catalog_domain::ports::{AccountChanges, AccountPosition, AccountSnapshot, AccountSource, StoreError};
use catalog_domain::values::AccountId;
use std::collections::HashMap;

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
        self.snapshot_accounts(|connection| {
            let query = accounts::table.find(id.0).select(CallerRow::as_select());
            let row: Option<CallerRow> = query.first_optional(connection)?;
            let Some(account) = row.map(CallerAccount::try_from).transpose()? else { return Ok(None) };
            let of_account = account_keys::table.filter(account_keys::account_id.eq(id.0)).order(account_keys::id);
            let rows = of_account.select(ApiKeyRow::as_select()).load(connection)?;
            Ok(Some(CallerAccount { keys: by_account(rows)?.remove(&id).unwrap_or_default().into(), ..account }))
        })
    }

    fn find_key_owner(&self, key: ApiKeyId) -> Result<Option<AccountId>, StoreError> {
        self.read_accounts(|connection| {
            let owner = account_keys::table.find(key.as_str()).select(account_keys::account_id);
            let owner: Option<i64> = owner.first_optional(connection)?;
            Ok(owner.map(AccountId))
        })
    }
}

/// The accounts that may have tokens, changed after `known` if that is given, by id.
fn accounts_with_tokens(
    connection: &mut StoreConnection,
    known: Option<AccountPosition>,
) -> Result<Vec<CallerAccount>, StoreError> {
    let has_keys = accounts::id.eq_any(account_keys::table.select(account_keys::account_id));
    let may_have_tokens =
        accounts::password_hash.ne(NO_PASSWORD).or(has_keys).and(accounts::status.ne(AccountStatus::Pending.name()));
    let mut query =
        accounts::table.filter(may_have_tokens).select(CallerRow::as_select()).order(accounts::id).into_boxed();
    if let Some(known) = known {
        query = query.filter(accounts::revision.gt(known.revision.0));
    }
    let rows: Vec<CallerRow> = query.load(connection)?;
    let mut keys = keys(connection, known)?;
    let with_keys = |row| {
        let account = CallerAccount::try_from(row)?;
        Ok(CallerAccount { keys: keys.remove(&account.id).unwrap_or_default().into(), ..account })
    };
    rows.into_iter().map(with_keys).collect()
}

/// The keys of all accounts, or of those that were changed after `known`, by account.
fn keys(
    connection: &mut StoreConnection,
    known: Option<AccountPosition>,
) -> Result<HashMap<AccountId, Vec<CallerApiKey>>, StoreError> {
    let mut query = account_keys::table.order(account_keys::id).select(ApiKeyRow::as_select()).into_boxed();
    if let Some(known) = known {
        let changed = accounts::table.filter(accounts::revision.gt(known.revision.0)).select(accounts::id);
        query = query.filter(account_keys::account_id.eq_any(changed));
    }
    by_account(query.load(connection)?)
}

fn by_account(rows: Vec<ApiKeyRow>) -> Result<HashMap<AccountId, Vec<CallerApiKey>>, StoreError> {
    let mut keys: HashMap<AccountId, Vec<CallerApiKey>> = HashMap::new();
    for row in rows {
        let key = ApiKey::try_from(row)?;
        keys.entry(key.account).or_default().push(CallerApiKey::from(&key));
    }
    Ok(keys)
}

/// The other accounts that were changed after `known`.
fn without_tokens(connection: &mut StoreConnection, known: AccountPosition) -> Result<Vec<AccountId>, StoreError> {
    let has_no_keys = accounts::id.ne_all(account_keys::table.select(account_keys::account_id));
    let has_none =
        accounts::password_hash.eq(NO_PASSWORD).and(has_no_keys).or(accounts::status.eq(AccountStatus::Pending.name()));
    let changed = accounts::table.filter(accounts::revision.gt(known.revision.0).and(has_none));
    let ids: Vec<i64> = changed.select(accounts::id).order(accounts::id).load(connection)?;
    Ok(ids.into_iter().map(AccountId).collect())
}
