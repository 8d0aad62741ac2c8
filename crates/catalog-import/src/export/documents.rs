//! The records that products refer to, as they are written.

use catalog_domain::catalog::Warehouse;
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::{FeatureField, FeatureGroup, FilterDefinition, ProductType};
use catalog_domain::sections::Section;
use catalog_domain::values::PageUrl;
use catalog_records::{
    FieldDocument, FilterDocument, Given, GroupDocument, PriceLevelDocument, ProductTypeDocument, RecordKind,
    SectionDocument, Stored, WarehouseDocument,
};

pub(super) fn price_level(level: &PriceLevel) -> PriceLevelDocument<Stored<'_>> {
    PriceLevelDocument { kind: RecordKind::PriceLevel, name: level.name() }
}

pub(crate) fn warehouse(warehouse: &Warehouse) -> WarehouseDocument<Stored<'_>> {
    WarehouseDocument { kind: RecordKind::Warehouse, id: &warehouse.id, name: &warehouse.name }
}

pub(crate) fn product_type(product_type: &ProductType) -> ProductTypeDocument<Stored<'_>> {
    ProductTypeDocument {
        kind: RecordKind::ProductType,
        id: product_type.id.0,
        name: &product_type.name,
        groups: product_type.groups.iter().map(group).collect(),
    }
}

fn group(group: &FeatureGroup) -> GroupDocument<Stored<'_>> {
    let FeatureGroup { id, uid, name, ord, role, fields } = group;
    let fields = fields.iter().map(field).collect();
    GroupDocument { id: id.0, uid, name, ord: *ord, role: role.name(), fields }
}

fn field(field: &FeatureField) -> FieldDocument<Stored<'_>> {
    FieldDocument {
        id: field.id.0,
        uid: &field.uid,
        name: &field.name,
        ord: field.ord,
        role: field.role.name(),
        data_type: &field.data_type,
        in_filter: field.in_filter,
        in_search: field.in_search,
        is_multiple: field.is_multiple,
        guide_id: Given::new(field.guide_id),
        main_filter: field.main_filter,
        hidden: field.hidden,
        base_property: field.base_property,
        analog: field.analog,
    }
}

pub(crate) fn section(section: &Section) -> SectionDocument<Stored<'_>> {
    SectionDocument {
        kind: RecordKind::Section,
        hierarchy_id: section.id.0,
        source_id: section.source_id.map(|id| id.0),
        parent_hierarchy_id: section.parent.map(|id| id.0),
        name: &section.name,
        url: section.url.as_ref().map(PageUrl::as_str),
        is_active: section.is_active,
        is_service: Given::new(section.is_service),
        sort_order: section.sort_order,
        filter_index: Given::new(section.filter_index.as_deref()),
        filters: section.filters.iter().map(filter).collect(),
    }
}

fn filter(filter: &FilterDefinition) -> FilterDocument<Stored<'_>> {
    FilterDocument {
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
