//! The counts of an import's report as sentences.

use catalog_documents::{ImportPriceChanges, ImportedEvents, ImportedProducts};
use localization::Message;

pub(super) fn products(counts: &ImportedProducts) -> Message {
    Message::new("imports-products-of")
        .with("created", counts.created)
        .with("updated", counts.updated)
        .with("deactivated", counts.deactivated)
}

pub(super) fn events(counts: &ImportedEvents) -> Message {
    Message::new("imports-events-of")
        .with("content", counts.content)
        .with("commercial", counts.commercial)
        .with("removed", counts.removed)
}

/// How many prices change, and how many of them are shown.
pub(super) fn price_changes(changes: &ImportPriceChanges) -> Message {
    let shown = changes.items.len();
    let is_all = changes.count == shown as u64;
    let count = Message::new(if is_all { "report-prices-count" } else { "report-prices-first" });
    let count = count.with("count", changes.count);
    if is_all { count } else { count.with("shown", shown) }
}
