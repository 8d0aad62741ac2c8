//! Changes of a section's products and their counts (`docs/contract.md#change-events`, `docs/contract.md#change-feed`).

use super::product_list::{LIST_HEAD, finish_list};
use catalog_documents::{ChangeSummaryMeta, ProductChangeSummary, ProductChangesMeta};
use catalog_domain::change::{ChangeKind, FeedCursor, FeedPage, FeedSummary};
use catalog_domain::ports::{CursorSealer, LoggedEventRef};
use catalog_domain::values::SectionId;
use http_common::json::{JsonWriter, SUCCESS_HEAD};

/// Capacity that fits most events, and the rest of a page.
const TYPICAL_BYTES: usize = 256;

/// The text of a page of events, of the store or in memory.
pub(crate) fn changes<'a, E>(
    section: SectionId,
    page: &'a FeedPage<E>,
    event_of: impl Fn(&'a E) -> LoggedEventRef<'a>,
    with_versions: bool,
    cursors: &dyn CursorSealer,
) -> serde_json::Result<Vec<u8>> {
    let mut items = JsonWriter::with_capacity((page.events.len() + 4) * TYPICAL_BYTES);
    items.raw(SUCCESS_HEAD).raw(LIST_HEAD);
    for (at, event) in page.events.iter().enumerate() {
        items.raw(if at > 0 { "," } else { "" });
        write_event(&mut items, event_of(event), with_versions);
    }
    let next_cursor = cursors.seal(&page.next);
    let seal = |cursor: &FeedCursor| if *cursor == page.next { next_cursor.clone() } else { cursors.seal(cursor) };
    let (section_id, checkpoint) = (section.to_string(), seal(&page.checkpoint));
    finish_list(items, &ProductChangesMeta { section_id, has_more: page.has_more, next_cursor, checkpoint })
}

/// Appends an event, as serde would write its document.
fn write_event(json: &mut JsonWriter, event: LoggedEventRef<'_>, with_version: bool) {
    json.raw(r#"{"eventId":"#).integer_text(event.number.0);
    json.raw(r#","stockNumber":"#).string(event.stock_number);
    json.raw(r#","sectionIds":"#).array(event.section_ids, |section, json| _ = json.integer_text(section.0));
    json.raw(match event.kind {
        ChangeKind::Removed => r#","changeTypes":["removed"],"operation":"remove","inSection":"#,
        ChangeKind::Upsert { content: true, commercial: true } => {
            r#","changeTypes":["content","commercial"],"operation":"upsert","inSection":"#
        }
        ChangeKind::Upsert { content: true, .. } => r#","changeTypes":["content"],"operation":"upsert","inSection":"#,
        ChangeKind::Upsert { commercial: true, .. } => {
            r#","changeTypes":["commercial"],"operation":"upsert","inSection":"#
        }
        ChangeKind::Upsert { .. } => r#","changeTypes":[],"operation":"upsert","inSection":"#,
    });
    json.flag(event.in_section).raw(r#","changedAt":"#).moment(event.at);
    if with_version {
        json.raw(r#","version":"#).integer(event.revision.0);
    }
    json.raw("}");
}

pub(crate) fn change_summary(
    section: SectionId,
    summary: &FeedSummary,
    cursors: &dyn CursorSealer,
) -> ProductChangeSummary {
    let tally = summary.tally;
    ProductChangeSummary {
        content: tally.content,
        commercial: tally.commercial,
        removed: tally.removed,
        total: tally.total,
        meta: ChangeSummaryMeta { section_id: section.to_string(), next_cursor: cursors.seal(&summary.next) },
    }
}

#[cfg(test)]
mod tests;
