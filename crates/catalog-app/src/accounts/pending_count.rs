//! The number of pending requests for access, which every page of administrators shows. It is counted for each, by an
//! index: a number from memory would be another one on the next page, and on another server.

use super::Accounts;
use crate::runtime::try_call_store_briefly;
use crate::service_failure::causes;
use catalog_domain::accounts::AccountStatus;
use catalog_domain::ports::AccountFilter;
use std::sync::Arc;

impl Accounts {
    /// How many requests for access wait; `None` when the store cannot be read.
    pub async fn count_pending(&self) -> Option<u64> {
        self.count_accounts(AccountFilter { status: Some(AccountStatus::Pending), ..AccountFilter::default() }).await
    }

    /// How many accounts `filter` lets through; `None` when the store cannot be read.
    pub async fn count_accounts(&self, filter: AccountFilter) -> Option<u64> {
        let ports = Arc::clone(&self.0);
        let counted = try_call_store_briefly(move || ports.list.list_page(filter, 0, 0)).await;
        if let Err(error) = &counted {
            tracing::warn!(cause = causes(error), "accounts could not be counted");
        }
        counted.ok().map(|page| page.total)
    }
}
