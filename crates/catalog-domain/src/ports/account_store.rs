//! Where accounts are kept.

use super::StoreError;
use crate::account::{Account, AccountProfile, NewAccount, PasswordHash};
use crate::identifiers::AccountId;
use crate::timestamp::Timestamp;

/// What to do to a profile. Any closure over a profile is one.
pub trait ProfileChange {
    /// Does it.
    fn apply(&mut self, profile: &mut AccountProfile);
}

impl<F: FnMut(&mut AccountProfile)> ProfileChange for F {
    fn apply(&mut self, profile: &mut AccountProfile) {
        self(profile);
    }
}

/// Keeps accounts. Every change makes a new account revision.
///
/// Who asks for access is in [`super::Registrations`], who may set a password in [`super::InvitationStore`], what lists
/// are made of in [`super::AccountList`], and what servers keep in memory in [`super::AccountSource`].
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait AccountStore: Send + Sync {
    /// The account whose login equals `login` (see [`crate::account::login_key`]); `None` when there is none.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    fn find_by_login(&self, login: &str) -> Result<Option<Account>, StoreError>;

    /// The account with that id; `None` when there is none.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError>;

    /// Makes an account and returns it; `None` when the login is taken, and then nothing is written.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be written.
    fn insert(&self, account: &NewAccount) -> Result<Option<Account>, StoreError>;

    /// Changes the profile and returns the account as it stands then; `None` when there is none, and then `change` is not
    /// called. `change` is called once with the profile as it is, inside the transaction that writes the result, so that of
    /// two changes at once neither undoes the other; it must be quick and not use the store. What it does to the e-mail
    /// is ignored. When the account stops being active, its tokens and its invitation die with it: the token generation
    /// grows. When it stops being pending, it has no password afterwards: one that an earlier version stored for it was
    /// chosen by somebody whose address nobody had checked.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be written.
    fn update_profile(
        &self,
        id: AccountId,
        change: &mut dyn ProfileChange,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError>;

    /// Gives the account a new password and returns it; `None` when there is none. Its tokens die with the old password:
    /// the token generation grows. So does its invitation, if it has one.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be written.
    fn update_password(&self, id: AccountId, hash: &PasswordHash, at: Timestamp)
    -> Result<Option<Account>, StoreError>;

    /// Replaces the hash of a password that stays the same, and returns the account; its tokens live on. `None`, and
    /// nothing but perhaps the account revision is changed, when the stored hash is not `verified` any more, or there is no
    /// such account: whoever checked a password against `verified` must not put it back over one that was set meanwhile.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be written.
    fn rehash_password(
        &self,
        id: AccountId,
        verified: &PasswordHash,
        rehashed: &PasswordHash,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError>;
}
