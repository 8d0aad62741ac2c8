//! Requests for access: counted when repeated, and bounded in number.

use super::revision::grow_account_revision;
use crate::connection::{StoreConnection, on_each_engine};
use crate::failure::unexpected;
use crate::prelude::*;
use crate::rows::account_row::NewAccountRow;
use crate::schema::accounts;
use crate::store::Store;
use catalog_domain::accounts::{AccountStatus, NewAccount};
use catalog_domain::ports::{Registration, Registrations, StoreError};
use catalog_domain::values::AccountId;

impl Registrations for Store {
    fn register(&self, account: &NewAccount, most_pending: u32) -> Result<Registration, StoreError> {
        let mut row = NewAccountRow::try_from(account)?;
        self.change_accounts(|connection| {
            row.revision = grow_account_revision(connection)?;
            let (id, revision) = insert_or_count(connection, &row)?;
            let forgotten = forget_oldest(connection, most_pending)?;
            Ok(Registration { account: AccountId(id), is_new: revision == row.revision, forgotten })
        })
    }
}

/// Makes the account, or counts the attempt at the one that has the login; returns its id and the revision that last
/// changed it. A count alone is not a change of the account.
fn insert_or_count(connection: &mut StoreConnection, row: &NewAccountRow<'_>) -> Result<(i64, i64), StoreError> {
    on_each_engine!(connection, inner => {
        diesel::insert_into(accounts::table)
            .values(row)
            .on_conflict(accounts::login_key)
            .do_update()
            .set(accounts::registration_attempts.eq(accounts::registration_attempts + 1))
            .returning((accounts::id, accounts::revision))
            .get_result(inner)
    })
}

/// Deletes the pending accounts before the newest `most` ones; returns their number. No server caches them.
fn forget_oldest(connection: &mut StoreConnection, most: u32) -> Result<u64, StoreError> {
    let pending = accounts::table.filter(accounts::status.eq(AccountStatus::Pending.name()));
    let newest_beyond = pending.select(accounts::id).order(accounts::id.desc()).offset(i64::from(most)).limit(1);
    let newest_beyond: Option<i64> = newest_beyond.first_optional(connection)?;
    let Some(newest_beyond) = newest_beyond else { return Ok(0) };
    let beyond = pending.filter(accounts::id.le(newest_beyond));
    let forgotten = diesel::delete(beyond).execute(connection)?;
    u64::try_from(forgotten).map_err(|error| unexpected(error.to_string()))
}
