//! Filters of a section (`docs/contract.md#filters`) and facets of a list (`docs/contract.md#facets`).

#[cfg(feature = "schemas")]
use crate::schemas::*;
use serde::{Deserialize, Serialize};

/// A filter of a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FilterDefinition {
    #[cfg_attr(feature = "schemas", schema(example = "material"))]
    pub uid: String,
    #[cfg_attr(feature = "schemas", schema(example = "Material"))]
    pub name: String,
    /// The name of the group that the filter is shown in.
    #[cfg_attr(feature = "schemas", schema(example = "Design"))]
    pub group_name: String,
    /// The source's data type.
    #[cfg_attr(feature = "schemas", schema(example = "relation"))]
    pub data_type: String,
    /// Whether a product may have several values.
    pub is_multiple: bool,
    /// Whether the storefront shows it among the main filters.
    pub main_filter: bool,
    /// Whether the storefront hides it.
    pub hidden: bool,
    /// The values that public products of the section have, by value; possibly none.
    pub values: Vec<FilterValueCount>,
}

/// A value of a filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct FilterValueCount {
    /// Where products give the key different values, that of the product with the smallest stock number.
    #[cfg_attr(feature = "schemas", schema(example = "Cast iron"))]
    pub value: String,
    /// The value for `filter=<uid>:<key>`; equals `filterValues[].key` of a product.
    #[cfg_attr(feature = "schemas", schema(example = "cast-iron"))]
    pub key: String,
    /// Public products of the section that have the value: the total of the list filtered by it.
    pub count: u64,
}

/// The facets of a list. Each count is the total of the list with that choice in place of all choices of its facet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Facets {
    /// The vendors that some products of the list have without the choice of vendors: the most frequent first, at most
    /// 100, then selected ones.
    pub vendors: Vec<VendorFacet>,
    /// How many more vendors there are.
    pub omitted_vendors: u64,
    pub available: FlagFacet,
    pub sale: FlagFacet,
    pub has_price: FlagFacet,
    /// The filters of the section, in stored order; none without a section.
    pub filters: Vec<FilterFacet>,
}

/// A vendor of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct VendorFacet {
    /// The public vendor id; `unknown` for products without a vendor.
    #[cfg_attr(feature = "schemas", schema(example = "acme"))]
    pub id: String,
    /// The vendor's name.
    #[cfg_attr(feature = "schemas", schema(example = "Acme Pumps"))]
    pub name: String,
    pub count: u64,
    /// Whether the list was asked for with this vendor.
    pub selected: bool,
}

/// The counts of a choice between two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct FlagFacet {
    #[serde(rename = "true")]
    pub yes: u64,
    #[serde(rename = "false")]
    pub no: u64,
}

/// A filter of the section with the values of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FilterFacet {
    #[cfg_attr(feature = "schemas", schema(example = "material"))]
    pub uid: String,
    #[cfg_attr(feature = "schemas", schema(example = "Material"))]
    pub name: String,
    /// The name of the group that the filter is shown in.
    #[cfg_attr(feature = "schemas", schema(example = "Design"))]
    pub group_name: String,
    /// The source's data type.
    #[cfg_attr(feature = "schemas", schema(example = "relation"))]
    pub data_type: String,
    /// Whether a product may have several values.
    pub is_multiple: bool,
    /// Whether the storefront shows it among the main filters.
    pub main_filter: bool,
    /// Whether the storefront hides it.
    pub hidden: bool,
    /// The values that some products of the list have without the choice of this filter: the most frequent first, at
    /// most 100, then selected ones.
    pub values: Vec<FilterValueFacet>,
    /// How many more values there are.
    pub omitted: u64,
}

/// A value of a filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct FilterValueFacet {
    #[cfg_attr(feature = "schemas", schema(example = "Cast iron"))]
    pub value: String,
    /// The value for `filter=<uid>:<key>`.
    #[cfg_attr(feature = "schemas", schema(example = "cast-iron"))]
    pub key: String,
    pub count: u64,
    /// Whether the list was asked for with this value.
    pub selected: bool,
}
