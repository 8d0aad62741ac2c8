//! The requests to v1 in memory.

use crate::memory_store::MemoryStore;
use catalog_domain::ports::{StoreError, V1Usage, V1UsageStore};

impl V1UsageStore for MemoryStore {
    fn add_v1_usage(&self, usage: &[V1Usage]) -> Result<(), StoreError> {
        let mut state = self.state();
        for added in usage {
            let key = (added.caller, added.route.clone());
            let stored = state.accounts.v1_usage.entry(key).or_insert((0, added.last_used_at));
            *stored = (stored.0 + added.requests, stored.1.max(added.last_used_at));
        }
        Ok(())
    }

    fn v1_usage(&self) -> Result<Vec<V1Usage>, StoreError> {
        let state = self.state();
        let stored = state.accounts.v1_usage.iter();
        Ok(stored
            .map(|((caller, route), (requests, last_used_at))| V1Usage {
                caller: *caller,
                route: route.clone(),
                requests: *requests,
                last_used_at: *last_used_at,
            })
            .collect())
    }
}
