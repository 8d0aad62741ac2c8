//! About pages of products (`docs/contract.md#product-list`, `docs/contract.md#search`).

#[cfg(feature = "schemas")]
use crate::schemas::*;
use crate::sections::UrlGroup;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;

/// The position of a page in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Pagination {
    /// Counted from 1.
    #[cfg_attr(feature = "schemas", schema(minimum = 1))]
    pub page: u64,
    #[cfg_attr(feature = "schemas", schema(minimum = 1, maximum = 1000))]
    pub page_size: u32,
    /// 0 when the list is empty.
    pub page_count: u64,
    /// Products, or users, in the whole list.
    pub total: u64,
}

/// About a page of products.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductPageMeta {
    /// The requested section.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionIdText))]
    pub section_id: String,
    /// Which products of the section.
    #[cfg_attr(feature = "schemas", schema(value_type = ScopeName, inline))]
    pub scope: String,
    /// What was searched for, without blanks around it; only where something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub q: Option<String>,
    /// The order of the list.
    #[cfg_attr(feature = "schemas", schema(value_type = SortName, inline))]
    pub sort: String,
    pub pagination: Pagination,
    /// What to search for instead; only where nothing was found, and null where nothing else finds anything.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<SearchSuggestion>))]
    pub suggestion: Option<Option<SearchSuggestion>>,
    /// Where to start following the section's changes after reading its list: store the one of the first page. It is
    /// valid for the retention period, counted from when the page was made; a 304 does not renew it.
    pub changes_cursor: String,
}

/// About a page of products that a text finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchPageMeta {
    /// What was searched for, without blanks around it.
    pub q: String,
    /// The requested section; null for all public products.
    #[cfg_attr(feature = "schemas", schema(required, value_type = Option<SectionIdText>))]
    pub section_id: Option<String>,
    /// The order of the list.
    #[cfg_attr(feature = "schemas", schema(value_type = SortName, inline))]
    pub sort: String,
    pub pagination: Pagination,
    /// What to search for instead; only where nothing was found, and null where nothing else finds anything.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<SearchSuggestion>))]
    pub suggestion: Option<Option<SearchSuggestion>>,
}

/// What finds something where nothing was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct SearchSuggestion {
    /// The text as it was typed, without what nothing has.
    pub q: String,
    /// How many products the same request finds with it.
    #[cfg_attr(feature = "schemas", schema(minimum = 1))]
    pub total: u64,
}

/// Null is something else than nothing.
fn present<'de, D: Deserializer<'de>>(field: D) -> Result<Option<Option<SearchSuggestion>>, D::Error> {
    Option::deserialize(field).map(Some)
}

/// A section whose name has what was searched for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MatchingSection<'a> {
    /// The public section id.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionIdText))]
    pub id: String,
    #[cfg_attr(feature = "schemas", schema(example = "Pumps"))]
    pub name: Cow<'a, str>,
    pub url: UrlGroup<'a>,
    /// Active public products of the section and its public subtree.
    pub product_count: u64,
}

/// About a batch of products.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ProductBatchMeta {
    /// The stock numbers that no public product has, in the requested order.
    #[cfg_attr(feature = "schemas", schema(value_type = Vec<StockNumberText>))]
    pub missing: Vec<String>,
}
