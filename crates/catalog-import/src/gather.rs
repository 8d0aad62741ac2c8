//! The first pass: reads all lines and collects what the next steps need.

mod levels;
mod offer_changes;
mod product_table;
mod rows;

pub(crate) use levels::LevelTable;
pub(crate) use product_table::{
    InputEntry, ParsedOffer, ParsedProduct, ParsedRecord, ProductKey, ProductTable, RecordChange,
};

use crate::diagnostic::{Diagnostics, Location, RecordDiagnostic};
use crate::error::ImportError;
use crate::fingerprints::record_fingerprint;
use crate::input::ImportInput;
use crate::inverse::InverseWriter;
use crate::line_reader::{LineReader, TextLine};
use crate::offer_table::{OfferRow, OfferTable};
use crate::options::ImportOptions;
use crate::price_changes::PriceChanges;
use crate::record::{Head, OfferInput, OfferRecord, ProductInput, Record, read_record};
use crate::references::{DefinedIds, Reference, ReferenceTable};
use crate::spool::{Spool, SpoolReader};
use crate::unmeant::Unmeant;
use catalog_domain::catalog::Warehouse;
use catalog_domain::imports::PartFormat;
use catalog_domain::ports::{ImportSession, ImportSnapshot};
use catalog_domain::pricing::Offer;
use catalog_domain::products::{ProductType, Vendor};
use catalog_domain::sections::Section;
use catalog_domain::values::{Fingerprint, SectionId, SourceId, Timestamp};
use offer_changes::{NewOffer, OfferChanges};
use std::collections::btree_map::{BTreeMap, Entry};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

#[derive(Debug)]
pub(crate) enum ParsedSection {
    Given(Box<Section>),
    Deleted,
}

/// Everything that the first pass found.
pub(crate) struct Gathered {
    pub(crate) diagnostics: Diagnostics,
    /// By id, each with the location of its record.
    pub(crate) product_types: BTreeMap<i64, (Location, ProductType)>,
    /// By id, each with the location of its record.
    pub(crate) warehouses: BTreeMap<Arc<str>, (Location, Warehouse)>,
    pub(crate) sections: BTreeMap<SectionId, (Location, ParsedSection)>,
    pub(crate) products: ProductTable,
    pub(crate) product_source_ids: HashMap<SourceId, Location>,
    pub(crate) uses: ReferenceTable,
    /// Definitions whose records could not be read.
    pub(crate) broken: HashSet<Reference>,
    /// Price levels in order of first appearance.
    pub(crate) levels: LevelTable,
    /// Those of products whose content changes come in the second pass.
    pub(crate) price_changes: PriceChanges,
    pub(crate) unmeant: Unmeant,
}

/// Reads all of `inputs`, and returns what was found, the lines that contain changes, and what undoes those of offers
/// alone. The products of `snapshot` are moved out of it.
pub(crate) fn gather(
    inputs: Vec<ImportInput>,
    session: &mut dyn ImportSession,
    snapshot: &mut ImportSnapshot,
    at: Timestamp,
    options: &ImportOptions<'_>,
) -> Result<(Gathered, SpoolReader, InverseWriter), ImportError> {
    let names = inputs.iter().map(|input| input.name().to_owned()).collect();
    let formats: Vec<PartFormat> = inputs.iter().map(ImportInput::format).collect();
    let mut gathering = Gathering {
        at,
        session,
        stored_sections: &snapshot.sections,
        is_undo: options.origin.undoes.is_some(),
        offer_changes: OfferChanges::of_run(options.dry_run).map_err(ImportError::Spool)?,
        known: DefinedIds::of_store(snapshot),
        spool: Spool::new().map_err(ImportError::Spool)?,
        vendors: HashSet::new(),
        level_records: BTreeMap::new(),
        table: None,
        rows: Vec::new(),
        gathered: Gathered {
            diagnostics: Diagnostics::new(names, options.limits.maximum_problems),
            product_types: BTreeMap::new(),
            warehouses: BTreeMap::new(),
            sections: BTreeMap::new(),
            products: ProductTable::new(std::mem::take(&mut snapshot.products)),
            product_source_ids: HashMap::new(),
            uses: ReferenceTable::new(options.limits.maximum_problems),
            broken: HashSet::new(),
            levels: LevelTable::new(&snapshot.price_levels),
            price_changes: PriceChanges::default(),
            unmeant: Unmeant::default(),
        },
    };
    let mut reader = LineReader::new(inputs, options.limits, options.observer);
    while let Some(TextLine { location, text }) = reader.next(&mut gathering.gathered.diagnostics)? {
        match formats.get(location.file as usize) {
            Some(PartFormat::Offers) => gathering.read_row(location, text)?,
            _ => gathering.read_line(location, text)?,
        }
    }
    gathering.end_table()?;
    let Gathering { session, spool, offer_changes, mut gathered, .. } = gathering;
    let (price_changes, inverse) = offer_changes.finish(session)?;
    gathered.price_changes = price_changes;
    if gathered.diagnostics.hide_records() {
        // References to the records that could not be read would be reported as wrong.
        return Err(ImportError::Rejected(gathered.diagnostics.into_rejection()));
    }
    Ok((gathered, spool.finish().map_err(ImportError::Spool)?, inverse))
}

struct Gathering<'a> {
    at: Timestamp,
    session: &'a mut dyn ImportSession,
    /// By id.
    stored_sections: &'a [Section],
    /// Whether all records were stored before.
    is_undo: bool,
    offer_changes: OfferChanges,
    /// What store and input define, as far as it was read.
    known: DefinedIds,
    spool: Spool,
    /// Every vendor of the input, once.
    vendors: HashSet<Arc<Vendor>>,
    /// By name, each with the location of its record.
    level_records: BTreeMap<Box<str>, (Location, ())>,
    /// The table of offers that is being read.
    table: Option<OfferTable>,
    /// Lines of it whose stored offers are read together.
    rows: Vec<(Location, OfferRow)>,
    gathered: Gathered,
}

impl Gathering<'_> {
    fn read_line(&mut self, location: Location, line: &str) -> Result<(), ImportError> {
        let head = match Head::read(line) {
            Ok(head) => head,
            Err(diagnostic) => {
                self.gathered.diagnostics.add(location, diagnostic);
                return Ok(());
            }
        };
        match read_record(head.kind, line, self.at) {
            Ok(record) => self.add(location, record, line),
            Err(diagnostics) => {
                self.gathered.broken.extend(head.broken_identity(line));
                self.gathered.diagnostics.add_broken(location, line, diagnostics);
                Ok(())
            }
        }
    }

    fn add(&mut self, location: Location, record: Record, line: &str) -> Result<(), ImportError> {
        match record {
            Record::ProductType(product_type) => {
                self.known.add_type(&product_type);
                let Gathered { product_types, diagnostics, .. } = &mut self.gathered;
                define(
                    product_types,
                    product_type.id.0,
                    (location, product_type),
                    ("/id", "product type"),
                    diagnostics,
                );
            }
            Record::Warehouse(warehouse) => {
                self.known.add(Reference::Warehouse(warehouse.id.clone()));
                let Gathered { warehouses, diagnostics, .. } = &mut self.gathered;
                define(warehouses, warehouse.id.clone(), (location, warehouse), ("/id", "warehouse"), diagnostics);
            }
            Record::PriceLevel(level) => {
                let (found, name) = ((location, ()), level.name().into());
                define(&mut self.level_records, name, found, ("/name", "price level"), &mut self.gathered.diagnostics);
                self.gathered.levels.add_level(&level);
            }
            Record::Section(section) => {
                self.gathered.uses.add_section(&section, &self.known, location);
                if !self.brings_back_filters(&section) {
                    self.gathered.uses.add_filters(&section, &self.known, location);
                }
                self.known.add(Reference::Section(section.id));
                self.add_section(location, section.id, ParsedSection::Given(section));
            }
            Record::DeletedSection(id) => self.add_section(location, id, ParsedSection::Deleted),
            Record::Product(product) => return self.add_product(location, &product, line),
            Record::Offer(offer) => return self.add_offer(location, &offer, line),
            Record::DeletedProduct(stock_number) => {
                self.add_entry(location, &stock_number, ParsedRecord::Deleted, None, line)?;
            }
        }
        Ok(())
    }

    fn add_section(&mut self, location: Location, id: SectionId, parsed: ParsedSection) {
        let Gathered { sections, diagnostics, .. } = &mut self.gathered;
        define(sections, id, (location, parsed), ("/hierarchyId", "section"), diagnostics);
    }

    fn add_product(&mut self, location: Location, product: &ProductInput, line: &str) -> Result<(), ImportError> {
        let record = self.record_fingerprint(product);
        if !self.brings_back(product, record) {
            self.gathered.uses.add_product(product, &self.known, location);
        }
        if let Some(offer) = &product.offer {
            self.gathered.uses.add_offer(&offer.offer, "/offer", &self.known, location);
        }
        self.gathered.levels.add_product(product);
        let offer = product.offer.as_ref().map(|offer| self.parsed_offer(&product.stock_number, offer));
        let parsed = ParsedProduct {
            source_id: product.source_id,
            is_active: product.is_active,
            is_nameless: [&product.name, &product.full_name].iter().any(|name| name.trim().is_empty()),
            sections: product.sections.clone(),
            vendor: product.vendor.as_ref().map(|vendor| self.shared_vendor(vendor)),
            record,
            change: RecordChange::default(),
            offer,
            content_updated_at: product.content_updated_at,
            commercial_updated_at: product.commercial_updated_at,
        };
        let offer = product.offer.as_ref().map(|input| (&input.offer, None));
        if self.add_entry(location, &product.stock_number, ParsedRecord::Product(parsed), offer, line)? {
            self.add_source_id(location, product.source_id);
        }
        Ok(())
    }

    /// Whether the product was stored so. Types may have lost fields that a stored record refers to: what states
    /// nothing new may go on with that.
    fn brings_back(&self, product: &ProductInput, record: Fingerprint) -> bool {
        let stored = || self.gathered.products.find_stored(&product.stock_number);
        self.is_undo || stored().is_some_and(|stored| stored.fingerprints.record == record)
    }

    /// As [`Self::brings_back`], for the filters of a section.
    fn brings_back_filters(&self, section: &Section) -> bool {
        let stored = || self.stored_sections.binary_search_by_key(&section.id, |stored| stored.id).ok();
        self.is_undo || stored().is_some_and(|at| self.stored_sections[at].filters == section.filters)
    }

    fn parsed_offer(&self, stock_number: &str, input: &OfferInput) -> ParsedOffer {
        let Gathered { products, levels, .. } = &self.gathered;
        ParsedOffer::of(input, levels, || products.find_stored(stock_number).map(|stored| stored.fingerprints.offer))
    }

    /// The fingerprint of the record. A run may have deactivated the product without a record: then a record that
    /// repeats the deactivation, and otherwise the content of the last record, has that one's fingerprint.
    fn record_fingerprint(&self, product: &ProductInput) -> Fingerprint {
        let record = record_fingerprint(product, product.is_active);
        if product.is_active {
            return record;
        }
        let stored = self.gathered.products.find_stored(&product.stock_number);
        match stored.filter(|stored| !stored.is_active).map(|stored| stored.fingerprints.record) {
            Some(stored) if stored != record && stored == record_fingerprint(product, true) => stored,
            _ => record,
        }
    }

    fn shared_vendor(&mut self, vendor: &Vendor) -> Arc<Vendor> {
        if let Some(known) = self.vendors.get(vendor) {
            return Arc::clone(known);
        }
        let shared = Arc::new(vendor.clone());
        self.vendors.insert(Arc::clone(&shared));
        shared
    }

    fn add_source_id(&mut self, location: Location, source_id: SourceId) {
        if let Some(earlier) = self.gathered.product_source_ids.insert(source_id, location) {
            let earlier = self.gathered.diagnostics.describe(earlier);
            let message = format!("source id {source_id} is already that of the product of {earlier}");
            self.gathered.diagnostics.add(location, RecordDiagnostic::new("/sourceId", message));
        }
    }

    fn add_offer(&mut self, location: Location, record: &OfferRecord, line: &str) -> Result<(), ImportError> {
        let offer = &record.input.offer;
        self.gathered.uses.add_offer(offer, "", &self.known, location);
        self.gathered.levels.add(&offer.levels);
        let parsed = self.parsed_offer(&record.stock_number, &record.input);
        let parsed = ParsedRecord::Offer(parsed);
        self.add_entry(location, &record.stock_number, parsed, Some((offer, None)), line).map(drop)
    }

    /// Adds the record on `line`, which has an offer if any, beside the stored one where that was read; returns whether
    /// it is the first one of its product.
    fn add_entry(
        &mut self,
        location: Location,
        stock_number: &str,
        parsed: ParsedRecord,
        offer: Option<(&Offer, Option<&Offer>)>,
        line: &str,
    ) -> Result<bool, ImportError> {
        let products = &mut self.gathered.products;
        let stored = products.find_stored(stock_number);
        let slot = if parsed.differs(stored) {
            let with_other_offer =
                stored.filter(|stored| parsed.has_other_offer(stored) && !parsed.content_differs(stored));
            if let Some((stored, (offer, before))) = with_other_offer.zip(offer) {
                let (is_alone, offer) = (!parsed.record_differs(stored), offer.clone());
                let new = NewOffer { location, stock_number: stock_number.into(), offer, is_alone };
                match before {
                    Some(before) => self.offer_changes.note(before, &new)?,
                    None => self.offer_changes.add(new, self.session)?,
                }
            }
            self.gathered.unmeant.note(stock_number, &parsed, self.at);
            Some(self.spool.append(line).map_err(ImportError::Spool)?)
        } else {
            None
        };
        if let Err(earlier) = products.entry(stock_number, InputEntry { location, parsed, slot }) {
            let duplicate = self.gathered.diagnostics.duplicate(earlier, "/stockNumber", "product");
            self.gathered.diagnostics.add(location, duplicate.of_product(Some(stock_number)));
            return Ok(false);
        }
        Ok(true)
    }
}

/// Adds a definition, or the problem that there is one already.
fn define<K: Ord, V>(
    known: &mut BTreeMap<K, (Location, V)>,
    key: K,
    (location, value): (Location, V),
    (field, what): (&str, &str),
    diagnostics: &mut Diagnostics,
) {
    match known.entry(key) {
        Entry::Occupied(earlier) => {
            let duplicate = diagnostics.duplicate(earlier.get().0, field, what);
            diagnostics.add(location, duplicate);
        }
        Entry::Vacant(vacant) => drop(vacant.insert((location, value))),
    }
}
