//! Records: the content of one line of the input. A line becomes a document of `catalog-records` (exactly the JSON),
//! which becomes a checked record in the domain's terms.

mod configurator;
mod diagnosis;
mod head;
mod levels;
mod offer;
mod product;
mod product_type;
mod references;
mod resources;
mod section;

pub(crate) use head::{Head, broken_product};
pub(crate) use offer::{OfferInput, OfferRecord};
pub(crate) use product::ProductInput;
#[cfg(test)]
pub(crate) use resources::MAXIMUM_FRAGMENT_BYTES;
pub(crate) use resources::{LinkSource, ResourcesRecord, read_resources};

use crate::diagnostic::RecordDiagnostic;
use catalog_domain::catalog::Warehouse;
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::ProductType;
use catalog_domain::sections::Section;
use catalog_domain::values::{SectionId, Timestamp};
use catalog_records::{Object, RecordKind};
use diagnosis::read_document;
use serde::Deserialize;
use std::io;

/// A checked record. References to other records are not checked here.
#[derive(Debug)]
pub(crate) enum Record {
    /// The schema of products of one kind.
    ProductType(ProductType),
    Warehouse(Warehouse),
    PriceLevel(PriceLevel),
    Section(Box<Section>),
    Product(Box<ProductInput>),
    /// Prices and stock alone.
    Offer(OfferRecord),
    DeletedSection(SectionId),
    DeletedProduct(Box<str>),
}

pub(crate) fn read_record(kind: RecordKind, line: &str, at: Timestamp) -> Result<Record, Vec<RecordDiagnostic>> {
    let mut diagnostics = Vec::new();
    let record = match kind {
        RecordKind::ProductType => Record::ProductType(product_type::product_type(document(line)?)),
        RecordKind::Warehouse => Record::Warehouse(references::warehouse(document(line)?)),
        RecordKind::PriceLevel => Record::PriceLevel(references::check_price_level(&document(line)?, &mut diagnostics)),
        RecordKind::Section => Record::Section(Box::new(section::check_section(document(line)?, at, &mut diagnostics))),
        RecordKind::Product => Record::Product(Box::new(product::check_product(document(line)?, &mut diagnostics))),
        RecordKind::Offer => Record::Offer(offer::check_offer_record(document(line)?, &mut diagnostics)),
        RecordKind::Deleted => references::check_deleted(document(line)?, &mut diagnostics),
    };
    if diagnostics.is_empty() { Ok(record) } else { Err(diagnostics) }
}

/// The record of a product on a line that was read before.
///
/// # Errors
/// When it is not the same line any more.
pub(crate) fn read_product_again(line: &str, at: Timestamp) -> io::Result<ProductInput> {
    match read_record(RecordKind::Product, line, at) {
        Ok(Record::Product(product)) => Ok(*product),
        _ => Err(io::Error::other(NOT_THE_SAME)),
    }
}

/// The spool held a record in the first pass; if it does not later, the disk failed.
pub(crate) const NOT_THE_SAME: &str = "the temporary file does not hold what was written to it";

fn document<'de, T: Deserialize<'de>>(line: &'de str) -> Result<T, Vec<RecordDiagnostic>> {
    read_document::<Object<T>>(line).map(|object| object.0).map_err(|diagnostic| vec![diagnostic])
}
