//! The times of a product after a run (`docs/import-format.md`, "Timestamps of a product").

use super::Times;
use crate::gather::{InputEntry, ParsedOffer, ParsedProduct, ParsedRecord};
use catalog_domain::change::ContentChange;
use catalog_domain::ports::{StoredProduct, TimeSources};
use catalog_domain::values::Timestamp;

#[derive(Debug, Clone, Copy)]
pub(super) struct VisibleChange {
    /// The content, including where the product is public.
    pub(super) content: ContentChange,
    pub(super) commercial: bool,
}

/// The times of a new product: those that its record states, else that of the run.
pub(super) fn of_new(parsed: &ParsedProduct, at: Timestamp) -> Times {
    let content = parsed.content_updated_at.unwrap_or(at);
    let sources =
        TimeSources { record_content: content, other_content: None, record_commercial: parsed.commercial_updated_at };
    let of_offer = parsed.offer.as_ref().and_then(|offer| offer.commercial_updated_at);
    Times { content, commercial: of_offer.or(parsed.commercial_updated_at).unwrap_or(at), sources }
}

pub(super) fn of_stored(
    stored: &StoredProduct,
    entry: Option<&InputEntry>,
    change: VisibleChange,
    at: Timestamp,
) -> Times {
    // A record equal to the stored one states no new times either.
    let parsed = entry.filter(|entry| entry.slot.is_some()).map(|entry| &entry.parsed);
    let (record, offer) = match parsed {
        Some(ParsedRecord::Product(parsed)) => (Some(parsed), parsed.offer.as_ref()),
        Some(ParsedRecord::Offer(parsed)) => (None, Some(parsed)),
        Some(ParsedRecord::Deleted) | None => (None, None),
    };
    let mut sources = stored.time_sources;
    if let Some(record) =
        record.filter(|record| record.record_differs(stored) || record.states_new_content_time(stored))
    {
        let of_run = change.content.by_record.then_some(at);
        sources.record_content = record.content_updated_at.or(of_run).unwrap_or(sources.record_content);
    }
    if change.content.otherwise {
        sources.other_content = Some(at);
    }
    let content = sources.other_content.map_or(sources.record_content, |other| other.max(sources.record_content));
    let commercial = commercial(stored, record, offer, change.commercial).unwrap_or(at);
    sources.record_commercial = record.and_then(|record| record.commercial_updated_at).or(sources.record_commercial);
    Times { content, commercial, sources }
}

/// The time of the commercial data; `None` is that of the run. The offer's own time takes precedence over the
/// product's, and the product's counts when it is new or comes with new prices.
fn commercial(
    stored: &StoredProduct,
    record: Option<&ParsedProduct>,
    offer: Option<&ParsedOffer>,
    differs: bool,
) -> Option<Timestamp> {
    let of_offer = offer.and_then(|offer| offer.commercial_updated_at);
    let of_record = record.filter(|record| differs || record.states_new_commercial_time(stored));
    let stated = of_offer.or(of_record.and_then(|record| record.commercial_updated_at));
    stated.or((!differs).then_some(stored.commercial_updated_at))
}
