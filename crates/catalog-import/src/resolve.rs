//! Checks that span several records, against input and store together.

mod parent_chains;
mod products;
mod schemas;
mod sections;

pub(crate) use products::ProductOutcome;
pub(crate) use schemas::SchemaOutcome;
pub(crate) use sections::SectionOutcome;

use crate::gather::Gathered;
use crate::options::ImportMode;
use crate::references::{DefinedIds, Reference};
use catalog_domain::ports::ImportSnapshot;
use catalog_domain::values::Timestamp;

pub(crate) struct Resolved {
    pub(crate) schemas: SchemaOutcome,
    pub(crate) sections: SectionOutcome,
    pub(crate) products: ProductOutcome,
}

/// Resolves all references and conflicts; errors are added to the diagnostics of `gathered`. `at` is the time of the
/// run.
pub(crate) fn resolve(gathered: &mut Gathered, snapshot: &ImportSnapshot, mode: ImportMode, at: Timestamp) -> Resolved {
    let schemas = schemas::resolve(gathered, snapshot);
    let sections = sections::resolve(gathered, &snapshot.sections, mode, at);
    let mut known = DefinedIds::default();
    schemas.product_types.iter().for_each(|product_type| known.add_type(product_type));
    sections.all.iter().for_each(|section| known.add(Reference::Section(section.id)));
    snapshot.warehouses.iter().for_each(|warehouse| known.add(Reference::Warehouse(warehouse.id.clone())));
    gathered.warehouses.keys().for_each(|id| known.add(Reference::Warehouse(id.clone())));
    for (location, diagnostic) in gathered.uses.unresolved(&known, &gathered.broken) {
        gathered.diagnostics.add(location, diagnostic);
    }
    let products = products::resolve(gathered, mode);
    Resolved { schemas, sections, products }
}
