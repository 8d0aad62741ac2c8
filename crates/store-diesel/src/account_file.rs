//! SQLite stores accounts and their signing secret in a file of their own: beside that of the catalog, with the same
//! tables, of which it fills only its own. Each file has its own write lock, so logins, registrations and approvals
//! never wait for an import that is writing.
//!
//! A store of an earlier version has its accounts in the catalog's file. They are moved when it is opened.

use crate::connection::StoreConnection;
use crate::database_url::{DatabaseUrl, Target};
use crate::dialect;
use crate::failure::{store_error, unexpected};
use crate::prelude::*;
use crate::schema::{accounts, store_state};
use crate::transaction::{TransactionMode, in_transaction};
use catalog_domain::ports::{Cause, StoreError};
use diesel::connection::SimpleConnection;
use diesel::dsl::exists;
use diesel::sql_types::Text;

/// Copies what is missing. An id is never reused, so its counter is copied, too.
const COPY: &str = "
    INSERT OR IGNORE INTO main.accounts SELECT * FROM catalog.accounts;
    UPDATE main.sqlite_sequence
    SET seq = max(seq, (SELECT seq FROM catalog.sqlite_sequence WHERE name = 'accounts'))
    WHERE name = 'accounts' AND EXISTS (SELECT 1 FROM catalog.sqlite_sequence WHERE name = 'accounts');
    UPDATE main.store_state
    SET signing_secret = coalesce(signing_secret, (SELECT signing_secret FROM catalog.store_state)),
        account_revision = max(account_revision, (SELECT account_revision FROM catalog.store_state)) + 1;";

/// Moves the accounts that an earlier version stored in the file of the `catalog` to that of the `accounts`. The
/// process may die at any moment: copied rows are not copied again, and nothing is dropped before its copy is on disk.
pub(crate) fn adopt(
    url: &DatabaseUrl,
    catalog: &mut StoreConnection,
    accounts: &mut StoreConnection,
) -> Result<(), StoreError> {
    if !has_anything(catalog)? {
        return Ok(());
    }
    attach(url, accounts)?;
    in_transaction(accounts, TransactionMode::Write, None, |accounts| {
        accounts.batch_execute(COPY).map_err(store_error)
    })?;
    in_transaction(catalog, TransactionMode::Write, None, drop_moved)?;
    tracing::info!("moved the accounts into a file of their own");
    Ok(())
}

fn has_anything(catalog: &mut StoreConnection) -> Result<bool, StoreError> {
    let has_accounts = diesel::select(exists(accounts::table.select(accounts::id)));
    let with_secret = store_state::table.filter(store_state::signing_secret.is_not_null());
    let has_secret = diesel::select(exists(with_secret.select(store_state::id)));
    Ok(has_accounts.get_result::<bool>(catalog)? || has_secret.get_result::<bool>(catalog)?)
}

/// Attaches the catalog's file to `accounts`, and makes every commit durable from now on: the originals are dropped
/// after the move.
fn attach(url: &DatabaseUrl, accounts: &mut StoreConnection) -> Result<(), StoreError> {
    let Target::Sqlite(path) = url.target() else { return Err(unexpected("only a file can be attached")) };
    let name = dialect::sqlite_name(path).map_err(|error| StoreError::Unexpected(Cause::from(error)))?;
    accounts.batch_execute("PRAGMA synchronous = FULL").map_err(store_error)?;
    let attach = diesel::sql_query("ATTACH DATABASE $1 AS catalog").bind::<Text, _>(name);
    attach.execute(accounts)?;
    Ok(())
}

fn drop_moved(catalog: &mut StoreConnection) -> Result<(), StoreError> {
    diesel::delete(accounts::table).execute(catalog)?;
    let no_secret = store_state::signing_secret.eq(None::<Vec<u8>>);
    diesel::update(store_state::table).set(no_secret).execute(catalog)?;
    Ok(())
}

#[cfg(test)]
mod tests;
