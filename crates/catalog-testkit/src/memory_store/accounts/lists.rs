//! Lists of accounts, and the part that servers cache, from memory.

use super::super::MemoryStore;
use super::{Accounts, StoredAccount};
use catalog_domain::accounts::{Account, CallerAccount, CallerKey, KeyId};
use catalog_domain::ports::{
    AccountChanges, AccountFilter, AccountList, AccountPage, AccountPosition, AccountSnapshot, AccountSource,
    StoreError,
};
use catalog_domain::values::{AccountId, AccountRevision};

/// The mark of every revision: this store is never restored.
const MARK: i64 = 42;

impl AccountList for MemoryStore {
    fn list_page(&self, filter: AccountFilter, offset: u64, limit: u32) -> Result<AccountPage, StoreError> {
        let state = self.state();
        let listed: Vec<&Account> = state.accounts.filtered(filter).collect();
        let total = listed.len() as u64;
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let accounts = listed.into_iter().skip(offset).take(limit as usize).cloned().collect();
        Ok(AccountPage { accounts, total })
    }

    fn list_after(
        &self,
        filter: AccountFilter,
        after: Option<AccountId>,
        limit: u32,
    ) -> Result<Vec<Account>, StoreError> {
        let state = self.state();
        let rest = state.accounts.filtered(filter).filter(|account| after.is_none_or(|after| account.id > after));
        Ok(rest.take(limit as usize).cloned().collect())
    }
}

impl AccountSource for MemoryStore {
    fn load_accounts(&self) -> Result<AccountSnapshot, StoreError> {
        let state = self.state();
        let callers = state.accounts.rows.iter().map(|row| state.accounts.caller(row));
        Ok(AccountSnapshot {
            position: state.accounts.position(),
            accounts: callers.filter(CallerAccount::may_have_tokens).collect(),
        })
    }

    fn account_changes_since(&self, known: AccountPosition) -> Result<Option<AccountChanges>, StoreError> {
        let state = self.state();
        let Some(position) = state.accounts.position() else { return Ok(None) };
        if known.mark != MARK || known.revision > position.revision {
            return Ok(None);
        }
        let is_newer = |row: &&StoredAccount| row.revision > known.revision.0;
        let changed = state.accounts.rows.iter().filter(is_newer).map(|row| state.accounts.caller(row));
        let (changed, others): (Vec<_>, Vec<_>) = changed.partition(CallerAccount::may_have_tokens);
        let without_tokens = others.into_iter().map(|account| account.id).collect();
        Ok(Some(AccountChanges { position, changed, without_tokens }))
    }

    fn find_caller(&self, id: AccountId) -> Result<Option<CallerAccount>, StoreError> {
        let state = self.state();
        let row = state.accounts.rows.iter().find(|row| row.account.id == id);
        Ok(row.map(|row| state.accounts.caller(row)))
    }

    fn find_key_owner(&self, key: KeyId) -> Result<Option<AccountId>, StoreError> {
        Ok(self.state().accounts.keys.iter().find(|stored| stored.id == key).map(|stored| stored.account))
    }
}

impl Accounts {
    fn caller(&self, row: &StoredAccount) -> CallerAccount {
        let keys = self.keys.iter().filter(|key| key.account == row.account.id).map(CallerKey::from).collect();
        CallerAccount { keys, ..CallerAccount::from(&row.account) }
    }

    fn filtered(&self, filter: AccountFilter) -> impl Iterator<Item = &Account> {
        let AccountFilter { status, password_requested } = filter;
        self.rows.iter().map(|row| &row.account).filter(move |account| {
            status.is_none_or(|status| account.profile.status == status)
                && password_requested.is_none_or(|is| account.password_requested_at.is_some() == is)
        })
    }

    fn position(&self) -> Option<AccountPosition> {
        (self.revision > 0).then_some(AccountPosition { revision: AccountRevision(self.revision), mark: MARK })
    }
}
