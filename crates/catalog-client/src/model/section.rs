//! Sections and the lists of their products.

use crate::model::{Facets, Product};
use serde::Deserialize;

/// An address in its parts; all empty when there is none.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct UrlGroup {
    pub full: String,
    pub host: String,
    pub path: String,
    pub slug: String,
}

/// A public section.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct Section {
    pub id: String,
    /// `None` for a root.
    pub parent_section_id: Option<String>,
    pub name: String,
    pub url: UrlGroup,
    pub sort_order: i64,
    pub level: i64,
    pub child_section_ids: Vec<String>,
    pub direct_product_count: u64,
    pub product_count: u64,
    pub available_product_count: u64,
}

/// All public sections, each before its subtree.
#[derive(Debug, Clone, Deserialize)]
pub struct SectionList {
    /// The sections.
    pub items: Vec<Section>,
}

/// A page of a section's products.
#[derive(Debug, Clone, Deserialize)]
pub struct ProductPage {
    /// The products.
    pub items: Vec<Product>,
    /// About the page.
    pub meta: ProductPageMeta,
    /// What there is to choose, if it was asked for.
    pub facets: Option<Facets>,
    /// The revision of the catalog that the page shows. Pages of one revision fit together.
    #[serde(skip)]
    pub revision: u64,
}

/// About a page of products.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProductPageMeta {
    /// The position of the page in its list.
    pub pagination: Pagination,
    /// Where to begin following the feed.
    pub changes_cursor: String,
}

/// The position of a page in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct Pagination {
    pub page: u64,
    pub page_size: u64,
    pub page_count: u64,
    pub total: u64,
}
