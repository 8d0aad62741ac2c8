//! Accounts: every change makes a new account revision in the same transaction.

use crate::connection::StoreConnection;
use crate::failure::{store_error, unexpected};
use crate::pool::MayBlameConnection;
use crate::rows::account_row::{AccountRow, NewAccountRow, ProfileChanges};
use crate::schema::{accounts, store_state};
use crate::store::Store;
use catalog_domain::account::{Account, AccountStatus, NewAccount, PasswordHash, login_key};
use catalog_domain::identifiers::AccountId;
use catalog_domain::ports::{AccountStore, ProfileChange, StoreError};
use catalog_domain::timestamp::Timestamp;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};

impl AccountStore for Store {
    fn find_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        let key = login_key(login);
        // No stored login has a NUL in it, and PostgreSQL refuses to be asked about one.
        if key.contains('\0') {
            return Ok(None);
        }
        self.read_accounts(|connection| {
            let query = accounts::table.filter(accounts::login_key.eq(key)).select(AccountRow::as_select());
            query.first(connection).optional().map_err(store_error)?.map(Account::try_from).transpose()
        })
    }

    fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        self.read_accounts(|connection| find(connection, id))
    }

    fn insert(&self, account: &NewAccount) -> Result<Option<Account>, StoreError> {
        let row = NewAccountRow::try_from(account)?;
        let inserted = self.change_accounts(|connection| insert(connection, &row));
        match inserted {
            Ok(account) => Ok(Some(account)),
            Err(InsertFailure::LoginTaken) => Ok(None),
            Err(InsertFailure::Store(error)) => Err(error),
        }
    }

    fn update_profile(
        &self,
        id: AccountId,
        change: &mut dyn ProfileChange,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        self.change_accounts(|connection| {
            // The revision is taken first: it also keeps two updates of one account from passing each other.
            grow_account_revision(connection)?;
            let Some(before) = find(connection, id)? else { return Ok(None) };
            let mut profile = before.profile.clone();
            change.apply(&mut profile);
            let revoked = before.is_active() && profile.status != AccountStatus::Active;
            let changes = ProfileChanges::new(&profile, at)?;
            diesel::update(accounts::table.find(id.0))
                .set((&changes, accounts::token_generation.eq(before.token_generation + i64::from(revoked))))
                .execute(connection)
                .map_err(store_error)?;
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
            grow_account_revision(connection)?;
            diesel::update(accounts::table.find(id.0))
                .set((
                    accounts::password_hash.eq(hash.expose()),
                    accounts::token_generation.eq(accounts::token_generation + 1),
                    accounts::updated_at.eq(at.unix_microseconds()),
                ))
                .execute(connection)
                .map_err(store_error)?;
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
            grow_account_revision(connection)?;
            let unchanged = accounts::table.find(id.0).filter(accounts::password_hash.eq(verified.expose()));
            let replaced = diesel::update(unchanged)
                .set((accounts::password_hash.eq(rehashed.expose()), accounts::updated_at.eq(at.unix_microseconds())))
                .execute(connection)
                .map_err(store_error)?;
            if replaced == 0 { Ok(None) } else { find(connection, id) }
        })
    }

    fn list(&self, status: Option<AccountStatus>) -> Result<Vec<Account>, StoreError> {
        let rows = self.read_accounts(|connection| {
            let mut query = accounts::table.select(AccountRow::as_select()).order(accounts::id).into_boxed();
            if let Some(status) = status {
                query = query.filter(accounts::status.eq(status.name()));
            }
            query.load(connection).map_err(store_error)
        })?;
        rows.into_iter().map(Account::try_from).collect()
    }
}

/// Why an account was not made.
enum InsertFailure {
    LoginTaken,
    Store(StoreError),
}

impl From<StoreError> for InsertFailure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl MayBlameConnection for InsertFailure {
    fn may_blame_connection(&self) -> bool {
        matches!(self, Self::Store(error) if error.may_blame_connection())
    }
}

fn insert(connection: &mut StoreConnection, row: &NewAccountRow<'_>) -> Result<Account, InsertFailure> {
    grow_account_revision(connection)?;
    let id: i64 =
        diesel::insert_into(accounts::table).values(row).returning(accounts::id).get_result(connection).map_err(
            |error| match error {
                // The login is the only thing that is unique beside the id, which the store hands out itself.
                DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => InsertFailure::LoginTaken,
                error => InsertFailure::Store(store_error(error)),
            },
        )?;
    let made = find(connection, AccountId(id))?;
    Ok(made.ok_or_else(|| unexpected("an account was made and is not there"))?)
}

fn find(connection: &mut StoreConnection, id: AccountId) -> Result<Option<Account>, StoreError> {
    let query = accounts::table.find(id.0).select(AccountRow::as_select());
    query.first(connection).optional().map_err(store_error)?.map(Account::try_from).transpose()
}

/// An unknown account makes the revision grow too: harmless, for a revision only says that something may have changed.
fn grow_account_revision(connection: &mut StoreConnection) -> Result<(), StoreError> {
    diesel::update(store_state::table)
        .set(store_state::account_revision.eq(store_state::account_revision + 1))
        .execute(connection)
        .map_err(store_error)?;
    Ok(())
}
