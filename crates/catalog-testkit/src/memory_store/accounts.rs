//! Accounts in memory.

use super::{MemoryStore, State};
use catalog_domain::account::{Account, AccountStatus, NewAccount, PasswordHash, login_key};
use catalog_domain::identifiers::AccountId;
use catalog_domain::ports::{AccountStore, ProfileChange, StoreError};
use catalog_domain::timestamp::Timestamp;

impl AccountStore for MemoryStore {
    fn find_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        Ok(self.state().account_of(login).cloned())
    }

    fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        Ok(self.state().accounts.iter().find(|account| account.id == id).cloned())
    }

    fn insert(&self, account: &NewAccount) -> Result<Option<Account>, StoreError> {
        let mut state = self.state();
        if state.account_of(&account.profile.email).is_some() {
            return Ok(None);
        }
        let last = state.accounts.last().map_or(0, |account| account.id.0);
        let account = Account {
            id: AccountId(last + 1),
            profile: account.profile.clone(),
            password_hash: account.password_hash.clone(),
            token_generation: 0,
            created_at: account.created_at,
            updated_at: account.created_at,
        };
        state.accounts.push(account.clone());
        state.account_revision += 1;
        Ok(Some(account))
    }

    fn update_profile(
        &self,
        id: AccountId,
        change: &mut dyn ProfileChange,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        Ok(self.state().change_account(id, |account| {
            let was_active = account.is_active();
            let email = account.profile.email.clone();
            change.apply(&mut account.profile);
            account.profile.email = email;
            account.token_generation += i64::from(was_active && account.profile.status != AccountStatus::Active);
            account.updated_at = at;
        }))
    }

    fn update_password(
        &self,
        id: AccountId,
        hash: &PasswordHash,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        Ok(self.state().change_account(id, |account| {
            account.password_hash = hash.clone();
            account.token_generation += 1;
            account.updated_at = at;
        }))
    }

    fn rehash_password(
        &self,
        id: AccountId,
        verified: &PasswordHash,
        rehashed: &PasswordHash,
        at: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        let mut state = self.state();
        let is_unchanged = |account: &Account| account.id == id && account.password_hash == *verified;
        if !state.accounts.iter().any(is_unchanged) {
            return Ok(None);
        }
        Ok(state.change_account(id, |account| {
            account.password_hash = rehashed.clone();
            account.updated_at = at;
        }))
    }

    fn list(&self, status: Option<AccountStatus>) -> Result<Vec<Account>, StoreError> {
        let is_listed = |account: &&Account| status.is_none_or(|status| account.profile.status == status);
        Ok(self.state().accounts.iter().filter(is_listed).cloned().collect())
    }
}

impl State {
    fn account_of(&self, login: &str) -> Option<&Account> {
        let key = login_key(login);
        self.accounts.iter().find(|account| login_key(&account.profile.email) == key)
    }

    fn change_account(&mut self, id: AccountId, change: impl FnOnce(&mut Account)) -> Option<Account> {
        let account = self.accounts.iter_mut().find(|account| account.id == id)?;
        change(account);
        self.account_revision += 1;
        Some(account.clone())
    }
}
