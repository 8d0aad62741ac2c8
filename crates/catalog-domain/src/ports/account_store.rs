//! The store of accounts.

use super::store_error::StoreError;
use crate::accounts::account::{Account, AccountProfile, NewAccount, PasswordHash};
use crate::accounts::erasure::ErasureRefusal;
use crate::values::identifiers::AccountId;
use crate::values::timestamp::Timestamp;

/// A change of a profile. Any closure over a profile is one.
pub trait ProfileChange {
    /// Applies it.
    fn apply(&mut self, profile: &mut AccountProfile);
}

impl<F: FnMut(&mut AccountProfile)> ProfileChange for F {
    fn apply(&mut self, profile: &mut AccountProfile) {
        self(profile);
    }
}

/// Stores accounts. Every change makes a new account revision.
///
/// Requests for access are in [`super::Registrations`], invitations in [`super::InvitationStore`], lists in
/// [`super::AccountList`], and the data that servers cache in [`super::AccountSource`].
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait AccountStore: Send + Sync {
    /// The account whose login equals `login` (see [`crate::accounts::account::login_key`]); `None` when there is none.
    fn find_by_login(&self, login: &str) -> Result<Option<Account>, StoreError>;

    /// The account with that id; `None` when there is none.
    fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError>;

    /// Makes an account and returns it; `None` when the login is taken, and then nothing is written.
    fn insert(&self, account: &NewAccount) -> Result<Option<Account>, StoreError>;

    /// Changes the profile and returns the changed account; `None` when there is none. Then `change` is not called, nor
    /// for an erased account, which is returned as it is. Otherwise `change` is called once with the current profile,
    /// inside the transaction that writes the result, so that concurrent changes do not undo each other; it must be
    /// quick and not use the store. What it does to the e-mail is ignored. When the account stops being active, its
    /// tokens and its invitation are revoked: the token generation grows. When it stops being pending, it has no
    /// password afterwards: one that an earlier version stored for it was chosen before the address was verified. When
    /// it may not import any more, its jobs that receive or wait are cancelled with
    /// [`crate::imports::reason_to_cancel`] as their problem.
    fn update_profile(
        &self,
        id: AccountId,
        change: &mut dyn ProfileChange,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError>;

    /// Gives the account a new password and returns it; `None` when there is none. Its tokens are revoked: the token
    /// generation grows. So is its invitation, if it has one.
    fn update_password(&self, id: AccountId, hash: &PasswordHash, at: Timestamp)
    -> Result<Option<Account>, StoreError>;

    /// Replaces the hash of a password that stays the same, and returns the account; its tokens stay valid. `None`, and
    /// nothing but perhaps the account revision is changed, when the stored hash is not `verified` any more, or there
    /// is no such account: a password checked against `verified` must not replace one that was set meanwhile.
    fn rehash_password(
        &self,
        id: AccountId,
        verified: &PasswordHash,
        rehashed: &PasswordHash,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError>;

    /// Erases the account where [`crate::accounts::erasure::may_erase`] allows it to `by`, in steps that can be
    /// repeated: it is disabled and its jobs that receive or wait are cancelled; then runs and jobs name it by
    /// [`crate::accounts::erasure::erased_email`]; then its profile, password, invitation, keys, sessions and events
    /// go. Its id and the times of the account stay. SQLite files have none of these bytes afterwards, unless another
    /// process reads an earlier state.
    fn erase(
        &self,
        id: AccountId,
        by: Option<AccountId>,
        at: Timestamp,
    ) -> Result<Result<(), ErasureRefusal>, StoreError>;
}
