//! Filters of a section with their values (`docs/contract.md#filters`).

use catalog_documents::{FilterDefinition, FilterValueCount};
use catalog_domain::catalog;
use catalog_domain::products;
use catalog_domain::sections::NodeIndex;
use catalog_index::Catalog;

/// The filters of the section at `index`, in stored order.
pub(super) fn section_filters(catalog: &Catalog, index: NodeIndex) -> Vec<FilterDefinition> {
    catalog.section_filters(index).map(|(filter, values)| definition(filter, &values)).collect()
}

fn definition(filter: &products::FilterDefinition, values: &[catalog::FilterValueCount<'_>]) -> FilterDefinition {
    let values = values.iter().map(|value| FilterValueCount {
        value: value.value.to_owned(),
        key: value.key.to_owned(),
        count: value.count,
    });
    FilterDefinition {
        uid: filter.uid.to_string(),
        name: filter.name.to_string(),
        group_name: filter.group_name.to_string(),
        data_type: filter.data_type.to_string(),
        is_multiple: filter.is_multiple,
        main_filter: filter.main_filter,
        hidden: filter.hidden,
        values: values.collect(),
    }
}
