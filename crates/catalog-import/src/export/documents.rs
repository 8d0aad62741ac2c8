//! The records that products refer to, as they are written.

use catalog_domain::catalog::Warehouse;
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::{FeatureField, FeatureGroup, FilterDefinition, ProductType};
use catalog_domain::sections::Section;
use catalog_domain::values::PageUrl;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct PriceLevelDocument<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'a str,
}

#[derive(Serialize)]
pub(super) struct WarehouseDocument<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: &'a str,
    name: &'a str,
}

#[derive(Serialize)]
pub(super) struct TypeDocument<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: i64,
    name: &'a str,
    groups: Vec<GroupDocument<'a>>,
}

#[derive(Serialize)]
struct GroupDocument<'a> {
    id: i64,
    uid: &'a str,
    name: &'a str,
    ord: i64,
    role: &'static str,
    fields: Vec<FieldDocument<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FieldDocument<'a> {
    id: i64,
    uid: &'a str,
    name: &'a str,
    ord: i64,
    role: &'static str,
    data_type: &'a str,
    in_filter: bool,
    in_search: bool,
    is_multiple: bool,
    guide_id: Option<i64>,
    main_filter: bool,
    hidden: bool,
    base_property: bool,
    analog: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SectionDocument<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    hierarchy_id: i64,
    source_id: Option<i64>,
    parent_hierarchy_id: Option<i64>,
    name: &'a str,
    url: Option<&'a str>,
    is_active: bool,
    is_service: bool,
    sort_order: i64,
    filter_index: Option<&'a str>,
    filters: Vec<FilterDocument<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FilterDocument<'a> {
    uid: &'a str,
    name: &'a str,
    group_name: &'a str,
    group_ids: Vec<i64>,
    field_ids: Vec<i64>,
    type_ids: Vec<i64>,
    data_type: &'a str,
    is_multiple: bool,
    main_filter: bool,
    hidden: bool,
}

impl<'a> From<&'a PriceLevel> for PriceLevelDocument<'a> {
    fn from(level: &'a PriceLevel) -> Self {
        Self { kind: "priceLevel", name: level.name() }
    }
}

impl<'a> From<&'a Warehouse> for WarehouseDocument<'a> {
    fn from(warehouse: &'a Warehouse) -> Self {
        Self { kind: "warehouse", id: &warehouse.id, name: &warehouse.name }
    }
}

impl<'a> From<&'a ProductType> for TypeDocument<'a> {
    fn from(product_type: &'a ProductType) -> Self {
        let groups = product_type.groups.iter().map(GroupDocument::from).collect();
        Self { kind: "productType", id: product_type.id.0, name: &product_type.name, groups }
    }
}

impl<'a> From<&'a FeatureGroup> for GroupDocument<'a> {
    fn from(group: &'a FeatureGroup) -> Self {
        let FeatureGroup { id, uid, name, ord, role, fields } = group;
        Self {
            id: id.0,
            uid,
            name,
            ord: *ord,
            role: role.name(),
            fields: fields.iter().map(FieldDocument::from).collect(),
        }
    }
}

impl<'a> From<&'a FeatureField> for FieldDocument<'a> {
    fn from(field: &'a FeatureField) -> Self {
        Self {
            id: field.id.0,
            uid: &field.uid,
            name: &field.name,
            ord: field.ord,
            role: field.role.name(),
            data_type: &field.data_type,
            in_filter: field.in_filter,
            in_search: field.in_search,
            is_multiple: field.is_multiple,
            guide_id: field.guide_id,
            main_filter: field.main_filter,
            hidden: field.hidden,
            base_property: field.base_property,
            analog: field.analog,
        }
    }
}

impl<'a> From<&'a Section> for SectionDocument<'a> {
    fn from(section: &'a Section) -> Self {
        Self {
            kind: "section",
            hierarchy_id: section.id.0,
            source_id: section.source_id.map(|id| id.0),
            parent_hierarchy_id: section.parent.map(|id| id.0),
            name: &section.name,
            url: section.url.as_ref().map(PageUrl::as_str),
            is_active: section.is_active,
            is_service: section.is_service,
            sort_order: section.sort_order,
            filter_index: section.filter_index.as_deref(),
            filters: section.filters.iter().map(FilterDocument::from).collect(),
        }
    }
}

impl<'a> From<&'a FilterDefinition> for FilterDocument<'a> {
    fn from(filter: &'a FilterDefinition) -> Self {
        Self {
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
        }
    }
}
