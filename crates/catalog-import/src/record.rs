//! Records: the content of one line of the input. A line becomes a document (exactly the JSON), which becomes a checked
//! record in the domain's terms.

mod configurator;
mod deleted;
mod diagnosis;
mod head;
mod levels;
mod object;
mod offer;
mod price_level;
mod product;
mod product_type;
mod resources;
mod section;
mod suggestion;
mod values;
mod warehouse;

pub(crate) use head::{Head, RecordKind};
pub(crate) use offer::{OfferInput, OfferRecord};
pub(crate) use product::ProductInput;
#[cfg(test)]
pub(crate) use resources::MAXIMUM_FRAGMENT_BYTES;
pub(crate) use resources::{LinkSource, ResourcesRecord, read_resources};
pub use suggestion::closest_name;

use crate::diagnostic::RecordDiagnostic;
use catalog_domain::catalog::Warehouse;
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::ProductType;
use catalog_domain::sections::Section;
use catalog_domain::values::{SectionId, Timestamp};
use diagnosis::read_document;
use object::Object;
use serde::Deserialize;

/// A checked record. References to other records are not checked here.
#[derive(Debug)]
pub(crate) enum Record {
    /// The schema of products of one kind.
    ProductType(ProductType),
    /// A warehouse.
    Warehouse(Warehouse),
    /// A price level.
    PriceLevel(PriceLevel),
    /// A section.
    Section(Box<Section>),
    /// A product.
    Product(Box<ProductInput>),
    /// Prices and stock alone.
    Offer(OfferRecord),
    /// A section to deactivate.
    DeletedSection(SectionId),
    /// A product to deactivate.
    DeletedProduct(Box<str>),
}

/// Reads the record of one line, whose `kind` was read from its head. `at` is the time of the run.
pub(crate) fn read_record(kind: RecordKind, line: &str, at: Timestamp) -> Result<Record, Vec<RecordDiagnostic>> {
    let mut diagnostics = Vec::new();
    let record = match kind {
        RecordKind::ProductType => {
            Record::ProductType(document::<product_type::ProductTypeDocument>(line)?.into_domain())
        }
        RecordKind::Warehouse => Record::Warehouse(document::<warehouse::WarehouseDocument>(line)?.into_domain()),
        RecordKind::PriceLevel => {
            Record::PriceLevel(document::<price_level::PriceLevelDocument>(line)?.check(&mut diagnostics))
        }
        RecordKind::Section => {
            Record::Section(Box::new(document::<section::SectionDocument>(line)?.check(at, &mut diagnostics)))
        }
        RecordKind::Product => {
            Record::Product(Box::new(document::<product::ProductDocument>(line)?.check(&mut diagnostics)))
        }
        RecordKind::Offer => Record::Offer(document::<offer::OfferRecordDocument>(line)?.check(&mut diagnostics)),
        RecordKind::Deleted => document::<deleted::DeletedDocument>(line)?.check(&mut diagnostics),
    };
    if diagnostics.is_empty() { Ok(record) } else { Err(diagnostics) }
}

fn document<'de, T: Deserialize<'de>>(line: &'de str) -> Result<T, Vec<RecordDiagnostic>> {
    read_document::<Object<T>>(line).map(|object| object.0).map_err(|diagnostic| vec![diagnostic])
}
