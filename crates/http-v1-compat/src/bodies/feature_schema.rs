//! The feature groups and fields of product types.

use catalog_domain::products::{FeatureField, FeatureGroup, ProductType};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// The schemas of several product types, merged.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FeatureSchema)]
pub(crate) struct FeatureSchemaBody<'a> {
    /// By type, then in the order of the groups.
    groups: Vec<FeatureGroupBody<'a>>,
    /// By field id, in the order of the groups and of the fields in them.
    #[schema(value_type = BTreeMap<String, FeatureFieldBody<'a>>)]
    fields: FieldsById<'a>,
}

/// A group of fields. Names may be raw `i18n::` values.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FeatureGroup)]
#[serde(rename_all = "camelCase")]
struct FeatureGroupBody<'a> {
    #[schema(example = 3)]
    id: i64,
    #[schema(example = "main")]
    uid: &'a str,
    #[schema(example = "i18n::group.main")]
    name: &'a str,
    /// The rank among the type's groups.
    #[schema(example = 1)]
    ord: i64,
    /// The product type.
    #[schema(example = 5)]
    type_id: i64,
    /// The name of the product type.
    #[schema(example = "Pump")]
    object_type_name: &'a str,
    /// Ids of the group's fields.
    #[schema(example = json!([17]))]
    fields: Vec<i64>,
}

/// A field. Names may be raw `i18n::` values.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FeatureField)]
#[serde(rename_all = "camelCase")]
struct FeatureFieldBody<'a> {
    #[schema(example = 17)]
    id: i64,
    #[schema(example = "power")]
    uid: &'a str,
    #[schema(example = "Power")]
    name: &'a str,
    #[schema(example = 3)]
    group_id: i64,
    #[schema(example = "Main")]
    group_name: &'a str,
    #[schema(example = 1)]
    group_ord: i64,
    /// The rank among the group's fields.
    #[schema(example = 1)]
    ord: i64,
    /// The product type.
    #[schema(example = 5)]
    type_id: i64,
    /// The name of the product type.
    #[schema(example = "Pump")]
    object_type_name: &'a str,
    in_filter: bool,
    in_search: bool,
    #[schema(example = "relation")]
    data_type: &'a str,
    is_multiple: bool,
    #[schema(required, example = 31)]
    guide_id: Option<i64>,
    main_filter: bool,
    hidden: bool,
    base_property: bool,
    analog: bool,
}

pub(super) fn feature_schema<'a>(types: impl Iterator<Item = &'a ProductType>) -> FeatureSchemaBody<'a> {
    let mut schema = FeatureSchemaBody { groups: Vec::new(), fields: FieldsById::default() };
    for kind in types {
        let mut groups: Vec<&FeatureGroup> = kind.groups.iter().collect();
        groups.sort_by_key(|group| group.ord);
        for group in groups {
            let mut fields: Vec<&FeatureField> = group.fields.iter().collect();
            fields.sort_by_key(|field| field.ord);
            schema.groups.push(group_body(kind, group, &fields));
            schema.fields.0.extend(fields.into_iter().map(|field| field_body(kind, group, field)));
        }
    }
    schema
}

fn group_body<'a>(kind: &'a ProductType, group: &'a FeatureGroup, fields: &[&FeatureField]) -> FeatureGroupBody<'a> {
    FeatureGroupBody {
        id: group.id.0,
        uid: &group.uid,
        name: &group.name,
        ord: group.ord,
        type_id: kind.id.0,
        object_type_name: &kind.name,
        fields: fields.iter().map(|field| field.id.0).collect(),
    }
}

fn field_body<'a>(kind: &'a ProductType, group: &'a FeatureGroup, field: &'a FeatureField) -> FeatureFieldBody<'a> {
    FeatureFieldBody {
        id: field.id.0,
        uid: &field.uid,
        name: &field.name,
        group_id: group.id.0,
        group_name: &group.name,
        group_ord: group.ord,
        ord: field.ord,
        type_id: kind.id.0,
        object_type_name: &kind.name,
        in_filter: field.in_filter,
        in_search: field.in_search,
        data_type: &field.data_type,
        is_multiple: field.is_multiple,
        guide_id: field.guide_id,
        main_filter: field.main_filter,
        hidden: field.hidden,
        base_property: field.base_property,
        analog: field.analog,
    }
}

/// An object whose keys are field ids. They are unique over all types.
#[derive(Debug, Default)]
struct FieldsById<'a>(Vec<FeatureFieldBody<'a>>);

impl Serialize for FieldsById<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for field in &self.0 {
            map.serialize_entry(&field.id, field)?;
        }
        map.end()
    }
}
