//! Keys of accounts in memory.

use crate::memory_store::MemoryStore;
use catalog_domain::accounts::{AccountKey, EndingKey, KeyId, MOST_ENDED_KEYS, MOST_KEYS};
use catalog_domain::ports::{KeyAdded, KeyStore, StoreError};
use catalog_domain::values::{AccountId, Timestamp};

impl KeyStore for MemoryStore {
    fn add_key(&self, key: &AccountKey) -> Result<KeyAdded, StoreError> {
        let accounts = &mut self.state().accounts;
        if !accounts.rows.iter().any(|row| row.account.id == key.account && row.account.is_active()) {
            return Ok(KeyAdded::NotActive);
        }
        let now = key.created_at;
        let is_live = |stored: &&AccountKey| stored.account == key.account && !stored.has_ended(now);
        if accounts.keys.iter().filter(is_live).count() >= MOST_KEYS {
            return Ok(KeyAdded::TooMany);
        }
        let is_ended = |stored: &&AccountKey| stored.account == key.account && stored.has_ended(now);
        let mut ended: Vec<_> = accounts.keys.iter().filter(is_ended).map(|key| (key.expires_at, key.id)).collect();
        ended.sort_unstable_by(|one, other| other.cmp(one));
        let forgotten: Vec<KeyId> = ended.into_iter().skip(MOST_ENDED_KEYS).map(|(_, id)| id).collect();
        accounts.keys.retain(|stored| !forgotten.contains(&stored.id));
        accounts.keys.push(key.clone());
        accounts.change(key.account, |_| ());
        Ok(KeyAdded::Added)
    }

    fn keys_of(&self, account: AccountId) -> Result<Vec<AccountKey>, StoreError> {
        let keys = self.all_keys()?;
        Ok(keys.into_iter().filter(|key| key.account == account).collect())
    }

    fn all_keys(&self) -> Result<Vec<AccountKey>, StoreError> {
        let mut keys = self.state().accounts.keys.clone();
        keys.sort_by_key(|key| (key.account, std::cmp::Reverse(key.created_at), key.id));
        Ok(keys)
    }

    fn delete_key(&self, account: AccountId, key: KeyId) -> Result<Option<AccountKey>, StoreError> {
        let accounts = &mut self.state().accounts;
        let found = accounts.keys.iter().position(|stored| stored.account == account && stored.id == key);
        let deleted = found.map(|at| accounts.keys.remove(at));
        if deleted.is_some() {
            accounts.change(account, |_| ());
        }
        Ok(deleted)
    }

    fn note_key_uses(&self, keys: &[KeyId], at: Timestamp) -> Result<(), StoreError> {
        for stored in self.state().accounts.keys.iter_mut().filter(|stored| keys.contains(&stored.id)) {
            stored.last_used_at = stored.last_used_at.max(Some(at));
        }
        Ok(())
    }

    fn take_ending_keys(&self, now: Timestamp, most: usize) -> Result<Vec<EndingKey>, StoreError> {
        let accounts = &mut self.state().accounts;
        let owner = |key: &AccountKey| accounts.rows.iter().find(|row| row.account.id == key.account);
        let mut ending: Vec<EndingKey> = accounts
            .keys
            .iter()
            .filter_map(|key| {
                let owner = &owner(key).filter(|row| row.account.is_active())?.account;
                let is_due = key.has_news_of_end(now) && !accounts.notified_keys.contains(&key.id);
                let expires_at = key.expires_at.filter(|_| is_due)?;
                let (email, language) = (owner.profile.email.as_str().into(), owner.profile.language);
                Some(EndingKey { id: key.id, email, language, expires_at })
            })
            .collect();
        ending.sort_by_key(|key| (key.expires_at, key.id));
        ending.truncate(most);
        accounts.notified_keys.extend(ending.iter().map(|key| key.id));
        Ok(ending)
    }
}
