//! Accounts: every change makes a new account revision in the same transaction.

mod erasure;
mod history;
mod invitations;
mod keys;
mod list;
mod registrations;
pub(crate) mod revision;
mod sessions;
mod source;
#[cfg(feature = "v1")]
mod v1_usage;

use crate::connection::StoreConnection;
use crate::failure::{store_error, unexpected};
use crate::jobs::update_jobs;
use crate::prelude::*;
use crate::rows::account_row::{NO_PASSWORD, NewAccountRow, ProfileChanges};
use crate::schema::{AccountRow, accounts};
use crate::store::Store;
use catalog_domain::accounts::{Account, AccountStatus, ErasureRefusal, NewAccount, PasswordHash, login_key};
use catalog_domain::imports::reason_to_cancel;
use catalog_domain::ports::{AccountStore, JobScope, ProfileChange, StoreError};
use catalog_domain::values::{AccountId, Timestamp};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use invitations::NewPassword;
use revision::grow_account_revision;

impl AccountStore for Store {
    fn find_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        let key = login_key(login);
        // No stored login contains a NUL, and PostgreSQL rejects queries with one.
        if key.contains('\0') {
            return Ok(None);
        }
        self.read_accounts(|connection| {
            let query = accounts::table.filter(accounts::login_key.eq(key)).select(AccountRow::as_select());
            query.first_optional(connection)?.map(Account::try_from).transpose()
        })
    }

    fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        self.read_accounts(|connection| find(connection, id))
    }

    fn insert(&self, account: &NewAccount) -> Result<Option<Account>, StoreError> {
        let mut row = NewAccountRow::try_from(account)?;
        let mut is_taken = false;
        // A taken login is a failure here, so that no revision is left of the attempt.
        let inserted = self.change_accounts(|connection| {
            row.revision = grow_account_revision(connection)?;
            let statement = diesel::insert_into(accounts::table).values(&row).returning(accounts::id);
            let made: QueryResult<i64> = diesel::RunQueryDsl::get_result(statement, connection);
            // The login is the only unique value besides the id, which the store assigns.
            is_taken = matches!(made, Err(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _)));
            let made = find(connection, AccountId(made.map_err(store_error)?))?;
            made.ok_or_else(|| unexpected("an account was made and is not there"))
        });
        if is_taken { Ok(None) } else { inserted.map(Some) }
    }

    fn update_profile(
        &self,
        id: AccountId,
        change: &mut dyn ProfileChange,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        self.change_accounts(|connection| {
            // The revision is taken first: it also serialises concurrent updates of one account.
            let revision = grow_account_revision(connection)?;
            let before = match find(connection, id)? {
                Some(before) if !before.is_erased() => before,
                unchanged => return Ok(unchanged),
            };
            let mut profile = before.profile.clone();
            change.apply(&mut profile);
            let revoked = before.is_active() && profile.status != AccountStatus::Active;
            let decided = before.profile.status == AccountStatus::Pending && profile.status != AccountStatus::Pending;
            let changes = ProfileChanges::new(&profile, at)?;
            let row = accounts::table.find(id.0);
            diesel::update(row)
                .set((
                    &changes,
                    accounts::token_generation.eq(before.token_generation + i64::from(revoked)),
                    accounts::revision.eq(revision),
                ))
                .execute(connection)?;
            if revoked {
                let no_invitation =
                    (accounts::invitation_hash.eq(None::<String>), accounts::invitation_expires_at.eq(None::<i64>));
                diesel::update(row).set(no_invitation).execute(connection)?;
            }
            if decided {
                let no_password = accounts::password_hash.eq(NO_PASSWORD);
                diesel::update(row).set(no_password).execute(connection)?;
            }
            if let Some(reason) = reason_to_cancel(&before.profile, &profile) {
                update_jobs(connection, JobScope::Present, |jobs| jobs.cancel_all_of(id, reason, at))?;
            }
            find(connection, id)
        })
    }

    fn update_password(
        &self,
        id: AccountId,
        hash: &PasswordHash,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        self.change_accounts(|connection| {
            let revision = grow_account_revision(connection)?;
            diesel::update(accounts::table.find(id.0))
                .set((
                    NewPassword::new(hash, at, revision),
                    accounts::token_generation.eq(accounts::token_generation + 1),
                ))
                .execute(connection)?;
            find(connection, id)
        })
    }

    fn rehash_password(
        &self,
        id: AccountId,
        verified: &PasswordHash,
        rehashed: &PasswordHash,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        self.change_accounts(|connection| {
            let revision = grow_account_revision(connection)?;
            let unchanged = accounts::table.find(id.0).filter(accounts::password_hash.eq(verified.expose()));
            let replaced = diesel::update(unchanged)
                .set((
                    accounts::password_hash.eq(rehashed.expose()),
                    accounts::updated_at.eq(at.unix_microseconds()),
                    accounts::revision.eq(revision),
                ))
                .execute(connection)?;
            if replaced == 0 { Ok(None) } else { find(connection, id) }
        })
    }

    fn erase(
        &self,
        id: AccountId,
        by: Option<AccountId>,
        at: Timestamp,
    ) -> Result<Result<(), ErasureRefusal>, StoreError> {
        erasure::erase(self, id, by, at)
    }
}

fn find(connection: &mut StoreConnection, id: AccountId) -> Result<Option<Account>, StoreError> {
    let query = accounts::table.find(id.0).select(AccountRow::as_select());
    query.first_optional(connection)?.map(Account::try_from).transpose()
}
