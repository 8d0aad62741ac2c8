//! Records events of accounts in the store, for administrators. The audit log has them in any case, so a store that
//! cannot be written loses them without failing what they are about.

use super::{AccountPorts, Accounts};
use catalog_domain::ports::AccountEvent;

impl AccountPorts {
    /// Records `events`. Blocks.
    pub(super) fn record(&self, events: &[AccountEvent]) {
        if let Err(error) = self.history.record_events(events) {
            tracing::warn!(%error, "events of accounts were not recorded");
        }
    }
}

impl Accounts {
    /// Records `events` on a blocking thread.
    pub(super) async fn record_in_background(&self, events: Vec<AccountEvent>) {
        if let Err(error) = self.at_store(move |ports| ports.history.record_events(&events)).await {
            tracing::warn!(%error, "events of accounts were not recorded");
        }
    }
}
