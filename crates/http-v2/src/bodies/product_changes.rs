//! Changes of a section's products and their counts (`docs/contract.md#change-events`, `docs/contract.md#change-feed`).

use super::product_list::{LIST_HEAD, finish_list};
use super::times::as_iso_time;
use crate::schemas::{EventIdText, SectionIdText, StockNumberText};
use catalog_domain::change::{ChangeKind, FeedCursor, FeedPage, FeedSummary};
use catalog_domain::ports::{CursorSealer, LoggedEvent, LoggedEventRef};
use catalog_domain::values::{EventNumber, SectionId, Timestamp};
use http_common::json::{JsonWriter, SUCCESS_HEAD, as_text};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// Capacity that fits most events, and the rest of a page.
const TYPICAL_BYTES: usize = 256;

/// A page of changes.
#[derive(Debug, ToSchema)]
#[schema(as = ProductChanges)]
pub(crate) struct ProductChangesBody {
    /// In the order in which they happened.
    #[schema(value_type = Vec<ChangeEventBody<'_>>)]
    items: JsonWriter,
    meta: ProductChangesMeta,
}

/// About a page of changes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductChangesMeta {
    /// The requested section.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    section_id: SectionId,
    /// Whether the range has further pages.
    has_more: bool,
    /// Where the next page begins, or after the last page the next range. As young as this response.
    next_cursor: String,
    /// What is safe to store: the range's start until its last page, then its end. As young as this response.
    checkpoint: String,
}

/// The fact that a product changed; not a copy of the product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductChangeEvent)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeEventBody<'a> {
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = EventIdText)]
    event_id: EventNumber,
    #[schema(value_type = StockNumberText)]
    stock_number: &'a str,
    /// The public sections directly linked, after the change; of a removal, those it was last public in.
    #[serde(serialize_with = "as_section_ids")]
    #[schema(value_type = Vec<SectionIdText>)]
    section_ids: &'a [SectionId],
    /// Why the client should act.
    change_types: &'static [ChangeTypeName],
    operation: OperationName,
    /// Whether the product is, as of this event, in the public subtree of the requested section. A client that mirrors
    /// the section drops a product that is not, whatever the operation.
    in_section: bool,
    #[serde(serialize_with = "as_iso_time")]
    #[schema(value_type = String, format = DateTime)]
    changed_at: Timestamp,
    /// The product's version as of this event: the catalog revision of the run (`include=version`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 42)]
    version: Option<i64>,
}

/// What changed.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = ChangeType)]
#[serde(rename_all = "lowercase")]
enum ChangeTypeName {
    /// Photos, features, description, name, URL, vendor or sections; also new and restored products.
    Content,
    /// Prices, stocks, availability or warehouse data.
    Commercial,
    /// The product stopped being public.
    Removed,
}

/// What a client does.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = ChangeOperation)]
#[serde(rename_all = "lowercase")]
enum OperationName {
    /// Update the copy.
    Upsert,
    /// Delete the product.
    Remove,
}

/// The counts of changed products.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductChangeSummary)]
pub(crate) struct ChangeSummaryBody {
    /// Products with a change of content.
    content: u64,
    /// Products with a change of prices or stock.
    commercial: u64,
    /// Products that stopped being public.
    removed: u64,
    /// Products with any change.
    total: u64,
    meta: ChangeSummaryMeta,
}

/// About the counts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeSummaryMeta {
    /// The requested section.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    section_id: SectionId,
    /// The end of the range counted. As young as this response.
    next_cursor: String,
}

impl ProductChangesBody {
    pub(crate) fn of_store(
        section: SectionId,
        page: &FeedPage,
        with_versions: bool,
        cursors: &dyn CursorSealer,
    ) -> Self {
        Self::new(section, page, LoggedEvent::borrowed, with_versions, cursors)
    }

    /// A page of the events in memory.
    pub(crate) fn of_memory(
        section: SectionId,
        page: &FeedPage<LoggedEventRef<'_>>,
        with_versions: bool,
        cursors: &dyn CursorSealer,
    ) -> Self {
        Self::new(section, page, |event| *event, with_versions, cursors)
    }

    fn new<'a, E>(
        section_id: SectionId,
        page: &'a FeedPage<E>,
        event_of: impl Fn(&'a E) -> LoggedEventRef<'a>,
        with_versions: bool,
        cursors: &dyn CursorSealer,
    ) -> Self {
        let mut items = JsonWriter::with_capacity((page.events.len() + 4) * TYPICAL_BYTES);
        items.raw(SUCCESS_HEAD).raw(LIST_HEAD);
        for (at, event) in page.events.iter().enumerate() {
            items.raw(if at > 0 { "," } else { "" });
            let event = event_of(event);
            let version = with_versions.then_some(event.revision.0);
            ChangeEventBody { version, ..event.into() }.write(&mut items);
        }
        let next_cursor = cursors.seal(&page.next);
        let seal = |cursor: &FeedCursor| if *cursor == page.next { next_cursor.clone() } else { cursors.seal(cursor) };
        let checkpoint = seal(&page.checkpoint);
        Self { items, meta: ProductChangesMeta { section_id, has_more: page.has_more, next_cursor, checkpoint } }
    }

    /// The whole text of the response.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn into_json(self) -> serde_json::Result<Vec<u8>> {
        finish_list(self.items, &self.meta)
    }
}

impl<'a> From<LoggedEventRef<'a>> for ChangeEventBody<'a> {
    fn from(event: LoggedEventRef<'a>) -> Self {
        use ChangeTypeName::{Commercial, Content, Removed};
        let change_types: &[ChangeTypeName] = match event.kind {
            ChangeKind::Removed => &[Removed],
            ChangeKind::Upsert { content: true, commercial: true } => &[Content, Commercial],
            ChangeKind::Upsert { content: true, .. } => &[Content],
            ChangeKind::Upsert { commercial: true, .. } => &[Commercial],
            ChangeKind::Upsert { .. } => &[],
        };
        let is_removal = event.kind == ChangeKind::Removed;
        Self {
            event_id: event.number,
            stock_number: event.stock_number,
            section_ids: event.section_ids,
            change_types,
            operation: if is_removal { OperationName::Remove } else { OperationName::Upsert },
            in_section: event.in_section,
            changed_at: event.at,
            version: None,
        }
    }
}

impl ChangeEventBody<'_> {
    /// Appends it, as serde would.
    fn write(&self, json: &mut JsonWriter) {
        json.raw(r#"{"eventId":"#).integer_text(self.event_id.0);
        json.raw(r#","stockNumber":"#).string(self.stock_number);
        json.raw(r#","sectionIds":"#).array(self.section_ids, |section, json| _ = json.integer_text(section.0));
        json.raw(r#","changeTypes":"#).array(self.change_types, |name, json| _ = json.raw(name.quoted()));
        json.raw(r#","operation":"#).raw(self.operation.quoted());
        json.raw(r#","inSection":"#).flag(self.in_section).raw(r#","changedAt":"#).moment(self.changed_at);
        if let Some(version) = self.version {
            json.raw(r#","version":"#).integer(version);
        }
        json.raw("}");
    }
}

impl ChangeTypeName {
    fn quoted(self) -> &'static str {
        match self {
            Self::Content => r#""content""#,
            Self::Commercial => r#""commercial""#,
            Self::Removed => r#""removed""#,
        }
    }
}

impl OperationName {
    fn quoted(self) -> &'static str {
        match self {
            Self::Upsert => r#""upsert""#,
            Self::Remove => r#""remove""#,
        }
    }
}

fn as_section_ids<S: Serializer>(sections: &[SectionId], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(sections.iter().map(ToString::to_string))
}

impl ChangeSummaryBody {
    pub(crate) fn new(section_id: SectionId, summary: &FeedSummary, cursors: &dyn CursorSealer) -> Self {
        let tally = summary.tally;
        Self {
            content: tally.content,
            commercial: tally.commercial,
            removed: tally.removed,
            total: tally.total,
            meta: ChangeSummaryMeta { section_id, next_cursor: cursors.seal(&summary.next) },
        }
    }
}

#[cfg(test)]
mod tests;
