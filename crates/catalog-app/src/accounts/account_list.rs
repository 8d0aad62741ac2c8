//! Accounts as administrators look them up.

use super::Accounts;
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{Account, login_key};
use catalog_domain::ports::{AccountEvent, AccountFilter, AccountList, AccountPage, StoreError};
use catalog_domain::values::AccountId;
use std::collections::{BTreeSet, HashMap};

/// Accounts that a search reads at once.
const BATCH: u32 = 1_000;

/// Rows of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rows {
    /// How many precede them.
    pub offset: u64,
    /// The most of them.
    pub count: u32,
}

impl Accounts {
    /// The account with that id.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read.
    pub async fn find(&self, id: AccountId) -> Result<Option<Account>, ServiceFailure> {
        self.at_store(move |ports| ports.store.find(id)).await
    }

    /// The addresses of those of the accounts that are there.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read.
    pub async fn addresses_of(&self, ids: BTreeSet<AccountId>) -> Result<HashMap<AccountId, String>, ServiceFailure> {
        self.at_store(move |ports| -> Result<_, StoreError> {
            let mut addresses = HashMap::new();
            for id in ids {
                addresses.extend(ports.store.find(id)?.map(|account| (id, account.profile.email)));
            }
            Ok(addresses)
        })
        .await
    }

    /// The account with that login. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub fn find_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        self.0.store.find_by_login(login)
    }

    /// The events of an account, the latest first.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read.
    pub async fn events(&self, id: AccountId) -> Result<Vec<AccountEvent>, ServiceFailure> {
        self.at_store(move |ports| ports.history.account_events(id)).await
    }

    /// A page of the accounts by id.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read.
    pub async fn list(&self, filter: AccountFilter, rows: Rows) -> Result<AccountPage, ServiceFailure> {
        self.at_store(move |ports| ports.list.list_page(filter, rows.offset, rows.count)).await
    }

    /// A page of the accounts that have `text` in one of their texts or as their id, in any case; of all of them when
    /// it is empty.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read.
    pub async fn search(&self, filter: AccountFilter, text: &str, rows: Rows) -> Result<AccountPage, ServiceFailure> {
        if text.is_empty() {
            return self.list(filter, rows).await;
        }
        let wanted = login_key(text);
        self.at_store(move |ports| search(&*ports.list, filter, &wanted, rows)).await
    }
}

/// Texts are compared here and not by the store: its engines differ in what they know of letters. A search reads all
/// accounts, a thousand at a time.
fn search(list: &dyn AccountList, filter: AccountFilter, wanted: &str, rows: Rows) -> Result<AccountPage, StoreError> {
    let (mut found, mut after) = (AccountPage { accounts: Vec::new(), total: 0 }, None);
    loop {
        let batch = list.list_after(filter, after, BATCH)?;
        let is_last = batch.len() < BATCH as usize;
        after = batch.last().map(|account| account.id);
        for account in batch.into_iter().filter(|account| matches(account, wanted)) {
            found.total += 1;
            if found.total > rows.offset && found.accounts.len() < rows.count as usize {
                found.accounts.push(account);
            }
        }
        if is_last {
            return Ok(found);
        }
    }
}

/// Whether the account has `wanted`, which is in lower case, in one of its texts or as its id.
fn matches(account: &Account, wanted: &str) -> bool {
    let profile = &account.profile;
    let texts = [Some(&profile.email), Some(&profile.name), Some(&profile.company), profile.phone.as_ref()];
    texts.into_iter().flatten().any(|text| text.to_lowercase().contains(wanted)) || account.id.to_string() == wanted
}
