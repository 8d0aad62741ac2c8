//! Invitations in memory.

use super::super::MemoryStore;
use super::StoredAccount;
use catalog_domain::accounts::{Account, InvitationHash, NewInvitation, PasswordHash, login_key};
use catalog_domain::ports::{InvitationStore, StoreError};
use catalog_domain::values::{AccountId, Timestamp};

impl InvitationStore for MemoryStore {
    fn invite(&self, id: AccountId, invitation: &NewInvitation) -> Result<Option<Account>, StoreError> {
        let mut state = self.state();
        let accounts = &mut state.accounts;
        let row = accounts.rows.iter_mut().find(|row| row.account.id == id && row.account.is_active());
        Ok(row.map(|row| {
            row.invitation = Some(invitation.hash.clone());
            row.account.invitation_expires_at = Some(invitation.expires_at);
            row.account.password_requested_at = None;
            row.account.clone()
        }))
    }

    fn find_invited(&self, invitation: &InvitationHash, now: Timestamp) -> Result<Option<AccountId>, StoreError> {
        let state = self.state();
        let row = state.accounts.rows.iter().find(|row| row.is_invited(invitation, now));
        Ok(row.map(|row| row.account.id))
    }

    fn redeem(
        &self,
        invitation: &InvitationHash,
        password: &PasswordHash,
        now: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        let mut state = self.state();
        let accounts = &mut state.accounts;
        let invited = accounts.rows.iter().find(|row| row.is_invited(invitation, now)).map(|row| row.account.id);
        Ok(invited.and_then(|id| accounts.change(id, |row| row.set_password(password, now))))
    }

    fn request_password(&self, login: &str, at: Timestamp) -> Result<Option<AccountId>, StoreError> {
        let mut state = self.state();
        let accounts = &mut state.accounts;
        let key = login_key(login);
        let is_meant =
            |row: &&mut StoredAccount| row.account.is_active() && login_key(&row.account.profile.email) == key;
        let row = accounts.rows.iter_mut().find(is_meant);
        Ok(row.map(|row| {
            row.account.password_requested_at = Some(at);
            row.account.id
        }))
    }
}

impl StoredAccount {
    fn is_invited(&self, invitation: &InvitationHash, now: Timestamp) -> bool {
        self.account.is_active()
            && self.account.has_live_invitation(now)
            && self.invitation.as_ref() == Some(invitation)
    }
}
