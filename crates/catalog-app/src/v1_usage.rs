//! Who still uses v1: counted, recorded in the store, and listed for administrators.

mod counter;
mod recording;

pub use counter::V1UsageCounter;
pub use recording::record_every_minute;

use crate::accounts::Rows;
use crate::runtime::try_call_store;
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::Account;
use catalog_domain::ports::{AccountStore, StoreError, V1Caller, V1Usage, V1UsageStore};
use catalog_domain::values::Timestamp;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// The recorded requests to v1.
pub struct V1UsageReport {
    store: Arc<dyn V1UsageStore>,
    accounts: Arc<dyn AccountStore>,
}

/// Some of the callers of v1.
#[derive(Debug)]
pub struct V1CallerPage {
    /// All callers.
    pub total: u64,
    /// Those of the page, the latest first.
    pub callers: Vec<V1CallerUsage>,
}

/// What one caller used.
#[derive(Debug)]
pub struct V1CallerUsage {
    /// The caller.
    pub caller: V1Caller,
    /// The account, if the caller is one that is there.
    pub account: Option<Account>,
    /// All requests.
    pub requests: u64,
    /// The last of them.
    pub last_used_at: Timestamp,
    /// The most used first.
    pub routes: Vec<V1Usage>,
}

impl V1UsageReport {
    /// What `store` has, with the callers' accounts.
    pub fn new(store: Arc<dyn V1UsageStore>, accounts: Arc<dyn AccountStore>) -> Self {
        Self { store, accounts }
    }

    /// Where requests are recorded.
    pub fn store(&self) -> &Arc<dyn V1UsageStore> {
        &self.store
    }

    /// A page of the callers.
    pub async fn list(&self, rows: Rows) -> Result<V1CallerPage, ServiceFailure> {
        let (store, accounts) = (Arc::clone(&self.store), Arc::clone(&self.accounts));
        try_call_store(move || read(&*store, &*accounts, rows)).await
    }
}

fn read(store: &dyn V1UsageStore, accounts: &dyn AccountStore, rows: Rows) -> Result<V1CallerPage, StoreError> {
    let mut routes: HashMap<V1Caller, Vec<V1Usage>> = HashMap::new();
    for usage in store.v1_usage()? {
        routes.entry(usage.caller).or_default().push(usage);
    }
    let mut callers: Vec<V1CallerUsage> =
        routes.into_iter().map(|(caller, routes)| V1CallerUsage::new(caller, routes)).collect();
    callers.sort_unstable_by_key(|usage| (Reverse(usage.last_used_at), usage.caller));
    let total = callers.len() as u64;
    let first = usize::try_from(rows.offset).unwrap_or(usize::MAX);
    let mut callers: Vec<V1CallerUsage> = callers.into_iter().skip(first).take(rows.count as usize).collect();
    for usage in &mut callers {
        if let V1Caller::Account(id) = usage.caller {
            usage.account = accounts.find(id)?;
        }
    }
    Ok(V1CallerPage { total, callers })
}

impl V1CallerUsage {
    fn new(caller: V1Caller, mut routes: Vec<V1Usage>) -> Self {
        routes.sort_unstable_by(|one, other| {
            (Reverse(one.requests), &one.route).cmp(&(Reverse(other.requests), &other.route))
        });
        let last_used_at = routes.iter().map(|usage| usage.last_used_at).max();
        Self {
            caller,
            account: None,
            requests: routes.iter().map(|usage| usage.requests).sum(),
            last_used_at: last_used_at.unwrap_or(Timestamp::from_unix_microseconds(0)),
            routes,
        }
    }
}
