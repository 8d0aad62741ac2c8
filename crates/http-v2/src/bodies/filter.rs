//! Filters of a section with their values (`docs/contract.md#filters`).

use catalog_domain::catalog::FilterValueCount;
use catalog_domain::products::FilterDefinition;
use catalog_domain::sections::NodeIndex;
use catalog_index::Catalog;
use serde::Serialize;
use utoipa::ToSchema;

/// A filter of a section.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FilterDefinition)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FilterDefinitionBody<'a> {
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
    /// The values that public products of the section have, by value; possibly none.
    values: Vec<FilterValueCountBody<'a>>,
}

/// A value of a filter.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FilterValueCount)]
pub(crate) struct FilterValueCountBody<'a> {
    /// Where products give the key different values, that of the product with the smallest stock number.
    #[schema(example = "Cast iron")]
    value: &'a str,
    /// The value for `filter=<uid>:<key>`; equals `filterValues[].key` of a product.
    #[schema(example = "cast-iron")]
    key: &'a str,
    /// Public products of the section that have the value: the total of the list filtered by it.
    count: u64,
}

impl<'a> From<FilterValueCount<'a>> for FilterValueCountBody<'a> {
    fn from(count: FilterValueCount<'a>) -> Self {
        Self { value: count.value, key: count.key, count: count.count }
    }
}

/// The filters of the section at `index`, in stored order.
pub(super) fn section_filters(catalog: &Catalog, index: NodeIndex) -> Vec<FilterDefinitionBody<'_>> {
    let body = |(filter, values): (_, Vec<_>)| FilterDefinitionBody::new(filter, values);
    catalog.section_filters(index).map(body).collect()
}

impl<'a> FilterDefinitionBody<'a> {
    fn new(filter: &'a FilterDefinition, values: Vec<FilterValueCount<'a>>) -> Self {
        Self {
            uid: &filter.uid,
            name: &filter.name,
            group_name: &filter.group_name,
            data_type: &filter.data_type,
            is_multiple: filter.is_multiple,
            main_filter: filter.main_filter,
            hidden: filter.hidden,
            values: values.into_iter().map(FilterValueCountBody::from).collect(),
        }
    }
}
