//! Wakes the requests that wait for changes, as soon as the changes can be shown.

use crate::services::Services;
use actix_web::web::Data;
use catalog_app::runtime::call_store;
use catalog_domain::ports::{ChangeLog, EventRange, StoreError};
use catalog_domain::values::{EventNumber, SectionId};
use tokio::time::{Instant, sleep_until};

/// Follows the catalog, and wakes the requests whose section has an event that has just been released. Never returns.
pub async fn announce_changes(services: Data<Services>) {
    let mut swaps = services.catalog.subscribe();
    let mut announced = services.catalog.feed_horizon().released;
    loop {
        let swapped = match services.catalog.next_release() {
            Some(due) => tokio::select! {
                swapped = swaps.changed() => swapped,
                () = sleep_until(Instant::from_std(due)) => Ok(()),
            },
            None => swaps.changed().await,
        };
        // The services own the sender.
        if swapped.is_err() {
            return;
        }
        let released = services.catalog.feed_horizon().released;
        if released != announced {
            announce(&services, EventRange { after: announced, up_to: released }).await;
            announced = released;
        }
    }
}

/// Wakes those who wait for a section with an event in `range`.
async fn announce(services: &Data<Services>, range: EventRange) {
    let sections = services.feed.waits.sections();
    if sections.is_empty() {
        return;
    }
    let tail = services.catalog.feed_view().tail;
    let touched = if tail.has(range) {
        Ok(touched(tail.log().events, &sections, range))
    } else {
        let (services, asked) = (services.clone(), sections.clone());
        call_store(move || touched(&*services.feed.events, &asked, range)).await
    };
    // Those who are woken look for themselves, so waking too many is only more work.
    services.feed.waits.wake(match &touched {
        Ok(Ok(touched)) => touched,
        Ok(Err(_)) | Err(_) => &sections,
    });
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
