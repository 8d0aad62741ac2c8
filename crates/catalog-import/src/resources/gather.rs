//! Reads the records, some hundred at a time, and collects the links that differ from the stored ones.

use super::{ResourceOptions, spooled_links};
use crate::diagnostic::{Diagnostics, Location, RecordDiagnostic};
use crate::error::ImportError;
use crate::export;
use crate::input::ImportInput;
use crate::inverse::{Inverse, InverseWriter};
use crate::line_reader::{LineReader, TextLine};
use crate::links::extract_links;
use crate::record::{LinkSource, ResourcesRecord, read_resources};
use crate::report::Warnings;
use crate::spool::{Spool, SpoolReader, SpoolSlot};
use catalog_domain::ports::{ImportSession, ImportSnapshot, ResourceSet, StoredProduct, StoredResources};
use catalog_domain::products::ResourceLink;
use catalog_domain::values::{Fingerprint, PageUrl};
use std::borrow::Cow;
use std::collections::HashMap;

const BATCH_RECORDS: usize = 500;
/// A batch is also closed when its fragments reach this size, in bytes.
const BATCH_BYTES: usize = 8 << 20;
/// The most links of one kind that a product may have: a relative link of ten bytes can become an address of two
/// thousand.
const MAXIMUM_LINKS: usize = 1_000;

pub(super) struct Gathered {
    pub(super) diagnostics: Diagnostics,
    pub(super) warnings: Warnings,
    pub(super) known: u64,
    pub(super) changes: Vec<Change>,
}

pub(super) struct Change {
    pub(super) product: usize,
    pub(super) after: Fingerprint,
    pub(super) slot: SpoolSlot,
}

/// Reads all of `inputs`, and returns what was found, the links in the spool, and the present ones of those products.
pub(super) fn gather(
    inputs: Vec<ImportInput>,
    session: &mut dyn ImportSession,
    snapshot: &ImportSnapshot,
    options: &ResourceOptions<'_>,
) -> Result<(Gathered, SpoolReader, Inverse), ImportError> {
    let names = inputs.iter().map(|input| input.name().to_owned()).collect();
    let mut gathering = Gathering {
        session,
        products: &snapshot.products,
        nothing: spooled_links::fingerprint(&[], &[]),
        spool: Spool::new().map_err(ImportError::Spool)?,
        inverse: InverseWriter::of_run(options.dry_run).map_err(ImportError::Spool)?,
        seen: HashMap::new(),
        batch: Vec::new(),
        batch_bytes: 0,
        gathered: Gathered {
            diagnostics: Diagnostics::new(names, options.limits.maximum_problems),
            warnings: options.left_out.clone(),
            known: 0,
            changes: Vec::new(),
        },
    };
    let mut reader = LineReader::new(inputs, options.limits, options.observer);
    while let Some(TextLine { location, text }) = reader.next(&mut gathering.gathered.diagnostics)? {
        gathering.read_line(location, text)?;
    }
    gathering.flush()?;
    gathering.gathered.changes.sort_unstable_by_key(|change| change.product);
    let spool = gathering.spool.finish().map_err(ImportError::Spool)?;
    let inverse = gathering.inverse.finish().map_err(ImportError::Spool)?;
    Ok((gathering.gathered, spool, inverse))
}

struct Gathering<'a> {
    session: &'a mut dyn ImportSession,
    products: &'a [StoredProduct],
    /// The fingerprint of an empty set of links, which is that of a product without any.
    nothing: Fingerprint,
    spool: Spool,
    inverse: InverseWriter,
    /// Known products by their positions, with the location of their record.
    seen: HashMap<usize, Location>,
    batch: Vec<(usize, ResourcesRecord)>,
    batch_bytes: usize,
    gathered: Gathered,
}

impl Gathering<'_> {
    fn read_line(&mut self, location: Location, line: &str) -> Result<(), ImportError> {
        let record = match read_resources(line) {
            Ok(record) => record,
            Err(diagnostics) => {
                self.gathered.diagnostics.add_broken(location, line, diagnostics);
                return Ok(());
            }
        };
        let found = self.products.binary_search_by(|product| product.stock_number.cmp(&record.stock_number));
        let Ok(product) = found else {
            let location = self.gathered.diagnostics.describe(location);
            self.gathered
                .warnings
                .add(&[], || format!("{location}: /stockNumber: the store has no product `{}`", record.stock_number));
            return Ok(());
        };
        if let Some(earlier) = self.seen.insert(product, location) {
            let duplicate = self.gathered.diagnostics.duplicate(earlier, "/stockNumber", "product");
            self.gathered.diagnostics.add(location, duplicate.of_product(Some(&record.stock_number)));
            return Ok(());
        }
        self.gathered.known += 1;
        self.batch_bytes += line.len();
        self.batch.push((product, record));
        if self.batch.len() >= BATCH_RECORDS || self.batch_bytes >= BATCH_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ImportError> {
        let batch = std::mem::take(&mut self.batch);
        self.batch_bytes = 0;
        if batch.is_empty() || !self.gathered.diagnostics.is_empty() {
            return Ok(());
        }
        let stock_numbers: Vec<Box<str>> = batch.iter().map(|(_, record)| record.stock_number.clone()).collect();
        let stored = self.session.resources(&stock_numbers)?;
        for ((product, record), stored) in batch.into_iter().zip(stored) {
            // The session holds the import lock: a product of the snapshot is still there.
            self.compare(product, &record, &stored.unwrap_or_default())?;
        }
        Ok(())
    }

    fn compare(
        &mut self,
        product: usize,
        record: &ResourcesRecord,
        stored: &StoredResources,
    ) -> Result<(), ImportError> {
        let page = stored.page.as_ref();
        let documentation = links(&record.documentation, page);
        let software = links(&record.software, page);
        for (field, links) in [("/documentationHtml", &documentation), ("/softwareHtml", &software)] {
            if links.len() > MAXIMUM_LINKS
                && let Some(location) = self.seen.get(&product)
            {
                self.gathered
                    .diagnostics
                    .add(*location, RecordDiagnostic::new(field, format!("has more than {MAXIMUM_LINKS} links")));
            }
        }
        let after = spooled_links::fingerprint(&documentation, &software);
        let before = stored.links.as_ref();
        if after != before.map_or(self.nothing, |links| links.fingerprint) {
            let nothing = || ResourceSet { documentation: [].into(), software: [].into(), fingerprint: self.nothing };
            let before = before.cloned().unwrap_or_else(nothing);
            self.inverse.line(&export::links(&record.stock_number, &before)).map_err(ImportError::Spool)?;
            let line =
                spooled_links::encode(&documentation, &software).map_err(|error| ImportError::Spool(error.into()))?;
            let slot = self.spool.append(&line).map_err(ImportError::Spool)?;
            self.gathered.changes.push(Change { product, after, slot });
        }
        Ok(())
    }
}

fn links<'a>(source: &'a LinkSource, page: Option<&PageUrl>) -> Cow<'a, [ResourceLink]> {
    match source {
        LinkSource::Html(fragment) => Cow::Owned(extract_links(fragment, page)),
        LinkSource::Links(links) => Cow::Borrowed(links),
    }
}
