//! Product types and warehouses of store and input together.

use crate::diagnostic::{Location, RecordDiagnostic};
use crate::gather::Gathered;
use catalog_domain::catalog::Warehouse;
use catalog_domain::ports::ImportSnapshot;
use catalog_domain::products::ProductType;
use catalog_domain::values::{FieldId, GroupId, ProductTypeId};
use std::collections::{HashMap, HashSet};

/// Changes of product types and warehouses. They are never removed.
pub(crate) struct SchemaOutcome {
    /// All types after the run.
    pub(crate) product_types: Vec<ProductType>,
    pub(crate) written_types: Vec<ProductType>,
    pub(crate) written_warehouses: Vec<Warehouse>,
    /// The fields whose values clients see, after the run.
    pub(crate) public_fields: HashSet<FieldId>,
}

pub(super) fn resolve(gathered: &mut Gathered, snapshot: &ImportSnapshot) -> SchemaOutcome {
    let stored_types: HashMap<ProductTypeId, &ProductType> =
        snapshot.product_types.iter().map(|stored| (stored.id, stored)).collect();
    let written_types: Vec<ProductType> = gathered
        .product_types
        .values()
        .filter(|(_, given)| stored_types.get(&given.id).is_none_or(|stored| *stored != given))
        .map(|(_, given)| given.clone())
        .collect();
    let unchanged = snapshot.product_types.iter().filter(|stored| !gathered.product_types.contains_key(&stored.id.0));
    let product_types: Vec<ProductType> =
        unchanged.chain(gathered.product_types.values().map(|(_, given)| given)).cloned().collect();
    check_unique_ids(gathered, &product_types);
    let written_warehouses = gathered
        .warehouses
        .values()
        .map(|(_, given)| given)
        .filter(|given| !snapshot.warehouses.contains(given))
        .cloned()
        .collect();
    let public_fields = product_types
        .iter()
        .flat_map(ProductType::fields)
        .filter(|(group, field)| field.is_public(group.role))
        .map(|(_, field)| field.id)
        .collect();
    SchemaOutcome { product_types, written_types, written_warehouses, public_fields }
}

/// Group ids and field ids are unique over all types. Types of the store come first and keep their ids.
fn check_unique_ids(gathered: &mut Gathered, product_types: &[ProductType]) {
    let mut groups: HashMap<GroupId, ProductTypeId> = HashMap::new();
    let mut fields: HashMap<FieldId, ProductTypeId> = HashMap::new();
    let mut diagnostics: Vec<(Location, RecordDiagnostic)> = Vec::new();
    for product_type in product_types {
        let location = gathered.product_types.get(&product_type.id.0).map(|(location, _)| *location);
        let mut refuse = |pointer: String, what: String, owner: ProductTypeId| {
            // Types of the store alone were checked when they were imported.
            diagnostics.extend(location.map(|location| {
                (location, RecordDiagnostic::new(pointer, format!("{what} is already used in product type {owner}")))
            }));
        };
        for (group_at, group) in product_type.groups.iter().enumerate() {
            if let Some(owner) = groups.insert(group.id, product_type.id) {
                refuse(format!("/groups/{group_at}/id"), format!("group id {}", group.id), owner);
            }
            for (field_at, field) in group.fields.iter().enumerate() {
                if let Some(owner) = fields.insert(field.id, product_type.id) {
                    let pointer = format!("/groups/{group_at}/fields/{field_at}/id");
                    refuse(pointer, format!("field id {}", field.id), owner);
                }
            }
        }
    }
    diagnostics.into_iter().for_each(|(location, diagnostic)| gathered.diagnostics.add(location, diagnostic));
}
