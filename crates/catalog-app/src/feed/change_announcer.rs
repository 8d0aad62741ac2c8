//! Wakes the requests that wait for changes, as soon as the changes can be shown.

use super::Feed;
use crate::runtime::call_store;
use catalog_domain::ports::{ChangeLog, EventRange, StoreError};
use catalog_domain::values::{EventNumber, SectionId};
use std::sync::Arc;
use tokio::time::{Instant, sleep_until};

impl Feed {
    /// Follows the catalog, and wakes the requests whose section has an event that has just been released. Never
    /// returns.
    pub async fn announce_changes(self) {
        let catalog = &self.0.ports.catalog;
        let mut swaps = catalog.subscribe();
        let mut announced = catalog.feed_horizon().released;
        loop {
            let swapped = match catalog.next_release() {
                Some(due) => tokio::select! {
                    swapped = swaps.changed() => swapped,
                    () = sleep_until(Instant::from_std(due)) => Ok(()),
                },
                None => swaps.changed().await,
            };
            // The catalog owns the sender.
            if swapped.is_err() {
                return;
            }
            let released = catalog.feed_horizon().released;
            if released != announced {
                self.announce(EventRange { after: announced, up_to: released }).await;
                announced = released;
            }
        }
    }

    async fn announce(&self, range: EventRange) {
        let sections = self.0.waits.sections();
        if sections.is_empty() {
            return;
        }
        let tail = self.0.ports.catalog.feed_view().tail;
        let touched = if tail.has(range) {
            Ok(touched(tail.log().events, &sections, range))
        } else {
            let (events, asked) = (Arc::clone(&self.0.ports.events), sections.clone());
            call_store(move || touched(&*events, &asked, range)).await
        };
        // Those who are woken look for themselves, so waking too many is only more work.
        self.0.waits.wake(match &touched {
            Ok(Ok(touched)) => touched,
            Ok(Err(_)) | Err(_) => &sections,
        });
    }
}

/// Those of `sections` whose feed has an event in `range`. All of them when the log is another one, whose numbers begin
/// again.
fn touched(log: &dyn ChangeLog, sections: &[SectionId], range: EventRange) -> Result<Vec<SectionId>, StoreError> {
    let EventRange { after: EventNumber(after), up_to: EventNumber(up_to) } = range;
    if up_to < after {
        return Ok(sections.to_vec());
    }
    log.sections_with_events(sections, range)
}
