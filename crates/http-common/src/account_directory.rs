//! All accounts in memory, so that no request reads the store to learn who is calling.

use crate::background::{BackgroundError, in_background};
use arc_swap::ArcSwap;
use catalog_domain::account::Account;
use catalog_domain::identifiers::AccountId;
use catalog_domain::ports::{AccountStore, StoreError};
use std::collections::HashMap;
use std::sync::Arc;

/// The accounts as of the last refresh, and those made since that have shown up here.
pub struct AccountDirectory {
    known: ArcSwap<HashMap<AccountId, Arc<Account>>>,
    store: Arc<dyn AccountStore>,
}

impl std::fmt::Debug for AccountDirectory {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("AccountDirectory").field("known", &self.known.load().len()).finish_non_exhaustive()
    }
}

/// Why an account could not be looked up.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The work was lost.
    #[error(transparent)]
    Background(#[from] BackgroundError),
}

impl AccountDirectory {
    /// An empty directory before `store`.
    #[must_use]
    pub fn new(store: Arc<dyn AccountStore>) -> Self {
        Self { known: ArcSwap::from_pointee(HashMap::new()), store }
    }

    /// Reads all accounts anew. Called at the start and whenever the account revision has moved. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read; the directory then stays as it is.
    pub fn reload(&self) -> Result<(), StoreError> {
        let accounts = self.store.list(None)?;
        self.known.store(Arc::new(accounts.into_iter().map(|account| (account.id, Arc::new(account))).collect()));
        Ok(())
    }

    /// The account with that id. One that was made after the last refresh is read from the store, once.
    ///
    /// # Errors
    /// [`DirectoryError`] when it is not known here and the store cannot be read.
    pub async fn find(&self, id: AccountId) -> Result<Option<Arc<Account>>, DirectoryError> {
        if let Some(account) = self.known.load().get(&id) {
            return Ok(Some(Arc::clone(account)));
        }
        let store = Arc::clone(&self.store);
        let found = in_background(move || store.find(id)).await??;
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
