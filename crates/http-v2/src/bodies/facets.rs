//! The facets of a list (`docs/contract.md#facets`).

use catalog_domain::catalog::{Facets, FlagFacet, ListedValues, ProductQuery, ValueFacet};
use catalog_domain::products::FilterDefinition;
use catalog_index::Catalog;
use serde::Serialize;
use utoipa::ToSchema;

/// The facets of a list. Each count is the total of the list with that choice in place of all choices of its facet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Facets)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FacetsBody<'a> {
    /// The vendors that some products of the list have without the choice of vendors: the most frequent first, at most
    /// 100, then selected ones.
    vendors: Vec<VendorFacetBody<'a>>,
    /// How many more vendors there are.
    omitted_vendors: u64,
    available: FlagFacetBody,
    sale: FlagFacetBody,
    has_price: FlagFacetBody,
    /// The filters of the section, in stored order; none without a section.
    filters: Vec<FilterFacetBody<'a>>,
}

/// A vendor of a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VendorFacet)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VendorFacetBody<'a> {
    /// The public vendor id; `unknown` for products without a vendor.
    #[schema(example = "acme")]
    id: &'a str,
    /// The vendor's name.
    #[schema(example = "Acme Pumps")]
    name: &'a str,
    count: u64,
    /// Whether the list was asked for with this vendor.
    selected: bool,
}

/// The counts of a choice between two.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FlagFacet)]
pub(crate) struct FlagFacetBody {
    #[serde(rename = "true")]
    yes: u64,
    #[serde(rename = "false")]
    no: u64,
}

/// A filter of the section with the values of a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FilterFacet)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FilterFacetBody<'a> {
    #[schema(example = "material")]
    uid: &'a str,
    #[schema(example = "Material")]
    name: &'a str,
    /// The name of the group that the filter is shown in.
    #[schema(example = "Design")]
    group_name: &'a str,
    /// The source's data type.
    #[schema(example = "relation")]
    data_type: &'a str,
    /// Whether a product may have several values.
    is_multiple: bool,
    /// Whether the storefront shows it among the main filters.
    main_filter: bool,
    /// Whether the storefront hides it.
    hidden: bool,
    /// The values that some products of the list have without the choice of this filter: the most frequent first, at
    /// most 100, then selected ones.
    values: Vec<FilterValueFacetBody<'a>>,
    /// How many more values there are.
    omitted: u64,
}

/// A value of a filter.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FilterValueFacet)]
pub(crate) struct FilterValueFacetBody<'a> {
    #[schema(example = "Cast iron")]
    value: &'a str,
    /// The value for `filter=<uid>:<key>`.
    #[schema(example = "cast-iron")]
    key: &'a str,
    count: u64,
    /// Whether the list was asked for with this value.
    selected: bool,
}

impl<'a> FacetsBody<'a> {
    pub(crate) fn new(catalog: &'a Catalog, query: &ProductQuery, facets: &'a Facets) -> Self {
        let section = query.section.and_then(|section| catalog.sections().find(section));
        let filters = section.map_or(&[][..], |node| &catalog.sections().node(node).section.filters);
        Self {
            vendors: facets.vendors.values.iter().map(VendorFacetBody::from).collect(),
            omitted_vendors: facets.vendors.omitted,
            available: facets.available.into(),
            sale: facets.sale.into(),
            has_price: facets.has_price.into(),
            filters: filters
                .iter()
                .zip(&facets.filters)
                .map(|(filter, values)| FilterFacetBody::new(filter, values))
                .collect(),
        }
    }
}

impl<'a> FilterFacetBody<'a> {
    fn new(filter: &'a FilterDefinition, listed: &'a ListedValues) -> Self {
        Self {
            uid: &filter.uid,
            name: &filter.name,
            group_name: &filter.group_name,
            data_type: &filter.data_type,
            is_multiple: filter.is_multiple,
            main_filter: filter.main_filter,
            hidden: filter.hidden,
            values: listed.values.iter().map(FilterValueFacetBody::from).collect(),
            omitted: listed.omitted,
        }
    }
}

impl From<FlagFacet> for FlagFacetBody {
    fn from(FlagFacet { yes, no }: FlagFacet) -> Self {
        Self { yes, no }
    }
}

impl<'a> From<&'a ValueFacet> for VendorFacetBody<'a> {
    fn from(ValueFacet { text, key, count, is_selected }: &'a ValueFacet) -> Self {
        Self { id: key, name: text, count: *count, selected: *is_selected }
    }
}

impl<'a> From<&'a ValueFacet> for FilterValueFacetBody<'a> {
    fn from(ValueFacet { text, key, count, is_selected }: &'a ValueFacet) -> Self {
        Self { value: text, key, count: *count, selected: *is_selected }
    }
}
