//! Counts who calls which route of v1: for metrics, and for the record in the store.
//!
//! A request adds to the counts of its thread. They are summed when metrics are read, and when the record is saved.

use crate::per_thread::PerThread;
use catalog_domain::ports::{StoreError, V1Caller, V1Usage, V1UsageStore};
use catalog_domain::values::{AccountId, Timestamp};
use parking_lot::{Mutex, MutexGuard};
use std::collections::{BTreeMap, BTreeSet};

/// Accounts whose requests are metrics of their own: the first ones since the start. Those of all others are summed, so
/// that the number of accounts does not decide how much a monitoring system has to store.
const MOST_MEASURED_ACCOUNTS: usize = 100;

/// Pairs of caller and route that wait to be saved. Requests of further accounts are counted without naming the
/// account, so that memory is bounded while the store cannot be written.
const MOST_UNSAVED: usize = 10_000;

type Counts = BTreeMap<(V1Caller, &'static str), Count>;

/// The requests of one caller to one route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Count {
    requests: u64,
    last_used_at: Timestamp,
}

/// Counts the requests to v1 since the start of the server.
#[derive(Debug, Default)]
pub struct V1UsageCounter {
    counts: PerThread<Counts>,
    sums: Mutex<Sums>,
}

#[derive(Debug, Default)]
struct Sums {
    totals: BTreeMap<(V1Caller, &'static str), u64>,
    measured: BTreeSet<AccountId>,
    /// Since the record was last saved.
    unsaved: Counts,
}

impl V1UsageCounter {
    /// Counts a request.
    pub fn count(&self, caller: V1Caller, route: &'static str, at: Timestamp) {
        add(&mut self.counts.own(), (caller, route), Count { requests: 1, last_used_at: at });
    }

    /// The requests since the start by caller and route, as far as accounts are measured: the first 100.
    pub fn totals(&self) -> Vec<(V1Caller, &'static str, u64)> {
        self.sum().totals.iter().map(|((caller, route), requests)| (*caller, *route, *requests)).collect()
    }

    /// Adds what was counted since the last time to the record in `store`. When that fails, it is kept for the next
    /// time; a write that failed after it took effect counts twice. Blocks.
    pub fn save(&self, store: &dyn V1UsageStore) -> Result<(), StoreError> {
        let unsaved = std::mem::take(&mut self.sum().unsaved);
        if unsaved.is_empty() {
            return Ok(());
        }
        let usage: Vec<V1Usage> = unsaved
            .iter()
            .map(|((caller, route), count)| V1Usage {
                caller: *caller,
                route: (*route).into(),
                requests: count.requests,
                last_used_at: count.last_used_at,
            })
            .collect();
        store.add_v1_usage(&usage).inspect_err(|_| {
            let mut sums = self.sums.lock();
            unsaved.into_iter().for_each(|(key, count)| add(&mut sums.unsaved, key, count));
        })
    }

    fn sum(&self) -> MutexGuard<'_, Sums> {
        let mut sums = self.sums.lock();
        for counts in self.counts.all().map(|mut counts| std::mem::take(&mut *counts)) {
            for ((caller, route), count) in counts {
                let measured = sums.measured_as(caller);
                *sums.totals.entry((measured, route)).or_default() += count.requests;
                add(&mut sums.unsaved, (caller, route), count);
            }
        }
        sums
    }
}

impl Sums {
    fn measured_as(&mut self, caller: V1Caller) -> V1Caller {
        let V1Caller::Account(id) = caller else { return caller };
        if self.measured.len() < MOST_MEASURED_ACCOUNTS {
            self.measured.insert(id);
        }
        if self.measured.contains(&id) { caller } else { V1Caller::Others }
    }
}

/// Adds `count` to the entry of `key`, or to that of all others if there is no entry and there are too many.
fn add(counts: &mut Counts, key: (V1Caller, &'static str), count: Count) {
    let key = if counts.len() < MOST_UNSAVED || counts.contains_key(&key) { key } else { (V1Caller::Others, key.1) };
    let sum = counts.entry(key).or_insert(Count { requests: 0, ..count });
    sum.requests += count.requests;
    sum.last_used_at = sum.last_used_at.max(count.last_used_at);
}

#[cfg(test)]
mod tests;
