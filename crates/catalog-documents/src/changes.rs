//! Changes of a section's products (`docs/contract.md#change-feed`), and the digest that copies are checked with
//! (`docs/contract.md#product-digest`).

#[cfg(feature = "schemas")]
use crate::schemas::*;
use serde::{Deserialize, Serialize};

/// A page of changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ProductChanges {
    /// In the order in which they happened.
    pub items: Vec<ProductChangeEvent>,
    pub meta: ProductChangesMeta,
}

/// About a page of changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductChangesMeta {
    /// The requested section.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionIdText))]
    pub section_id: String,
    /// Whether the range has further pages.
    pub has_more: bool,
    /// Where the next page begins, or after the last page the next range. As young as this response.
    pub next_cursor: String,
    /// What is safe to store: the range's start until its last page, then its end. As young as this response.
    pub checkpoint: String,
}

/// The fact that a product changed; not a copy of the product.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductChangeEvent {
    #[cfg_attr(feature = "schemas", schema(value_type = EventIdText))]
    pub event_id: String,
    #[cfg_attr(feature = "schemas", schema(value_type = StockNumberText))]
    pub stock_number: String,
    /// The public sections directly linked, after the change; of a removal, those it was last public in.
    #[cfg_attr(feature = "schemas", schema(value_type = Vec<SectionIdText>))]
    pub section_ids: Vec<String>,
    /// Why the client should act.
    #[cfg_attr(feature = "schemas", schema(value_type = Vec<ChangeTypeName>))]
    pub change_types: Vec<String>,
    #[cfg_attr(feature = "schemas", schema(value_type = ChangeOperationName))]
    pub operation: String,
    /// Whether the product is, as of this event, in the public subtree of the requested section. A client that mirrors
    /// the section drops a product that is not, whatever the operation.
    pub in_section: bool,
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub changed_at: String,
    /// The product's version as of this event: the catalog revision of the run (`include=version`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<i64>, nullable = false, example = 42))]
    pub version: Option<u64>,
}

impl ProductChangeEvent {
    /// Whether a copy of the section has the product after this event.
    pub fn is_upsert(&self) -> bool {
        self.operation != "remove" && self.in_section
    }
}

/// The counts of changed products.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ProductChangeSummary {
    /// Products with a change of content.
    pub content: u64,
    /// Products with a change of prices or stock.
    pub commercial: u64,
    /// Products that stopped being public.
    pub removed: u64,
    /// Products with any change.
    pub total: u64,
    pub meta: ChangeSummaryMeta,
}

/// About the counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangeSummaryMeta {
    /// The requested section.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionIdText))]
    pub section_id: String,
    /// The end of the range counted. As young as this response.
    pub next_cursor: String,
}

/// The digest of a section's products, or with `part` the products of one of its parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductDigest {
    /// The requested section.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionIdText))]
    pub section_id: String,
    /// The catalog revision.
    #[cfg_attr(feature = "schemas", schema(example = 42))]
    pub revision: i64,
    /// The section's sync point at that revision.
    pub changes_cursor: String,
    /// Products of the section's public subtree (without `part`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub count: Option<u64>,
    /// The sum of their numbers (without `part`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false, pattern = "^[0-9a-f]{32}$"))]
    pub digest: Option<String>,
    /// The same for each of 256 parts (without `part`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false, min_items = 256))]
    pub parts: Option<Vec<DigestPart>>,
    /// The requested part (with `part`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub part: Option<u8>,
    /// Its products by stock number (with `part`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub items: Option<Vec<ProductVersion>>,
}

/// The digest of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct DigestPart {
    /// Products.
    pub count: u64,
    /// The sum of their numbers.
    #[cfg_attr(feature = "schemas", schema(pattern = "^[0-9a-f]{32}$"))]
    pub digest: String,
}

/// A product and its version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductVersion {
    #[cfg_attr(feature = "schemas", schema(value_type = StockNumberText))]
    pub stock_number: String,
    /// The catalog revision of its last event.
    #[cfg_attr(feature = "schemas", schema(value_type = i64, example = 42))]
    pub version: u64,
}
