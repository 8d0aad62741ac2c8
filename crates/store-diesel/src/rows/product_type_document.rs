//! Rows of `product_types`: a type's feature groups are one JSON document with named fields.

use super::documents::{decode, encode};
use super::text::storable;
use crate::failure::inconsistent;
use crate::schema::ProductTypeRow;
use catalog_domain::ports::StoreError;
use catalog_domain::products::{FeatureField, FeatureGroup, FeatureRole, ProductType};
use catalog_domain::values::{FieldId, GroupId, ProductTypeId};
use serde::{Deserialize, Serialize};

impl TryFrom<&ProductType> for ProductTypeRow {
    type Error = StoreError;

    fn try_from(product_type: &ProductType) -> Result<Self, StoreError> {
        let name = storable(&product_type.name, &format!("the name of product type {}", product_type.id))?.to_owned();
        let groups: Vec<GroupDocument> = product_type.groups.iter().map(GroupDocument::from).collect();
        Ok(Self { id: product_type.id.0, name, feature_groups: encode(&groups)? })
    }
}

impl TryFrom<ProductTypeRow> for ProductType {
    type Error = StoreError;

    fn try_from(row: ProductTypeRow) -> Result<Self, StoreError> {
        let groups: Vec<GroupDocument> = decode(&row.feature_groups, "product_types.feature_groups")?;
        let groups = groups.into_iter().map(FeatureGroup::try_from).collect::<Result<_, _>>()?;
        Ok(Self { id: ProductTypeId(row.id), name: row.name.into(), groups })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct GroupDocument {
    id: i64,
    uid: Box<str>,
    name: Box<str>,
    ord: i64,
    role: Box<str>,
    fields: Vec<FieldDocument>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FieldDocument {
    id: i64,
    uid: Box<str>,
    name: Box<str>,
    ord: i64,
    role: Box<str>,
    data_type: Box<str>,
    in_filter: bool,
    in_search: bool,
    is_multiple: bool,
    guide_id: Option<i64>,
    main_filter: bool,
    hidden: bool,
    base_property: bool,
    analog: bool,
}

impl From<&FeatureGroup> for GroupDocument {
    fn from(group: &FeatureGroup) -> Self {
        Self {
            id: group.id.0,
            uid: group.uid.clone(),
            name: group.name.clone(),
            ord: group.ord,
            role: group.role.name().into(),
            fields: group.fields.iter().map(FieldDocument::from).collect(),
        }
    }
}

impl From<&FeatureField> for FieldDocument {
    fn from(field: &FeatureField) -> Self {
        Self {
            id: field.id.0,
            uid: field.uid.clone(),
            name: field.name.clone(),
            ord: field.ord,
            role: field.role.name().into(),
            data_type: field.data_type.clone(),
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

impl TryFrom<GroupDocument> for FeatureGroup {
    type Error = StoreError;

    fn try_from(document: GroupDocument) -> Result<Self, StoreError> {
        Ok(Self {
            role: role(&document.role)?,
            id: GroupId(document.id),
            uid: document.uid,
            name: document.name,
            ord: document.ord,
            fields: document.fields.into_iter().map(FeatureField::try_from).collect::<Result<_, _>>()?,
        })
    }
}

impl TryFrom<FieldDocument> for FeatureField {
    type Error = StoreError;

    fn try_from(document: FieldDocument) -> Result<Self, StoreError> {
        Ok(Self {
            role: role(&document.role)?,
            id: FieldId(document.id),
            uid: document.uid,
            name: document.name,
            ord: document.ord,
            data_type: document.data_type,
            in_filter: document.in_filter,
            in_search: document.in_search,
            is_multiple: document.is_multiple,
            guide_id: document.guide_id,
            main_filter: document.main_filter,
            hidden: document.hidden,
            base_property: document.base_property,
            analog: document.analog,
        })
    }
}

fn role(name: &str) -> Result<FeatureRole, StoreError> {
    FeatureRole::from_name(name)
        .ok_or_else(|| inconsistent("product_types.feature_groups", format_args!("unknown role {name:?}")))
}
