//! Invitations: setting a first or forgotten password.

use super::credentials::CredentialsError;
use super::store_error::StoreError;
use crate::accounts::account::{Account, PasswordHash};
use crate::accounts::invitation_token::{InvitationHash, InvitationToken, NewInvitation};
use crate::values::identifiers::AccountId;
use crate::values::timestamp::Timestamp;

/// Stores the invitations of accounts, at most one for each, and only their hashes.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait InvitationStore: Send + Sync {
    /// Gives an active account an invitation in place of an earlier one, and returns the account; `None`, and nothing
    /// is written, when there is no such account, it is not active, or the earlier one stays. It completes a request
    /// for a new password.
    fn invite(&self, id: AccountId, invitation: &NewInvitation) -> Result<Option<Account>, StoreError>;

    /// The active account that the invitation is for; `None` when there is none, or the invitation has expired at
    /// `now`.
    fn find_invited(&self, invitation: &InvitationHash, now: Timestamp) -> Result<Option<AccountId>, StoreError>;

    /// Sets the password of the account that the invitation is for, and removes the invitation, in one change; returns
    /// the account. Earlier tokens are revoked: the token generation grows. `None` as
    /// [`InvitationStore::find_invited`]: of several callers at once only one succeeds.
    fn redeem(
        &self,
        invitation: &InvitationHash,
        password: &PasswordHash,
        now: Timestamp,
    ) -> Result<Option<Account>, StoreError>;

    /// Records a request for a new password for `login`, if that is an active account, and returns it. The statements
    /// are the same in either case, so that the time reveals nothing.
    fn request_password(&self, login: &str, at: Timestamp) -> Result<Option<AccountId>, StoreError>;
}

/// Makes and hashes the secrets of invitations.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait InvitationTokens: Send + Sync {
    /// A new unguessable token.
    ///
    /// # Errors
    /// [`CredentialsError`] when there is no randomness.
    fn generate(&self) -> Result<InvitationToken, CredentialsError>;

    /// The hash that is stored. It is deterministic.
    fn hash(&self, token: &InvitationToken) -> InvitationHash;
}
