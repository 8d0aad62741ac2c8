//! What a text finds, and what there is to choose in a list.

use crate::model::{Pagination, Product};
use serde::Deserialize;

/// A page of the products that a text finds.
#[derive(Debug, Clone, Deserialize)]
pub struct SearchPage {
    /// The products.
    pub items: Vec<Product>,
    /// About the page.
    pub meta: SearchPageMeta,
    /// What there is to choose, if it was asked for.
    pub facets: Option<Facets>,
    /// The revision of the catalog that the page shows. Pages of one revision fit together.
    #[serde(skip)]
    pub revision: u64,
}

/// About a page of products that a text finds.
#[derive(Debug, Clone, Deserialize)]
pub struct SearchPageMeta {
    /// What was searched for.
    pub q: String,
    /// The position of the page among all that was found.
    pub pagination: Pagination,
}

/// How many products the list has with each choice in place of the present ones of its facet.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct Facets {
    pub vendors: Vec<VendorFacet>,
    pub omitted_vendors: u64,
    pub available: FlagFacet,
    pub sale: FlagFacet,
    pub has_price: FlagFacet,
    pub filters: Vec<FilterFacet>,
}

/// A vendor of products of the list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct VendorFacet {
    pub id: String,
    pub name: String,
    pub count: u64,
    pub selected: bool,
}

/// How many products are so, and how many are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct FlagFacet {
    /// Those that are.
    #[serde(rename = "true")]
    pub yes: u64,
    /// The others.
    #[serde(rename = "false")]
    pub no: u64,
}

/// A filter of the section, with the values that products of the list have.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct FilterFacet {
    pub uid: String,
    pub name: String,
    pub values: Vec<FilterValueFacet>,
    pub omitted: u64,
}

/// A value of a filter.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "docs/contract.md describes the fields")]
pub struct FilterValueFacet {
    pub value: String,
    pub key: String,
    pub count: u64,
    pub selected: bool,
}
