//! Product types: one feature schema per category, with groups and fields of every role.

mod common_groups;

use crate::records::{Record, Source};
use crate::text::slug;
use crate::vocabulary::{CATEGORIES, Category, Measure};
use catalog_records::{FieldDocument, FilterDocument, Given, GroupDocument, ProductTypeDocument, RecordKind};
use common_groups::{FieldPlan, GROUPS, GroupPlan};

/// The schema of one product type.
pub(crate) struct Schema {
    pub(crate) id: u64,
    name: &'static str,
    groups: Vec<Group>,
    /// The fields of all groups, in the order of the groups.
    pub(crate) fields: Vec<Field>,
}

struct Group {
    id: u64,
    plan: &'static GroupPlan,
}

pub(crate) struct Field {
    pub(crate) id: u64,
    pub(crate) uid: &'static str,
    /// What values can be chosen from; never empty.
    pub(crate) values: Vec<FieldValue>,
    /// Whether sections filter by it.
    pub(crate) is_filter: bool,
    pub(crate) is_multiple: bool,
    /// How many of 100 products have a value.
    pub(crate) kept_percent: u64,
    name: &'static str,
    role: &'static str,
    group: usize,
    position: u64,
}

pub(crate) struct FieldValue {
    pub(crate) text: String,
    pub(crate) key: String,
}

/// The schemas of all categories, in the categories' order.
pub(crate) fn schemas() -> Vec<Schema> {
    CATEGORIES.iter().zip(5..).map(|(category, id)| schema(category, id)).collect()
}

pub(crate) fn record(schema: &Schema) -> Record<'_> {
    let groups = schema.groups.iter().enumerate().map(|(number, group)| GroupDocument {
        id: group.id,
        uid: group.plan.uid.into(),
        name: group.plan.name.into(),
        ord: number as i64 + 1,
        role: group.plan.role,
        fields: schema.fields.iter().filter(|field| field.group == number).map(field_record).collect(),
    });
    Record::ProductType(ProductTypeDocument {
        kind: RecordKind::ProductType,
        id: schema.id,
        name: schema.name.into(),
        groups: groups.collect(),
    })
}

/// The filters of a section whose products are of that type.
pub(crate) fn filters(schema: &Schema) -> Vec<FilterDocument<Source<'_>>> {
    let of_field = |field: &Field| FilterDocument {
        uid: field.uid,
        name: field.name.into(),
        group_name: schema.groups[field.group].plan.name.into(),
        group_ids: vec![schema.groups[field.group].id],
        field_ids: vec![field.id],
        type_ids: vec![schema.id],
        data_type: data_type(field).into(),
        is_multiple: field.is_multiple,
        main_filter: is_main_filter(field),
        hidden: is_hidden(field),
    };
    schema.fields.iter().filter(|field| field.is_filter).map(of_field).collect()
}

fn schema(category: &'static Category, id: u64) -> Schema {
    let groups = GROUPS.iter().zip(id * 100..).map(|(plan, id)| Group { id, plan }).collect();
    let own = category.measures.iter().enumerate().map(|(position, measure)| (0, FieldPlan::own(position, *measure)));
    let common =
        GROUPS.iter().enumerate().flat_map(|(group, plan)| plan.fields.iter().map(move |field| (group, *field)));
    let fields = own.chain(common).zip(1..).map(|((group, plan), position)| Field::new(id, group, position, plan));
    Schema { id, name: category.singular, groups, fields: fields.collect() }
}

impl Field {
    fn new(type_id: u64, group: usize, position: u64, plan: FieldPlan) -> Self {
        let FieldPlan { measure: Measure(uid, name, unit, values), role, is_filter, is_multiple, kept_percent } = plan;
        let values = values.split('|').map(|value| FieldValue::new(value, unit)).collect();
        let id = type_id * 1_000 + position;
        Self { id, uid, values, is_filter, is_multiple, kept_percent, name, role, group, position }
    }
}

impl FieldValue {
    fn new(value: &str, unit: &str) -> Self {
        let text = if unit.is_empty() { value.to_owned() } else { format!("{value} {unit}") };
        Self { key: slug(&text), text }
    }
}

fn field_record(field: &Field) -> FieldDocument<Source<'_>> {
    FieldDocument {
        id: field.id,
        uid: field.uid.into(),
        name: field.name.into(),
        ord: field.position as i64,
        role: field.role,
        data_type: data_type(field).into(),
        in_filter: field.is_filter,
        in_search: field.position <= 2,
        is_multiple: field.is_multiple,
        guide_id: Given::if_some(field.is_filter.then_some((field.id % 1_000) as i64 + 30)),
        main_filter: is_main_filter(field),
        hidden: is_hidden(field),
        base_property: field.position == 1,
        analog: field.position <= 3,
    }
}

/// Values from a guide are relations; the rest is text.
fn data_type(field: &Field) -> &'static str {
    if field.is_filter { "relation" } else { "string" }
}

fn is_main_filter(field: &Field) -> bool {
    field.is_filter && field.position <= 3
}

fn is_hidden(field: &Field) -> bool {
    matches!(field.role, "service" | "seo" | "price") || field.uid == "temperature"
}
