//! The record of a product type.

use catalog_domain::products::{FeatureField, FeatureGroup, ProductType};
use catalog_domain::values::{FieldId, GroupId, ProductTypeId};
use catalog_records::{Checked, FieldDocument, GroupDocument, ProductTypeDocument};

pub(super) fn product_type(document: ProductTypeDocument<Checked>) -> ProductType {
    ProductType {
        id: ProductTypeId(document.id.0),
        name: document.name.0,
        groups: document.groups.into_iter().map(group).collect(),
    }
}

fn group(document: GroupDocument<Checked>) -> FeatureGroup {
    FeatureGroup {
        id: GroupId(document.id.0),
        uid: document.uid.0,
        name: document.name.0,
        ord: document.ord.0,
        role: document.role.0,
        fields: document.fields.into_iter().map(field).collect(),
    }
}

fn field(document: FieldDocument<Checked>) -> FeatureField {
    FeatureField {
        id: FieldId(document.id.0),
        uid: document.uid.0,
        name: document.name.0,
        ord: document.ord.0,
        role: document.role.0,
        data_type: document.data_type.0,
        in_filter: document.in_filter,
        in_search: document.in_search,
        is_multiple: document.is_multiple,
        guide_id: document.guide_id.value().map(|id| id.0),
        main_filter: document.main_filter,
        hidden: document.hidden,
        base_property: document.base_property,
        analog: document.analog,
    }
}
