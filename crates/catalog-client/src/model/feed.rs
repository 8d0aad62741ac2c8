//! The change feed.

use serde::Deserialize;

/// A page of changes.
#[derive(Debug, Clone, Deserialize)]
pub struct ChangePage {
    /// The revision of the catalog of the response. Read the products of the events
    /// [no older than that](crate::CatalogClient::products_not_older).
    #[serde(skip)]
    pub revision: u64,
    /// The events, oldest first.
    pub items: Vec<ChangeEvent>,
    /// About the page.
    pub meta: ChangePageMeta,
}

/// About a page of changes.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangePageMeta {
    /// Whether the range has further pages.
    pub has_more: bool,
    /// The next page; after the last one, the next range.
    pub next_cursor: String,
    /// The start of the range until its last page, then its end.
    pub checkpoint: String,
}

/// The fact that a product changed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeEvent {
    /// The id of the event.
    pub event_id: String,
    /// The product.
    pub stock_number: String,
    /// The public sections that it is linked to after the change.
    pub section_ids: Vec<String>,
    /// `content`, `commercial` or `removed`.
    pub change_types: Vec<String>,
    /// `upsert` or `remove`.
    pub operation: String,
    /// Whether the product is in the section now.
    pub in_section: bool,
    /// The time of the import.
    pub changed_at: String,
    /// The version that the event gives its product; `None` unless it was asked for.
    pub version: Option<u64>,
}

impl ChangeEvent {
    /// Whether a copy of the section has the product after this event.
    pub fn is_upsert(&self) -> bool {
        self.operation != "remove" && self.in_section
    }
}
