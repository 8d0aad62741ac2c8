//! References between records: what is defined, and where the rest is used.

use crate::diagnostic::{Location, RecordDiagnostic};
use crate::record::ProductInput;
use catalog_domain::ports::ImportSnapshot;
use catalog_domain::pricing::Offer;
use catalog_domain::products::ProductType;
use catalog_domain::sections::Section;
use catalog_domain::values::{FieldId, GroupId, ProductTypeId, SectionId};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Reference {
    Section(SectionId),
    ProductType(ProductTypeId),
    FieldOfType(ProductTypeId, FieldId),
    Field(FieldId),
    Group(GroupId),
    Warehouse(Arc<str>),
}

impl fmt::Display for Reference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Section(id) => write!(formatter, "section {id}"),
            Self::ProductType(id) => write!(formatter, "product type {id}"),
            Self::FieldOfType(product_type, field) => {
                write!(formatter, "field {field} of the product's type {product_type}")
            }
            Self::Field(id) => write!(formatter, "field {id}"),
            Self::Group(id) => write!(formatter, "group {id}"),
            Self::Warehouse(id) => write!(formatter, "warehouse `{id}`"),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct DefinedIds(HashSet<Reference>);

impl DefinedIds {
    /// The definitions of the store before the run.
    pub(crate) fn of_store(snapshot: &ImportSnapshot) -> Self {
        let mut known = Self::default();
        snapshot.sections.iter().for_each(|section| known.add(Reference::Section(section.id)));
        snapshot.product_types.iter().for_each(|product_type| known.add_type(product_type));
        snapshot.warehouses.iter().for_each(|warehouse| known.add(Reference::Warehouse(warehouse.id.clone())));
        known
    }

    pub(crate) fn add(&mut self, thing: Reference) {
        self.0.insert(thing);
    }

    pub(crate) fn add_type(&mut self, product_type: &ProductType) {
        self.add(Reference::ProductType(product_type.id));
        for group in &product_type.groups {
            self.add(Reference::Group(group.id));
            for field in &group.fields {
                self.add(Reference::Field(field.id));
                self.add(Reference::FieldOfType(product_type.id, field.id));
            }
        }
    }

    pub(crate) fn has(&self, thing: &Reference) -> bool {
        self.0.contains(thing)
    }

    /// Whether `thing` may be missing only because the record that defines it could not be read: `broken` holds those.
    fn is_excused(&self, thing: &Reference, broken: &HashSet<Reference>) -> bool {
        match thing {
            // A missing type is reported separately.
            Reference::FieldOfType(product_type, _) => {
                let product_type = Reference::ProductType(*product_type);
                !self.has(&product_type) || broken.contains(&product_type)
            }
            Reference::Field(_) | Reference::Group(_) => {
                broken.iter().any(|thing| matches!(thing, Reference::ProductType(_)))
            }
            _ => broken.contains(thing),
        }
    }
}

/// Where ids are referred to. Its size depends on the number of distinct ids, not on that of the records.
#[derive(Debug)]
pub(crate) struct ReferenceTable {
    uses: HashMap<Reference, Uses>,
    /// How many more uses are stored beside the first of each id: no more can be reported.
    left: usize,
}

#[derive(Debug)]
struct Uses {
    /// Whether the id was defined at its first use; then one use is enough to report it should it disappear.
    was_known: bool,
    locations: Vec<(Location, Box<str>)>,
}

impl ReferenceTable {
    pub(crate) fn new(maximum: usize) -> Self {
        Self { uses: HashMap::new(), left: maximum }
    }

    fn add(&mut self, thing: Reference, known: &DefinedIds, location: Location, field: impl FnOnce() -> String) {
        if let Some(uses) = self.uses.get_mut(&thing) {
            if !uses.was_known && self.left > 0 {
                self.left -= 1;
                uses.locations.push((location, field().into()));
            }
        } else {
            let uses = Uses { was_known: known.has(&thing), locations: vec![(location, field().into())] };
            self.uses.insert(thing, uses);
        }
    }

    pub(crate) fn add_section(&mut self, section: &Section, known: &DefinedIds, location: Location) {
        if let Some(parent) = section.parent {
            self.add(Reference::Section(parent), known, location, || "/parentHierarchyId".to_owned());
        }
    }

    pub(crate) fn add_filters(&mut self, section: &Section, known: &DefinedIds, location: Location) {
        for (filter, definition) in section.filters.iter().enumerate() {
            for (at, id) in definition.group_ids.iter().enumerate() {
                self.add(Reference::Group(*id), known, location, || format!("/filters/{filter}/groupIds/{at}"));
            }
            for (at, id) in definition.field_ids.iter().enumerate() {
                self.add(Reference::Field(*id), known, location, || format!("/filters/{filter}/fieldIds/{at}"));
            }
            for (at, id) in definition.type_ids.iter().enumerate() {
                self.add(Reference::ProductType(*id), known, location, || format!("/filters/{filter}/typeIds/{at}"));
            }
        }
    }

    /// Those of the record without its offer.
    pub(crate) fn add_product(&mut self, product: &ProductInput, known: &DefinedIds, location: Location) {
        self.add(Reference::ProductType(product.type_id), known, location, || "/typeId".to_owned());
        for (at, id) in product.sections.iter().enumerate() {
            self.add(Reference::Section(*id), known, location, || format!("/sections/{at}"));
        }
        if let Some(id) = product.primary_section {
            self.add(Reference::Section(id), known, location, || "/primarySection".to_owned());
        }
        for (at, feature) in product.parts.features.iter().enumerate() {
            let field = Reference::FieldOfType(product.type_id, feature.field_id);
            self.add(field, known, location, || format!("/features/{at}/fieldId"));
        }
        for (value, filter_value) in product.filter_values.iter().enumerate() {
            let field = Reference::Field(filter_value.field_id);
            self.add(field, known, location, || format!("/filterValues/{value}/fieldId"));
            for (at, id) in filter_value.sections.iter().enumerate() {
                self.add(Reference::Section(*id), known, location, || format!("/filterValues/{value}/sections/{at}"));
            }
        }
    }

    pub(crate) fn add_offer(&mut self, offer: &Offer, pointer: &str, known: &DefinedIds, location: Location) {
        for (at, stock) in offer.stock.iter().enumerate() {
            let warehouse = Reference::Warehouse(Arc::clone(stock.warehouse));
            self.add(warehouse, known, location, || format!("{pointer}/stock/{at}/warehouseId"));
        }
    }

    /// The column of a warehouse in a table of offers.
    pub(crate) fn add_column(&mut self, warehouse: &Arc<str>, known: &DefinedIds, location: Location, field: String) {
        self.add(Reference::Warehouse(Arc::clone(warehouse)), known, location, || field);
    }

    /// References that are neither in `known` nor excused by a `broken` record, at every stored location.
    pub(crate) fn unresolved(
        &self,
        known: &DefinedIds,
        broken: &HashSet<Reference>,
    ) -> Vec<(Location, RecordDiagnostic)> {
        let mut unresolved: Vec<(Location, RecordDiagnostic)> = self
            .uses
            .iter()
            .filter(|(thing, _)| !known.has(thing) && !known.is_excused(thing, broken))
            .flat_map(|(thing, uses)| {
                let message = format!("{thing} is neither in the input nor in the store");
                uses.locations
                    .iter()
                    .map(move |(location, field)| (*location, RecordDiagnostic::new(&**field, message.clone())))
            })
            .collect();
        unresolved.sort_by(|one, other| (one.0, &one.1.field).cmp(&(other.0, &other.1.field)));
        unresolved
    }
}
