//! Keeps the last events of the change log in memory: up to where the catalog ends, and from there back as far as the
//! limit allows.

use crate::catalog::SharedCatalog;
use catalog_domain::catalog::LogPosition;
use catalog_domain::ports::{RecordedChanges, StoreError};
use catalog_index::{ChangeTail, TailLimit};
use std::sync::Arc;

/// Reads what tails lack.
pub struct TailReader {
    log: Arc<dyn RecordedChanges>,
    limit: TailLimit,
}

impl TailReader {
    /// Reads `log` into tails of at most `limit`.
    pub fn new(log: Arc<dyn RecordedChanges>, limit: TailLimit) -> Self {
        Self { log, limit }
    }

    /// The tail of a catalog whose log ends at `head`, to be swapped in with it: `tail` with the events since. It
    /// begins again at the end when the log is another one, or there are too many.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the store cannot be read now.
    pub(super) fn follow(&self, tail: &ChangeTail, head: &LogPosition) -> Result<ChangeTail, StoreError> {
        if tail.ends_at(head) && !tail.is_empty() {
            return Ok(tail.clone());
        }
        let extended = match tail.newer_range(head).map(|range| self.log.recorded_events(range)) {
            Some(Ok(events)) => tail.extended(head, &events),
            Some(Err(error @ StoreError::Unavailable(_))) => return Err(error),
            Some(Err(error)) => {
                tracing::warn!(%error, "new events of the change log cannot be held in memory");
                None
            }
            None => None,
        };
        Ok(extended.unwrap_or_else(|| ChangeTail::starting_at(head, self.limit)))
    }

    /// Reads some events before those in memory; returns whether more are wanted.
    pub(super) fn read_older(&self, catalog: &SharedCatalog) -> bool {
        let tail = catalog.feed_view().tail;
        let Some(range) = tail.older_range() else { return false };
        let next = match self.log.recorded_events(range) {
            Ok(events) => tail.with_older(&events),
            Err(StoreError::Unavailable(_)) => return false,
            Err(error) => {
                tracing::warn!(%error, "older events of the change log cannot be held in memory");
                tail.with_older(&[])
            }
        };
        let wants_more = next.older_range().is_some();
        if !wants_more {
            tracing::info!(
                events = next.len(),
                bytes = next.bytes(),
                "the last events of the change log are in memory"
            );
        }
        catalog.replace_tail(next);
        wants_more
    }
}

#[cfg(test)]
mod tests;
