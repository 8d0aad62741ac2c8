//! Accounts in memory.

mod history;
mod invitations;
mod keys;
mod lists;
mod sessions;
mod v1_usage;

use super::MemoryStore;
use catalog_domain::accounts::{
    Account, AccountKey, AccountStatus, InvitationHash, KeyId, NewAccount, PasswordHash, SessionHash, login_key,
};
use catalog_domain::imports::reason_to_cancel;
use catalog_domain::ports::{
    AccountEvent, AccountStore, ProfileChange, Registration, Registrations, StoreError, V1Caller, VerifiedToken,
};
use catalog_domain::values::{AccountId, Timestamp};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// All accounts, by id ascending.
#[derive(Clone, Default)]
pub(super) struct Accounts {
    rows: Vec<StoredAccount>,
    last_id: i64,
    pub(super) revision: i64,
    /// The keys of all accounts, the oldest first.
    keys: Vec<AccountKey>,
    notified_keys: BTreeSet<KeyId>,
    sessions: HashMap<SessionHash, VerifiedToken>,
    /// The recorded events, the oldest first.
    events: Vec<AccountEvent>,
    /// Requests to v1 and the time of the last one, by caller and route.
    v1_usage: BTreeMap<(V1Caller, Box<str>), (u64, Timestamp)>,
}

#[derive(Clone)]
struct StoredAccount {
    account: Account,
    invitation: Option<InvitationHash>,
    /// The account revision that last changed it.
    revision: i64,
}

impl AccountStore for MemoryStore {
    fn find_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        Ok(self.state().accounts.of_login(login).map(|row| row.account.clone()))
    }

    fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let state = self.state();
        Ok(state.accounts.rows.iter().find(|row| row.account.id == id).map(|row| row.account.clone()))
    }

    fn insert(&self, account: &NewAccount) -> Result<Option<Account>, StoreError> {
        let mut state = self.state();
        let is_taken = state.accounts.of_login(&account.profile.email).is_some();
        Ok((!is_taken).then(|| state.accounts.add(account)))
    }

    fn update_profile(
        &self,
        id: AccountId,
        change: &mut dyn ProfileChange,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        let mut state = self.state();
        let mut reason = None;
        let changed = state.accounts.change(id, |row| {
            let account = &mut row.account;
            let profile = account.profile.clone();
            change.apply(&mut account.profile);
            reason = reason_to_cancel(&profile, &account.profile);
            let before = profile.status;
            account.profile.email = profile.email;
            account.updated_at = at;
            let after = account.profile.status;
            if before == AccountStatus::Active && after != AccountStatus::Active {
                account.token_generation += 1;
                account.invitation_expires_at = None;
                row.invitation = None;
            }
            if before == AccountStatus::Pending && after != AccountStatus::Pending {
                row.account.password_hash = None;
            }
        });
        if let Some(reason) = reason {
            state.jobs.cancel_all_of(id, reason, at);
        }
        Ok(changed)
    }

    fn update_password(
        &self,
        id: AccountId,
        hash: &PasswordHash,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        Ok(self.state().accounts.change(id, |row| row.set_password(hash, at)))
    }

    fn rehash_password(
        &self,
        id: AccountId,
        verified: &PasswordHash,
        rehashed: &PasswordHash,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        let mut state = self.state();
        let is_unchanged = |row: &StoredAccount| row.account.password_hash.as_ref() == Some(verified);
        if !state.accounts.rows.iter().any(|row| row.account.id == id && is_unchanged(row)) {
            return Ok(None);
        }
        Ok(state.accounts.change(id, |row| {
            row.account.password_hash = Some(rehashed.clone());
            row.account.updated_at = at;
        }))
    }
}

impl Registrations for MemoryStore {
    fn register(&self, account: &NewAccount, most_pending: u32) -> Result<Registration, StoreError> {
        let mut state = self.state();
        let accounts = &mut state.accounts;
        let key = login_key(&account.profile.email);
        let known = accounts.rows.iter_mut().find(|row| login_key(&row.account.profile.email) == key);
        let (id, is_new) = if let Some(row) = known {
            row.account.registration_attempts += 1;
            (row.account.id, false)
        } else {
            (accounts.add(account).id, true)
        };
        let pending = accounts.rows.iter().filter(|row| row.account.profile.status == AccountStatus::Pending);
        let excess = pending.count().saturating_sub(most_pending as usize);
        let mut left = excess;
        accounts.rows.retain(|row| {
            let is_forgotten = left > 0 && row.account.profile.status == AccountStatus::Pending;
            left -= usize::from(is_forgotten);
            !is_forgotten
        });
        Ok(Registration { account: id, is_new, forgotten: excess as u64 })
    }
}

impl Accounts {
    fn of_login(&self, login: &str) -> Option<&StoredAccount> {
        let key = login_key(login);
        self.rows.iter().find(|row| login_key(&row.account.profile.email) == key)
    }

    fn add(&mut self, account: &NewAccount) -> Account {
        self.last_id += 1;
        self.revision += 1;
        let account = Account {
            id: AccountId(self.last_id),
            profile: account.profile.clone(),
            password_hash: account.password_hash.clone(),
            token_generation: 0,
            registration_attempts: 0,
            password_requested_at: None,
            invitation_expires_at: None,
            created_at: account.created_at,
            updated_at: account.created_at,
        };
        self.rows.push(StoredAccount { account: account.clone(), invitation: None, revision: self.revision });
        account
    }

    fn change(&mut self, id: AccountId, change: impl FnOnce(&mut StoredAccount)) -> Option<Account> {
        let row = self.rows.iter_mut().find(|row| row.account.id == id)?;
        self.revision += 1;
        change(row);
        row.revision = self.revision;
        Some(row.account.clone())
    }
}

impl StoredAccount {
    fn set_password(&mut self, hash: &PasswordHash, at: Timestamp) {
        self.invitation = None;
        let account = &mut self.account;
        account.password_hash = Some(hash.clone());
        account.token_generation += 1;
        account.invitation_expires_at = None;
        account.password_requested_at = None;
        account.updated_at = at;
    }
}
