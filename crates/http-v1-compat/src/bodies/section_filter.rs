//! The filters of sections, with the values that products have for them.

use catalog_domain::catalog::FilterValueCount;
use catalog_domain::products::FilterDefinition;
use catalog_domain::sections::NodeIndex;
use catalog_index::V1Catalog;
use serde::Serialize;
use std::collections::HashSet;
use utoipa::ToSchema;

/// A filter. Names may be raw `i18n::` values.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SectionFilter)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SectionFilterBody<'a> {
    #[schema(example = "power")]
    uid: &'a str,
    #[schema(example = "Power")]
    name: &'a str,
    #[schema(example = "Main")]
    group_name: &'a str,
    #[schema(example = json!([3]))]
    group_ids: Vec<i64>,
    #[schema(example = json!([17]))]
    field_ids: Vec<i64>,
    #[schema(example = json!([5]))]
    type_ids: Vec<i64>,
    #[schema(example = "relation")]
    data_type: &'a str,
    is_multiple: bool,
    main_filter: bool,
    hidden: bool,
    /// By value, then key.
    values: Vec<FilterValueBody<'a>>,
}

/// A value of a filter.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FilterValue)]
struct FilterValueBody<'a> {
    /// Where products give the key different values, that of the product with the smallest stock number.
    #[schema(example = "5 kW")]
    value: &'a str,
    #[schema(example = "5-kw")]
    key: &'a str,
    /// Distinct products that have it in one of the sections.
    #[schema(minimum = 1, example = 12)]
    count: u64,
}

/// The filters of `sections`: those of the first one in stored order, then those that only a later one has. Where
/// several define one uid, the first definition counts.
pub(super) fn section_filters<'a>(v1: &'a V1Catalog, sections: &[NodeIndex]) -> Vec<SectionFilterBody<'a>> {
    let mut seen = HashSet::new();
    let defined = sections.iter().flat_map(|section| &v1.sections().node(*section).section.filters);
    let first = defined.filter(|filter| seen.insert(&filter.uid));
    let values = v1.filter_values(sections);
    first.map(|filter| filter_body(filter, values.of(&filter.uid))).collect()
}

fn filter_body<'a>(filter: &'a FilterDefinition, values: Vec<FilterValueCount<'a>>) -> SectionFilterBody<'a> {
    let value_body =
        |value: FilterValueCount<'a>| FilterValueBody { value: value.value, key: value.key, count: value.count };
    SectionFilterBody {
        uid: &filter.uid,
        name: &filter.name,
        group_name: &filter.group_name,
        group_ids: filter.group_ids.iter().map(|id| id.0).collect(),
        field_ids: filter.field_ids.iter().map(|id| id.0).collect(),
        type_ids: filter.type_ids.iter().map(|id| id.0).collect(),
        data_type: &filter.data_type,
        is_multiple: filter.is_multiple,
        main_filter: filter.main_filter,
        hidden: filter.hidden,
        values: values.into_iter().map(value_body).collect(),
    }
}
