//! The facets of a list (`docs/contract.md#facets`).

use catalog_documents as documents;
use catalog_documents::{FilterFacet, FilterValueFacet, VendorFacet};
use catalog_domain::catalog::{Facets, FlagFacet, ListedValues, ProductQuery};
use catalog_domain::products::FilterDefinition;
use catalog_index::Catalog;

pub(crate) fn facets(catalog: &Catalog, query: &ProductQuery, facets: &Facets) -> documents::Facets {
    let section = query.section.and_then(|section| catalog.sections().find(section));
    let filters = section.map_or(&[][..], |node| &catalog.sections().node(node).section.filters);
    let vendors = facets.vendors.values.iter().map(|vendor| VendorFacet {
        id: vendor.key.to_string(),
        name: vendor.text.to_string(),
        count: vendor.count,
        selected: vendor.is_selected,
    });
    documents::Facets {
        vendors: vendors.collect(),
        omitted_vendors: facets.vendors.omitted,
        available: flag(facets.available),
        sale: flag(facets.sale),
        has_price: flag(facets.has_price),
        filters: filters.iter().zip(&facets.filters).map(|(filter, values)| filter_facet(filter, values)).collect(),
    }
}

fn flag(FlagFacet { yes, no }: FlagFacet) -> documents::FlagFacet {
    documents::FlagFacet { yes, no }
}

fn filter_facet(filter: &FilterDefinition, listed: &ListedValues) -> FilterFacet {
    let values = listed.values.iter().map(|value| FilterValueFacet {
        value: value.text.to_string(),
        key: value.key.to_string(),
        count: value.count,
        selected: value.is_selected,
    });
    FilterFacet {
        uid: filter.uid.to_string(),
        name: filter.name.to_string(),
        group_name: filter.group_name.to_string(),
        data_type: filter.data_type.to_string(),
        is_multiple: filter.is_multiple,
        main_filter: filter.main_filter,
        hidden: filter.hidden,
        values: values.collect(),
        omitted: listed.omitted,
    }
}
