//! Changes of a section's products and their counts (`docs/contract.md#change-events`, `docs/contract.md#change-feed`).

use super::times::as_iso_time;
use crate::schemas::{EventIdText, SectionIdText, StockNumberText};
use catalog_domain::change::{ChangeKind, FeedPage, FeedSummary};
use catalog_domain::ports::{CursorSealer, LoggedEvent};
use catalog_domain::values::{EventNumber, SectionId, Timestamp};
use http_common::json::as_text;
use serde::Serialize;
use utoipa::ToSchema;

/// A page of changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductChanges)]
pub(crate) struct ProductChangesBody {
    /// In the order in which they happened.
    items: Vec<ChangeEventBody>,
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
pub(crate) struct ChangeEventBody {
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = EventIdText)]
    event_id: EventNumber,
    #[schema(value_type = StockNumberText)]
    stock_number: Box<str>,
    /// The public sections directly linked, after the change; of a removal, those it was last public in.
    #[schema(value_type = Vec<SectionIdText>)]
    section_ids: Vec<String>,
    /// Why the client should act.
    change_types: Vec<ChangeTypeName>,
    operation: OperationName,
    /// Whether the product is, as of this event, in the public subtree of the requested section. A client that mirrors
    /// the section drops a product that is not, whatever the operation.
    in_section: bool,
    #[serde(serialize_with = "as_iso_time")]
    #[schema(value_type = String, format = DateTime)]
    changed_at: Timestamp,
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
    pub(crate) fn new(section_id: SectionId, page: FeedPage, cursors: &dyn CursorSealer) -> Self {
        let meta = ProductChangesMeta {
            section_id,
            has_more: page.has_more,
            next_cursor: cursors.seal(&page.next),
            checkpoint: cursors.seal(&page.checkpoint),
        };
        Self { items: page.events.into_iter().map(ChangeEventBody::from).collect(), meta }
    }
}

impl From<LoggedEvent> for ChangeEventBody {
    fn from(event: LoggedEvent) -> Self {
        let (change_types, operation) = match event.kind {
            ChangeKind::Removed => (vec![ChangeTypeName::Removed], OperationName::Remove),
            ChangeKind::Upsert { content, commercial } => {
                let content = content.then_some(ChangeTypeName::Content);
                let commercial = commercial.then_some(ChangeTypeName::Commercial);
                (content.into_iter().chain(commercial).collect(), OperationName::Upsert)
            }
        };
        Self {
            event_id: event.number,
            stock_number: event.stock_number,
            section_ids: event.section_ids.iter().map(ToString::to_string).collect(),
            change_types,
            operation,
            in_section: event.in_section,
            changed_at: event.at,
        }
    }
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
