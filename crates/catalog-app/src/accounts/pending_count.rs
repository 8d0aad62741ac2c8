//! The number of pending requests for access. Every page of administrators shows it, so it is cached for a few seconds.

use super::Accounts;
use crate::runtime::try_call_store_briefly;
use crate::service_failure::causes;
use catalog_domain::accounts::AccountStatus;
use catalog_domain::ports::AccountFilter;
use catalog_domain::values::Timestamp;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;

/// How long a count is used, in seconds. A decision on this server ends it at once.
const LIFETIME_SECONDS: i64 = 5;

/// The last count.
#[derive(Debug, Default)]
pub struct PendingCount(Mutex<Option<Counted>>);

#[derive(Debug, Clone, Copy)]
struct Counted {
    /// `None` when the store could not be read.
    count: Option<u64>,
    at: Timestamp,
}

impl PendingCount {
    pub(super) fn forget(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Counted>> {
        self.0.lock()
    }
}

impl Accounts {
    /// How many requests for access wait, as of a few seconds ago; `None` when the store cannot be read.
    pub async fn count_pending(&self) -> Option<u64> {
        let now = self.0.clock.now();
        {
            let mut last = self.0.pending.lock();
            let known = last.unwrap_or(Counted { count: None, at: Timestamp::from_unix_microseconds(0) });
            if now < known.at.plus_seconds(LIFETIME_SECONDS) {
                return known.count;
            }
            // One request counts; the others show the last count meanwhile.
            *last = Some(Counted { at: now, ..known });
        }
        let filter = AccountFilter { status: Some(AccountStatus::Pending), ..AccountFilter::default() };
        let ports = Arc::clone(&self.0);
        let counted = try_call_store_briefly(move || ports.list.list_page(filter, 0, 0)).await;
        if let Err(error) = &counted {
            tracing::warn!(cause = causes(error), "requests for access could not be counted");
        }
        let count = counted.ok().map(|page| page.total);
        *self.0.pending.lock() = Some(Counted { count, at: now });
        count
    }
}
