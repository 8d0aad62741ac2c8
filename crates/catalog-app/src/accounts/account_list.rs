//! Accounts as administrators look them up.

use super::Accounts;
use super::account_order::AccountOrder;
use super::audit::{AuditActor, audit_seeing_as};
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{Account, CallerAccount, login_key};
use catalog_domain::ports::{AccountEvent, AccountFilter, AccountList, AccountPage, StoreError};
use catalog_domain::values::AccountId;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// Accounts that a search reads at once.
const BATCH: u32 = 1_000;

/// Which accounts administrators look for.
#[derive(Debug, Clone, Default)]
pub struct AccountSearch {
    /// What the store filters by.
    pub filter: AccountFilter,
    /// What one of their texts has, or their id is, in any case; empty: all of them.
    pub text: String,
    /// Whether they are only those whose last message from this server did not leave.
    pub lacks_mail: bool,
}

/// The same as accounts are compared with it.
struct Wanted {
    /// In lower case.
    text: String,
    /// The addresses that they may have; `None`: any.
    addresses: Option<HashSet<String>>,
}

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
    pub async fn find(&self, id: AccountId) -> Result<Option<Account>, ServiceFailure> {
        self.at_store(move |ports| ports.store.find(id)).await
    }

    /// How the account with that id sees the catalog, from memory where it may have tokens; `None` when there is none.
    ///
    /// # Errors
    /// [`ServiceFailure`] when it is not cached and the store cannot be read.
    pub async fn find_caller(&self, id: AccountId) -> Result<Option<Arc<CallerAccount>>, ServiceFailure> {
        self.0.directory.find(id).await
    }

    /// Notes that `administrator` begins to see the catalog as `account` does.
    pub async fn begin_seeing_as(&self, administrator: AccountId, account: AccountId) {
        let by = AuditActor::Administrator(administrator);
        self.record_in_background(vec![audit_seeing_as(by, account, self.0.clock.now())]).await;
    }

    /// The addresses of those of the accounts that are there.
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
    pub fn find_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        self.0.store.find_by_login(login)
    }

    /// The events of an account, the latest first.
    pub async fn events(&self, id: AccountId) -> Result<Vec<AccountEvent>, ServiceFailure> {
        self.at_store(move |ports| ports.history.account_events(id)).await
    }

    /// A page of the accounts by id.
    pub async fn list(&self, filter: AccountFilter, rows: Rows) -> Result<AccountPage, ServiceFailure> {
        self.at_store(move |ports| ports.list.list_page(filter, rows.offset, rows.count)).await
    }

    /// A page of the accounts that are looked for.
    pub async fn search(
        &self,
        wanted: &AccountSearch,
        order: AccountOrder,
        rows: Rows,
    ) -> Result<AccountPage, ServiceFailure> {
        let filter = wanted.filter;
        if wanted.text.is_empty() && !wanted.lacks_mail && order == AccountOrder::default() {
            return self.list(filter, rows).await;
        }
        let wanted = self.wanted(wanted);
        self.at_store(move |ports| search(&*ports.list, filter, &wanted, order, rows)).await
    }

    /// Those of the next thousand accounts after `after`, by id, that are looked for, and the last one that was looked
    /// at; `None` at the end.
    pub async fn search_after(
        &self,
        wanted: &AccountSearch,
        after: Option<AccountId>,
    ) -> Result<Option<(Vec<Account>, AccountId)>, ServiceFailure> {
        let (filter, wanted) = (wanted.filter, self.wanted(wanted));
        let batch = self.at_store(move |ports| ports.list.list_after(filter, after, BATCH)).await?;
        let Some(last) = batch.last().map(|account| account.id) else { return Ok(None) };
        Ok(Some((batch.into_iter().filter(|account| wanted.has(account)).collect(), last)))
    }

    fn wanted(&self, wanted: &AccountSearch) -> Wanted {
        Wanted { text: login_key(&wanted.text), addresses: wanted.lacks_mail.then(|| self.undelivered()) }
    }
}

/// Texts are compared here and not by the store: its engines differ in what they know of letters. A search reads all
/// accounts, a thousand at a time, and has those in memory that come before the end of the page.
fn search(
    list: &dyn AccountList,
    filter: AccountFilter,
    wanted: &Wanted,
    order: AccountOrder,
    rows: Rows,
) -> Result<AccountPage, StoreError> {
    let (first, count) = (usize::try_from(rows.offset).unwrap_or(usize::MAX), rows.count as usize);
    let (mut found, mut total, mut after) = (Vec::new(), 0, None);
    loop {
        let batch = list.list_after(filter, after, BATCH)?;
        let is_last = batch.len() < BATCH as usize;
        after = batch.last().map(|account| account.id);
        let matching = batch.into_iter().filter(|account| wanted.has(account));
        let known = found.len();
        found.extend(matching.map(|account| (order.key(&account), account)));
        total += (found.len() - known) as u64;
        found.sort_unstable_by(|(one, _), (other, _)| order.compare(one, other));
        found.truncate(first.saturating_add(count));
        if is_last {
            let accounts = found.into_iter().skip(first).map(|(_, account)| account).collect();
            return Ok(AccountPage { accounts, total });
        }
    }
}

impl Wanted {
    fn has(&self, account: &Account) -> bool {
        let profile = &account.profile;
        let texts = [Some(&profile.email), Some(&profile.name), Some(&profile.company), profile.phone.as_ref()];
        let has_text = || texts.into_iter().flatten().any(|text| text.to_lowercase().contains(&self.text));
        let has_address = self.addresses.as_ref().is_none_or(|addresses| addresses.contains(&profile.email));
        has_address && (has_text() || account.id.to_string() == self.text)
    }
}
