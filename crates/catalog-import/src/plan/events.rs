//! The order and the count of a run's events.

use crate::gather::{ProductKey, ProductTable};
use catalog_domain::change::{ChangeEvent, ChangeKind};
use catalog_domain::ports::EventTally;
use std::collections::HashMap;

/// Sorts by stock number. The removal of a renamed product, though, directly precedes its new stock number where it
/// would otherwise come after it: a client that follows the feed must not delete what it has just received.
pub(super) fn put_in_order(
    events: &mut [ChangeEvent],
    products: &ProductTable,
    renamed: &HashMap<ProductKey, ProductKey>,
) {
    let new_names: HashMap<&str, &str> = renamed
        .iter()
        .map(|(old, new)| (products.stock_number(*old), products.stock_number(*new)))
        .filter(|(old, new)| new < old)
        .collect();
    events.sort_unstable_by(|one, other| order(one, &new_names).cmp(&order(other, &new_names)));
}

/// The stock number by which the event is ordered, and whether it is its own.
fn order<'a>(event: &'a ChangeEvent, new_names: &HashMap<&str, &'a str>) -> (&'a str, bool) {
    match new_names.get(&*event.stock_number) {
        Some(new_name) => (new_name, false),
        None => (&event.stock_number, true),
    }
}

/// Counts the events by type.
pub(crate) fn tally(events: &[ChangeEvent]) -> EventTally {
    let mut tally = EventTally::default();
    for event in events {
        match event.kind {
            ChangeKind::Removed => tally.removed += 1,
            ChangeKind::Upsert { content, commercial } => {
                tally.content += u64::from(content);
                tally.commercial += u64::from(commercial);
            }
        }
    }
    tally
}
