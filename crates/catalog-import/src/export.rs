//! Writes a store out: in the format of the two imports, or as a table of ids.
//!
//! What is written is imported again without a change, by the store that it came from and by an empty one. `documents`
//! are the records, `product` is the largest of them, `links` is that of the import of links, `output` is the file.

pub(crate) mod documents;
mod links;
mod output;
mod product;

pub(crate) use links::links;
pub use output::ExportOutput;
pub(crate) use product::{offer_record, record_without_times};

use crate::observer::ImportPhase;
use catalog_domain::ports::{ExportSource, ProductRecord, ResourceSet, StoreError, StoredItem};
use catalog_domain::sections::{Section, SectionTree};
use catalog_domain::values::{Language, SectionId};
use catalog_records::{OfferTable, csv_cell};
use long_work::Observer;
use serde::Serialize;
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportContent {
    /// The records of `catalog import`.
    Records,
    /// The records of `catalog import-resources`.
    Resources,
    /// A table of ids as CSV: of each active product in each of its active sections.
    Ids,
    /// The table of offers of all products, as CSV.
    Offers,
}

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output failed.
    #[error("cannot write")]
    Output(#[from] io::Error),
    /// The observer wanted to stop.
    #[error("stopped; nothing was written")]
    Stopped,
}

/// The first line of the table of ids.
const IDS_HEAD: &str = "stockNumber,sourceId,sectionId,v1SectionId\n";

/// Writes `content` of the store to `output`, in memory that does not grow with the number of products. Returns how
/// many lines were written.
///
/// # Errors
/// [`ExportError`]; the output is then incomplete.
pub fn export(
    source: &dyn ExportSource,
    content: ExportContent,
    output: &mut dyn Write,
    observer: &dyn Observer,
) -> Result<u64, ExportError> {
    let mut writer = Writer {
        content,
        output,
        sections: Vec::new(),
        v1_ids: HashMap::new(),
        table: None,
        lines: 0,
        line: Vec::new(),
    };
    let mut failure = None;
    if content == ExportContent::Ids {
        writer.output.write_all(IDS_HEAD.as_bytes())?;
    }
    if content == ExportContent::Offers {
        writer.table = Some(OfferTable::new(Language::English));
    }
    source.read_all(&mut |item| {
        if let StoredItem::ProductCount(count) = item {
            observer.begins(ImportPhase::Writing.name(), Some(count));
        }
        let written = if observer.wants_stop() { Err(ExportError::Stopped) } else { Ok(()) };
        match written.and_then(|()| writer.write(item, observer).map_err(ExportError::Output)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if let Some(table) = &mut writer.table {
        writer.line.clear();
        // Of a store without a product, too.
        table.begin(&mut writer.line)?;
        writer.output.write_all(&writer.line)?;
    }
    Ok(writer.lines)
}

struct Writer<'a> {
    content: ExportContent,
    output: &'a mut dyn Write,
    /// All sections, until the first product comes.
    sections: Vec<Arc<Section>>,
    v1_ids: HashMap<SectionId, Option<i64>>,
    /// The columns of the table of offers.
    table: Option<OfferTable>,
    lines: u64,
    /// Used again for every line.
    line: Vec<u8>,
}

impl Writer<'_> {
    fn write(&mut self, item: StoredItem, observer: &dyn Observer) -> io::Result<()> {
        if let Some(table) = &mut self.table {
            self.line.clear();
            if let StoredItem::Product(..) = item {
                observer.did(1);
                self.lines += 1;
            }
            table.write(&item, &mut self.line)?;
            return self.output.write_all(&self.line);
        }
        let is_record = self.content == ExportContent::Records;
        match item {
            StoredItem::PriceLevel(level) if is_record && !level.is_retail() => {
                self.line(&documents::price_level(&level))
            }
            StoredItem::Warehouse(warehouse) if is_record => self.line(&documents::warehouse(&warehouse)),
            StoredItem::ProductType(product_type) if is_record => self.line(&documents::product_type(&product_type)),
            StoredItem::Section(section) if is_record => self.line(&documents::section(&section)),
            StoredItem::Section(section) => {
                self.sections.push(Arc::from(section));
                Ok(())
            }
            StoredItem::Product(record, links) => {
                observer.did(1);
                self.product(&record, links.as_ref())
            }
            _ => Ok(()),
        }
    }

    fn product(&mut self, record: &ProductRecord, links: Option<&ResourceSet>) -> io::Result<()> {
        match (self.content, links) {
            (ExportContent::Records, _) => self.line(&product::product(record)?),
            (ExportContent::Resources, Some(found)) if !found.is_empty() => {
                self.line(&links::links(&record.stock_number, found))
            }
            (ExportContent::Ids, _) if record.is_active => self.ids(record),
            _ => Ok(()),
        }
    }

    fn line(&mut self, document: &impl Serialize) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, document)?;
        self.line.push(b'\n');
        self.lines += 1;
        self.output.write_all(&self.line)
    }

    /// A section is active when all above it are, so all of them have to be known.
    fn find_active_sections(&mut self) {
        let active = SectionTree::of_active(&std::mem::take(&mut self.sections));
        let ids = active.nodes().iter().map(|node| (node.section.id, node.section.source_id.map(|id| id.0)));
        self.v1_ids.extend(ids);
    }

    fn ids(&mut self, record: &ProductRecord) -> io::Result<()> {
        if !self.sections.is_empty() {
            self.find_active_sections();
        }
        let stock_number = csv_cell(&record.stock_number);
        for section in &record.sections {
            let Some(v1_id) = self.v1_ids.get(section) else { continue };
            let v1_id = v1_id.map(|id| id.to_string()).unwrap_or_default();
            writeln!(self.output, "{stock_number},{},{section},{v1_id}", record.source_id)?;
            self.lines += 1;
        }
        Ok(())
    }
}
