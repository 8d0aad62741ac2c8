//! The record of a product type.

use super::object::Object;
use super::values::{Integer, PositiveInteger, Role, Text};
use catalog_domain::products::{FeatureField, FeatureGroup, ProductType};
use catalog_domain::values::{FieldId, GroupId, ProductTypeId};
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProductTypeDocument {
    #[serde(rename = "type")]
    _kind: IgnoredAny,
    id: PositiveInteger,
    name: Text,
    groups: Vec<Object<GroupDocument>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupDocument {
    id: PositiveInteger,
    uid: Text,
    name: Text,
    ord: Integer,
    #[serde(default)]
    role: Role,
    fields: Vec<Object<FieldDocument>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FieldDocument {
    id: PositiveInteger,
    uid: Text,
    name: Text,
    ord: Integer,
    #[serde(default)]
    role: Role,
    data_type: Text,
    #[serde(default)]
    in_filter: bool,
    #[serde(default)]
    in_search: bool,
    #[serde(default)]
    is_multiple: bool,
    #[serde(default)]
    guide_id: Option<Integer>,
    #[serde(default)]
    main_filter: bool,
    #[serde(default)]
    hidden: bool,
    #[serde(default)]
    base_property: bool,
    #[serde(default)]
    analog: bool,
}

impl ProductTypeDocument {
    pub(super) fn into_domain(self) -> ProductType {
        ProductType {
            id: ProductTypeId(self.id.0),
            name: self.name.0,
            groups: self.groups.into_iter().map(|group| group.0.into_domain()).collect(),
        }
    }
}

impl GroupDocument {
    fn into_domain(self) -> FeatureGroup {
        FeatureGroup {
            id: GroupId(self.id.0),
            uid: self.uid.0,
            name: self.name.0,
            ord: self.ord.0,
            role: self.role.0,
            fields: self.fields.into_iter().map(|field| field.0.into_domain()).collect(),
        }
    }
}

impl FieldDocument {
    fn into_domain(self) -> FeatureField {
        FeatureField {
            id: FieldId(self.id.0),
            uid: self.uid.0,
            name: self.name.0,
            ord: self.ord.0,
            role: self.role.0,
            data_type: self.data_type.0,
            in_filter: self.in_filter,
            in_search: self.in_search,
            is_multiple: self.is_multiple,
            guide_id: self.guide_id.map(|id| id.0),
            main_filter: self.main_filter,
            hidden: self.hidden,
            base_property: self.base_property,
            analog: self.analog,
        }
    }
}
