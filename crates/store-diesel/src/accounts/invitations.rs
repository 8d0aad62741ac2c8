//! Invitations: at most one for each account, in the row of the account, so that using one is a single change.

use super::find;
use super::revision::grow_account_revision;
use crate::prelude::*;
use crate::schema::accounts;
use crate::store::Store;
use catalog_domain::accounts::{Account, AccountStatus, InvitationHash, NewInvitation, PasswordHash, login_key};
use catalog_domain::ports::{InvitationStore, StoreError};
use catalog_domain::values::{AccountId, Timestamp};

/// The columns that setting a password writes: it ends an invitation and a request for a new password.
#[derive(AsChangeset)]
#[diesel(table_name = accounts, treat_none_as_null = true)]
pub(super) struct NewPassword<'a> {
    password_hash: &'a str,
    updated_at: i64,
    revision: i64,
    password_requested_at: Option<i64>,
    invitation_hash: Option<&'a str>,
    invitation_expires_at: Option<i64>,
}

impl<'a> NewPassword<'a> {
    pub(super) fn new(hash: &'a PasswordHash, at: Timestamp, revision: i64) -> Self {
        Self {
            password_hash: hash.expose(),
            updated_at: at.unix_microseconds(),
            revision,
            password_requested_at: None,
            invitation_hash: None,
            invitation_expires_at: None,
        }
    }
}

impl InvitationStore for Store {
    fn invite(&self, id: AccountId, invitation: &NewInvitation) -> Result<Option<Account>, StoreError> {
        self.change_accounts(|connection| {
            // The revision is taken first: a store that was moved refuses it, and a copy of it notices.
            grow_account_revision(connection)?;
            let latest = invitation.replaces_until.map_or(i64::MAX, Timestamp::unix_microseconds);
            let earlier = accounts::invitation_expires_at;
            let open = accounts::table
                .find(id.0)
                .filter(accounts::status.eq(AccountStatus::Active.name()))
                .filter(earlier.is_null().or(earlier.le(latest)));
            let invited = diesel::update(open)
                .set((
                    accounts::invitation_hash.eq(invitation.hash.as_str()),
                    accounts::invitation_expires_at.eq(invitation.expires_at.unix_microseconds()),
                    accounts::password_requested_at.eq(None::<i64>),
                ))
                .execute(connection)?;
            if invited == 0 { Ok(None) } else { find(connection, id) }
        })
    }

    fn find_invited(&self, invitation: &InvitationHash, now: Timestamp) -> Result<Option<AccountId>, StoreError> {
        self.read_accounts(|connection| {
            let id: Option<i64> = accounts::table
                .filter(accounts::invitation_hash.eq(invitation.as_str()))
                .filter(accounts::invitation_expires_at.gt(now.unix_microseconds()))
                .filter(accounts::status.eq(AccountStatus::Active.name()))
                .select(accounts::id)
                .first_optional(connection)?;
            Ok(id.map(AccountId))
        })
    }

    fn redeem(
        &self,
        invitation: &InvitationHash,
        password: &PasswordHash,
        now: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        self.change_accounts(|connection| {
            let revision = grow_account_revision(connection)?;
            let invited = accounts::table
                .filter(accounts::invitation_hash.eq(invitation.as_str()))
                .filter(accounts::invitation_expires_at.gt(now.unix_microseconds()))
                .filter(accounts::status.eq(AccountStatus::Active.name()));
            let id: Option<i64> = diesel::update(invited)
                .set((
                    NewPassword::new(password, now, revision),
                    accounts::token_generation.eq(accounts::token_generation + 1),
                ))
                .returning(accounts::id)
                .get_optional(connection)?;
            id.map_or(Ok(None), |id| find(connection, AccountId(id)))
        })
    }

    fn request_password(&self, login: &str, at: Timestamp) -> Result<Option<AccountId>, StoreError> {
        let key = login_key(login);
        // No stored login contains a NUL, and PostgreSQL rejects queries with one.
        if key.contains('\0') {
            return Ok(None);
        }
        self.change_accounts(|connection| {
            // Something is written in any case: a transaction without writes would end sooner.
            grow_account_revision(connection)?;
            let active = accounts::table
                .filter(accounts::login_key.eq(&key))
                .filter(accounts::status.eq(AccountStatus::Active.name()));
            let id: Option<i64> = diesel::update(active)
                .set(accounts::password_requested_at.eq(at.unix_microseconds()))
                .returning(accounts::id)
                .get_optional(connection)?;
            Ok(id.map(AccountId))
        })
    }
}
