//! All accounts in memory, so that no request reads the store to learn who is calling.

use crate::service_failure::ServiceFailure;
use crate::store_call::try_call_store;
use arc_swap::ArcSwap;
use catalog_domain::account::Account;
use catalog_domain::identifiers::AccountId;
use catalog_domain::ports::{AccountStore, StoreError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The accounts as of the last refresh, and those made since that have shown up here.
pub struct AccountDirectory {
    known: ArcSwap<HashMap<AccountId, Arc<Account>>>,
    store: Arc<dyn AccountStore>,
    /// Held from reading the store until the result is in place: what was read earlier never replaces what was read later.
    reading: Mutex<()>,
}

impl std::fmt::Debug for AccountDirectory {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("AccountDirectory").field("known", &self.known.load().len()).finish_non_exhaustive()
    }
}

impl AccountDirectory {
    /// An empty directory before `store`.
    #[must_use]
    pub fn new(store: Arc<dyn AccountStore>) -> Self {
        Self { known: ArcSwap::from_pointee(HashMap::new()), store, reading: Mutex::new(()) }
    }

    /// Reads all accounts anew. Called at the start and whenever the account revision has moved. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read; the directory then stays as it is.
    pub fn reload(&self) -> Result<(), StoreError> {
        let _reading = self.read_alone();
        let accounts = self.store.list(None)?;
        self.known.store(Arc::new(accounts.into_iter().map(|account| (account.id, Arc::new(account))).collect()));
        Ok(())
    }

    /// Reads one account anew, so that a change made just now counts at once on this server. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read; the account then stays as it was known.
    pub fn reread(&self, id: AccountId) -> Result<(), StoreError> {
        let _reading = self.read_alone();
        if let Some(account) = self.store.find(id)? {
            let account = Arc::new(account);
            self.known.rcu(|known| {
                let mut known = HashMap::clone(known);
                known.insert(id, Arc::clone(&account));
                known
            });
        }
        Ok(())
    }

    /// Reads `account` anew when it is known here in a state that refuses tokens issued to what it is now. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub fn catch_up_with(&self, account: &Account) -> Result<(), StoreError> {
        let is_behind = self
            .known
            .load()
            .get(&account.id)
            .is_some_and(|known| !known.is_active() || known.token_generation != account.token_generation);
        if is_behind { self.reread(account.id) } else { Ok(()) }
    }

    fn read_alone(&self) -> MutexGuard<'_, ()> {
        // There is nothing behind the lock that a panic could leave half done.
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The account with that id. One that was made after the last refresh is read from the store, once.
    ///
    /// # Errors
    /// [`ServiceFailure`] when it is not known here and the store cannot be read.
    pub async fn find(&self, id: AccountId) -> Result<Option<Arc<Account>>, ServiceFailure> {
        if let Some(account) = self.known.load().get(&id) {
            return Ok(Some(Arc::clone(account)));
        }
        let store = Arc::clone(&self.store);
        let found = try_call_store(move || store.find(id)).await?;
        Ok(found.map(|account| self.remember(account)))
    }

    /// Adds an account that is not known yet. A known one stays: it may be newer than what was read just now.
    fn remember(&self, account: Account) -> Arc<Account> {
        let account = Arc::new(account);
        self.known.rcu(|known| {
            let mut known = HashMap::clone(known);
            known.entry(account.id).or_insert_with(|| Arc::clone(&account));
            known
        });
        self.known.load().get(&account.id).map_or(account, Arc::clone)
    }
}
