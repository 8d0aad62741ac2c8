//! Sections (`docs/contract.md#sections`).

use crate::facets::FilterDefinition;
#[cfg(feature = "schemas")]
use crate::schemas::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A page's URL, whole and in parts. All four fields are empty for something without a page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct UrlGroup<'a> {
    /// The absolute URL.
    #[cfg_attr(
        feature = "schemas",
        schema(format = "uri-reference", example = "https://storefront.example/catalog/pumps/")
    )]
    pub full: Cow<'a, str>,
    /// The host.
    #[cfg_attr(feature = "schemas", schema(example = "storefront.example"))]
    pub host: Cow<'a, str>,
    /// The path.
    #[cfg_attr(feature = "schemas", schema(example = "/catalog/pumps/"))]
    pub path: Cow<'a, str>,
    /// The last segment of the path: not unique, not an identifier.
    #[cfg_attr(feature = "schemas", schema(example = "pumps"))]
    pub slug: Cow<'a, str>,
}

/// A section of the public catalog. Parts that were not requested are absent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Section<'a> {
    /// The public section id.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionIdText))]
    pub id: String,
    /// The nearest public ancestor; null for a root.
    #[cfg_attr(feature = "schemas", schema(required, value_type = Option<SectionIdText>))]
    pub parent_section_id: Option<String>,
    #[cfg_attr(feature = "schemas", schema(example = "Pumps"))]
    pub name: Cow<'a, str>,
    pub url: UrlGroup<'a>,
    pub is_active: bool,
    /// The rank among siblings.
    pub sort_order: i64,
    /// 1 for a root.
    #[cfg_attr(feature = "schemas", schema(minimum = 1))]
    pub level: u32,
    /// Whether the section has children in the whole public tree, even where a response is truncated.
    pub has_children: bool,
    /// The direct children in the whole public tree, in order.
    #[cfg_attr(feature = "schemas", schema(value_type = Vec<SectionIdText>))]
    pub child_section_ids: Vec<String>,
    /// Active public products linked directly.
    pub direct_product_count: u64,
    /// Active public products of the section and its public subtree.
    pub product_count: u64,
    /// Those of the subtree with a positive stock on at least one warehouse.
    pub available_product_count: u64,
    /// When an import last wrote the section.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub synced_at: String,
    /// The direct children (`include=children`), in order. In a tree every section has them, possibly none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(no_recursion, nullable = false))]
    pub children: Option<Vec<Section<'a>>>,
    /// From the root to the section itself (`include=breadcrumbs`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub breadcrumbs: Option<Vec<Breadcrumb<'a>>>,
    /// The vendors of the public subtree (`include=vendors`): in name order, `unknown` last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub vendors: Option<Vec<VendorCount<'a>>>,
    /// The section's filters (`include=filters`) in stored order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub filters: Option<Vec<FilterDefinition>>,
}

/// A step of the path from a root to a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Breadcrumb<'a> {
    /// The public section id.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionIdText))]
    pub id: String,
    #[cfg_attr(feature = "schemas", schema(example = "Pumps"))]
    pub name: Cow<'a, str>,
    pub url: UrlGroup<'a>,
}

/// All public sections, in tree order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct SectionList<'a> {
    pub items: Vec<Section<'a>>,
    pub meta: SectionListMeta,
}

/// The public sections as a tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct SectionTree<'a> {
    /// The roots; each section has `children`, possibly none.
    pub items: Vec<Section<'a>>,
    pub meta: SectionListMeta,
}

/// About a list or tree of sections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct SectionListMeta {
    /// `flat` for a list, `tree` for a tree.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionFormatName, inline))]
    pub format: String,
    /// The storefront whose sections these are.
    #[cfg_attr(feature = "schemas", schema(example = "storefront.example"))]
    pub host: String,
    /// The number of sections in the response.
    pub total: usize,
}

/// A vendor with the number of its products in a section's public subtree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct VendorCount<'a> {
    /// The public vendor id; `unknown` for products without a vendor.
    #[cfg_attr(feature = "schemas", schema(example = "acme"))]
    pub id: Cow<'a, str>,
    /// The vendor's name.
    #[cfg_attr(feature = "schemas", schema(example = "Acme Pumps"))]
    pub name: Cow<'a, str>,
    /// Public products of the vendor.
    pub product_count: u64,
    /// Those with a positive stock on at least one warehouse.
    pub available_product_count: u64,
}

/// The vendors of a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct SectionVendors<'a> {
    /// In name order, `unknown` last.
    pub items: Vec<VendorCount<'a>>,
    pub meta: SectionVendorsMeta,
}

/// About a list of vendors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SectionVendorsMeta {
    /// The requested section.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionIdText))]
    pub section_id: String,
}
