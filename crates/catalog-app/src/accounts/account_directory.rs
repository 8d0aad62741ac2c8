//! The accounts that may have tokens, in memory, so that no request reads the store to authenticate its caller.

use super::access_freshness::AccessFreshness;
use crate::runtime::store_call::try_call_store;
use crate::service_failure::ServiceFailure;
use arc_swap::ArcSwap;
use catalog_domain::accounts::{AccessChange, Account, ApiKeyId, CallerAccount, EndingApiKey, access_change};
use catalog_domain::ports::{AccountChanges, AccountPosition, AccountSource, StoreError};
use catalog_domain::pricing::Role;
use catalog_domain::values::{AccountId, Timestamp};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::timeout_at;

/// What is in memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Accounts {
    by_id: HashMap<AccountId, Arc<CallerAccount>>,
    key_owners: HashMap<ApiKeyId, AccountId>,
}

impl Accounts {
    fn get(&self, id: AccountId) -> Option<&Arc<CallerAccount>> {
        self.by_id.get(&id)
    }

    fn insert(&mut self, account: Arc<CallerAccount>) {
        self.remove(account.id);
        self.key_owners.extend(account.keys.iter().map(|key| (key.id, account.id)));
        self.by_id.insert(account.id, account);
    }

    fn remove(&mut self, id: AccountId) {
        for key in self.by_id.remove(&id).iter().flat_map(|account| account.keys.iter()) {
            self.key_owners.remove(&key.id);
        }
    }
}

/// The accounts as of the last refresh, and later ones that have called this server. Pending accounts are not among
/// them.
pub struct AccountDirectory {
    known: ArcSwap<Accounts>,
    source: Arc<dyn AccountSource>,
    /// The state of the store that is in memory; `None` before the first load, and when the store does not know its
    /// state. The lock is held from reading the store until the result is in place: an earlier read never replaces a
    /// later one.
    position: Mutex<Option<AccountPosition>>,
    /// Is told of every change of an account that was known.
    changes: watch::Sender<()>,
    freshness: AccessFreshness,
}

impl AccountDirectory {
    /// An empty directory over `source`.
    pub fn new(source: Arc<dyn AccountSource>) -> Self {
        Self {
            known: ArcSwap::from_pointee(Accounts::default()),
            source,
            position: Mutex::new(None),
            changes: watch::Sender::new(()),
            freshness: AccessFreshness::new(None),
        }
    }

    /// The same, but that its accounts are believed for so long only while the store is out of reach.
    #[must_use]
    pub fn believed_for(self, longest: Option<Duration>) -> Self {
        Self { freshness: AccessFreshness::new(longest), ..self }
    }

    /// The accounts are those that the store had at `at`.
    pub(crate) fn confirm(&self, at: Instant) {
        self.freshness.confirm(at);
    }

    /// Checks that the accounts were compared with the store not too long ago.
    ///
    /// # Errors
    /// [`ServiceFailure::Unavailable`] when they were.
    pub(crate) fn check_fresh(&self) -> Result<(), ServiceFailure> {
        if self.freshness.is_stale(Instant::now()) {
            return Err(ServiceFailure::unavailable("the accounts could not be read for too long"));
        }
        Ok(())
    }

    /// Reads the changes since the last time, or everything when the store does not know them. Called at the start and
    /// whenever the account revision has moved. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read; the directory then stays as it is.
    pub fn refresh(&self) -> Result<(), StoreError> {
        let (mut position, read_at) = (self.position.lock(), Instant::now());
        let changes = match *position {
            Some(known) => self.source.account_changes_since(known)?,
            None => None,
        };
        if let Some(changes) = changes {
            *position = Some(changes.position);
            self.apply(&changes);
        } else {
            let loaded = self.source.load_accounts()?;
            let mut accounts = Accounts::default();
            loaded.accounts.into_iter().for_each(|account| accounts.insert(Arc::new(account)));
            self.known.store(Arc::new(accounts));
            *position = loaded.position;
            self.changes.send_replace(());
        }
        self.confirm(read_at);
        Ok(())
    }

    fn apply(&self, changes: &AccountChanges) {
        let known = self.known.load();
        let is_known = |id: &AccountId| known.get(*id).is_some();
        // Registrations, which are most changes, leave everything as it is.
        if changes.changed.is_empty() && !changes.without_tokens.iter().any(is_known) {
            return;
        }
        self.update(|known| {
            for account in &changes.changed {
                known.insert(Arc::new(account.clone()));
            }
            for id in &changes.without_tokens {
                known.remove(*id);
            }
        });
        self.changes.send_replace(());
    }

    fn update(&self, change: impl Fn(&mut Accounts)) {
        self.known.rcu(|known| {
            let mut known = Accounts::clone(known);
            change(&mut known);
            known
        });
    }

    /// Reads one account again, so that a change takes effect on this server at once. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read; the cached account then stays as it was.
    pub(crate) fn reread(&self, id: AccountId) -> Result<(), StoreError> {
        let _reading = self.position.lock();
        let account = self.source.find_caller(id)?.filter(CallerAccount::may_have_tokens).map(Arc::new);
        if account.is_none() && self.known.load().get(id).is_none() {
            return Ok(());
        }
        self.update(|known| match &account {
            Some(account) => known.insert(Arc::clone(account)),
            None => known.remove(id),
        });
        self.changes.send_replace(());
        Ok(())
    }

    /// Reads `account` again when its cached state would refuse tokens issued to its present one. Blocks.
    pub(crate) fn catch_up_with(&self, account: &Account) -> Result<(), StoreError> {
        let is_behind = self
            .known
            .load()
            .get(account.id)
            .is_some_and(|known| !known.is_active() || known.token_generation != account.token_generation);
        if is_behind { self.reread(account.id) } else { Ok(()) }
    }

    /// Is told of every change of an account that is known.
    pub(crate) fn subscribe(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Waits until `changes` has the next change, or the accounts can be believed no longer. Returns whether there may
    /// be another one.
    pub(crate) async fn next_change(&self, changes: &mut watch::Receiver<()>) -> bool {
        match self.freshness.stale_at() {
            Some(at) => timeout_at(at.into(), changes.changed()).await.unwrap_or(Ok(())).is_ok(),
            None => changes.changed().await.is_ok(),
        }
    }

    /// What has changed since a caller was authenticated as `began`, with `key` if with one. Access also ends while
    /// nobody knows.
    pub(crate) fn access_change(
        &self,
        began: &CallerAccount,
        key: Option<ApiKeyId>,
        now: Timestamp,
    ) -> Option<AccessChange> {
        if self.check_fresh().is_err() {
            return Some(AccessChange::Ended);
        }
        access_change(began, key, self.known.load().get(began.id).map(|account| &**account), now)
    }

    pub(crate) fn find_key_owner(&self, key: ApiKeyId) -> Option<Arc<CallerAccount>> {
        let known = self.known.load();
        known.get(*known.key_owners.get(&key)?).map(Arc::clone)
    }

    /// Asks the store once whose `key` is. Its owner is read again unless the key is in memory.
    pub(crate) async fn look_up_key(self: &Arc<Self>, key: ApiKeyId) -> Result<(), ServiceFailure> {
        let directory = Arc::clone(self);
        try_call_store(move || {
            let owner = directory.source.find_key_owner(key)?;
            let unread = owner.filter(|_| !directory.known.load().key_owners.contains_key(&key));
            unread.map_or(Ok(()), |owner| directory.reread(owner))
        })
        .await
    }

    /// The active administrators who can have tokens, by address.
    pub fn administrators(&self) -> Vec<Arc<CallerAccount>> {
        let known = self.known.load();
        let active = known.by_id.values().filter(|account| account.is_active() && account.role == Role::Administrator);
        let mut administrators: Vec<_> = active.map(Arc::clone).collect();
        administrators.sort_unstable_by(|one, other| one.email.cmp(&other.email));
        administrators
    }

    /// The keys of active accounts whose end is news at `now`, by their end.
    pub fn ending_keys(&self, now: Timestamp) -> Vec<EndingApiKey> {
        let known = self.known.load();
        let of_account = |account: &Arc<CallerAccount>| -> Vec<EndingApiKey> {
            let ending = account.keys.iter().filter(|key| key.has_news_of_end(now));
            let ending = ending.filter_map(|key| {
                let (email, language) = (account.email.clone(), account.language);
                Some(EndingApiKey { id: key.id, email, language, expires_at: key.expires_at? })
            });
            ending.collect()
        };
        let active = known.by_id.values().filter(|account| account.is_active());
        let mut ending: Vec<_> = active.flat_map(of_account).collect();
        ending.sort_unstable_by_key(|key| (key.expires_at, key.id));
        ending
    }

    /// The account with that id. An account made after the last refresh is read from the store, once; one that cannot
    /// have tokens, every time: nobody has a token for it.
    ///
    /// # Errors
    /// [`ServiceFailure`] when it is not cached and the store cannot be read.
    pub async fn find(&self, id: AccountId) -> Result<Option<Arc<CallerAccount>>, ServiceFailure> {
        if let Some(account) = self.known.load().get(id) {
            return Ok(Some(Arc::clone(account)));
        }
        let source = Arc::clone(&self.source);
        let found = try_call_store(move || source.find_caller(id)).await?;
        Ok(found.map(|account| self.remember(account)))
    }

    /// Adds an account that is not cached yet. A cached one stays: it may be newer than the one just read.
    fn remember(&self, account: CallerAccount) -> Arc<CallerAccount> {
        let account = Arc::new(account);
        if !account.may_have_tokens() {
            return account;
        }
        self.update(|known| {
            if known.get(account.id).is_none() {
                known.insert(Arc::clone(&account));
            }
        });
        self.known.load().get(account.id).map_or(account, Arc::clone)
    }
}

#[cfg(test)]
mod tests;
