//! Makes a step of a page of the change feed.

use crate::client::CatalogClient;
use crate::error::ClientError;
use crate::follow::checkpoint::{Checkpoint, Position};
use crate::follow::first_copy::versioned;
use crate::follow::{FollowOptions, SyncStep};
use crate::model::{ChangeEvent, ChangePage};
use crate::query::ListPart;
use crate::recurrence::Recurrence;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// An empty page that comes sooner than this is followed by a pause as long: a server that is stopping responds at
/// once.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);

/// The cursors of pages since the feed last had no more.
pub(crate) type FeedProgress = Recurrence<String>;

/// Whether `page`, read after `cursor`, leads on.
fn advances(progress: &mut FeedProgress, cursor: &str, page: &ChangePage) -> bool {
    if !page.meta.has_more {
        *progress = FeedProgress::new();
        return true;
    }
    let next = &page.meta.next_cursor;
    !page.items.is_empty() && next != cursor && !progress.repeats(next.clone())
}

/// Why there is no step of a page.
pub(crate) enum NoStep {
    /// The feed was not read.
    Feed(ClientError),
    /// The products of its events were not read.
    Products(ClientError),
}

impl From<ClientError> for NoStep {
    fn from(error: ClientError) -> Self {
        Self::Feed(error)
    }
}

/// Reads the page after a cursor, and the products of its events, none of them older than its event. The flag says
/// whether the feed has no more for now.
pub(crate) fn read_changes(
    client: &CatalogClient,
    section: &str,
    options: &FollowOptions,
    checkpoint: &Checkpoint,
    cursor: &str,
    wait: u32,
    progress: &mut FeedProgress,
) -> Result<(SyncStep, bool), NoStep> {
    let started = Instant::now();
    let version = [ListPart::Version];
    let (page, include) = match client.changes(section, cursor, options.limit, wait, &version) {
        // A server that has no versions.
        Err(error) if error.names_parameter("include") => {
            (client.changes(section, cursor, options.limit, wait, &[])?, options.include.clone())
        }
        page => (page?, versioned(&options.include)),
    };
    let (wanted, mut removals) = partition(&page.items);
    let batch = client.products_not_older(wanted, &include, page.revision).map_err(NoStep::Products)?;
    // A page whose products could not be read comes once more.
    if !advances(progress, cursor, &page) {
        return Err(ClientError::no_progress(format!("section {section}, product-changes")).into());
    }
    // Products that are no longer public are not in the section: their own event follows.
    removals.extend(batch.missing);
    if page.items.is_empty() && wait > 0 && started.elapsed() < SHORTEST_WAIT {
        std::thread::sleep(SHORTEST_WAIT);
    }
    let step = SyncStep {
        upserts: batch.found,
        removals,
        events: page.items,
        ..SyncStep::to(checkpoint.at(Position::Feed(page.meta.next_cursor)).seen(page.revision))
    };
    Ok((step, !page.meta.has_more))
}

/// Which products to read and which to delete. Of several events of one product the last one counts.
fn partition(events: &[ChangeEvent]) -> (Vec<&str>, Vec<String>) {
    let last: BTreeMap<&str, &ChangeEvent> = events.iter().map(|event| (&*event.stock_number, event)).collect();
    let (upserts, removals): (Vec<&ChangeEvent>, Vec<&ChangeEvent>) =
        last.into_values().partition(|event| event.is_upsert());
    (
        upserts.into_iter().map(|event| &*event.stock_number).collect(),
        removals.into_iter().map(|event| event.stock_number.clone()).collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_events_of_a_product_the_last_one_counts() {
        let event = |name: &str, operation: &str, in_section| ChangeEvent {
            stock_number: name.into(),
            operation: operation.into(),
            in_section,
            ..ChangeEvent::default()
        };
        let events = [
            event("A", "upsert", true),
            event("B", "remove", false),
            event("C", "upsert", true),
            event("A", "remove", false),
            event("B", "upsert", true),
            event("D", "upsert", false),
        ];
        let (wanted, removals) = partition(&events);
        assert_eq!(wanted, ["B", "C"]);
        assert_eq!(removals, ["A", "D"]);
    }
}
