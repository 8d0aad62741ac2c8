//! The first pass: reads all lines and keeps what the next steps need.

mod levels;
mod product_table;

pub(crate) use levels::LevelTable;
pub(crate) use product_table::{
    Draft, OfferDraft, ProductDraft, ProductKey, ProductMention, ProductTable, RecordChange,
};

use crate::error::ImportError;
use crate::fingerprints::record_fingerprint;
use crate::input::ImportInput;
use crate::line_reader::{LineReader, TextLine};
use crate::options::ImportOptions;
use crate::problem::{Finding, Place, Problems};
use crate::record::{Head, OfferRecord, ProductInput, Record, read_record};
use crate::references::{KnownThings, Reference, UseTable};
use crate::spool::{Spool, SpoolReader};
use catalog_domain::catalog::Warehouse;
use catalog_domain::fingerprint::Fingerprint;
use catalog_domain::identifiers::{SectionId, SourceId};
use catalog_domain::ports::ImportSnapshot;
use catalog_domain::product_type::ProductType;
use catalog_domain::section::Section;
use catalog_domain::timestamp::Timestamp;
use catalog_domain::vendor::Vendor;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// What the input says of a section.
#[derive(Debug)]
pub(crate) enum SectionDraft {
    Given(Box<Section>),
    Deleted,
}

/// Everything that the first pass found.
pub(crate) struct Gathered {
    pub(crate) problems: Problems,
    /// By id, each with the place of its record.
    pub(crate) product_types: BTreeMap<i64, (Place, ProductType)>,
    /// By id, each with the place of its record.
    pub(crate) warehouses: BTreeMap<Arc<str>, (Place, Warehouse)>,
    /// By id, each with the place of its record.
    pub(crate) sections: BTreeMap<SectionId, (Place, SectionDraft)>,
    pub(crate) products: ProductTable,
    /// The source ids that products of the input have.
    pub(crate) product_source_ids: HashMap<SourceId, Place>,
    /// Everything that records refer to.
    pub(crate) uses: UseTable,
    /// What records define that could not be read.
    pub(crate) broken: HashSet<Reference>,
    /// Price levels in order of first appearance.
    pub(crate) levels: LevelTable,
}

/// Reads all of `inputs`, and hands over what was found and the lines that say something new. `snapshot` gives its
/// products away.
pub(crate) fn gather(
    inputs: Vec<ImportInput>,
    snapshot: &mut ImportSnapshot,
    at: Timestamp,
    options: &ImportOptions<'_>,
) -> Result<(Gathered, SpoolReader), ImportError> {
    let names = inputs.iter().map(|input| input.name().to_owned()).collect();
    let mut gathering = Gathering {
        at,
        known: KnownThings::of_store(snapshot),
        spool: Spool::new().map_err(ImportError::Spool)?,
        vendors: HashSet::new(),
        gathered: Gathered {
            problems: Problems::new(names, options.limits.maximum_problems),
            product_types: BTreeMap::new(),
            warehouses: BTreeMap::new(),
            sections: BTreeMap::new(),
            products: ProductTable::new(std::mem::take(&mut snapshot.products)),
            product_source_ids: HashMap::new(),
            uses: UseTable::new(options.limits.maximum_problems),
            broken: HashSet::new(),
            levels: LevelTable::new(&snapshot.price_levels),
        },
    };
    let mut reader = LineReader::new(inputs, options.limits, options.observer);
    while let Some(TextLine { place, text }) = reader.next(&mut gathering.gathered.problems)? {
        gathering.read_line(place, text)?;
    }
    let Gathering { spool, gathered, .. } = gathering;
    if gathered.problems.hide_records() {
        // What refers to the records that could not be read would be reported as wrong.
        return Err(ImportError::Rejected(gathered.problems.into_sorted()));
    }
    Ok((gathered, spool.finish().map_err(ImportError::Spool)?))
}

struct Gathering {
    at: Timestamp,
    /// What store and input define, as far as it was read.
    known: KnownThings,
    spool: Spool,
    /// Every vendor of the input, once.
    vendors: HashSet<Arc<Vendor>>,
    gathered: Gathered,
}

impl Gathering {
    fn read_line(&mut self, place: Place, line: &str) -> Result<(), ImportError> {
        let head = match Head::read(line) {
            Ok(head) => head,
            Err(finding) => {
                self.gathered.problems.add(place, finding);
                return Ok(());
            }
        };
        match read_record(head.kind, line, self.at) {
            Ok(record) => self.keep(place, record, line),
            Err(findings) => {
                self.gathered.broken.extend(head.broken_identity(line));
                findings.into_iter().for_each(|finding| self.gathered.problems.add(place, finding));
                Ok(())
            }
        }
    }

    fn keep(&mut self, place: Place, record: Record, line: &str) -> Result<(), ImportError> {
        match record {
            Record::ProductType(product_type) => self.keep_product_type(place, product_type),
            Record::Warehouse(warehouse) => self.keep_warehouse(place, warehouse),
            Record::Section(section) => {
                self.gathered.uses.note_section(&section, &self.known, place);
                self.keep_section(place, section.id, SectionDraft::Given(section));
            }
            Record::DeletedSection(id) => self.keep_section(place, id, SectionDraft::Deleted),
            Record::Product(product) => return self.keep_product(place, &product, line),
            Record::Offer(offer) => return self.keep_offer(place, &offer, line),
            Record::DeletedProduct(stock_number) => {
                self.keep_draft(place, &stock_number, Draft::Deleted, line)?;
            }
        }
        Ok(())
    }

    fn keep_product_type(&mut self, place: Place, product_type: ProductType) {
        self.known.add_type(&product_type);
        if let Some((earlier, _)) = self.gathered.product_types.get(&product_type.id.0) {
            let earlier = *earlier;
            self.refuse_second(place, earlier, "/id", "product type");
        } else {
            self.gathered.product_types.insert(product_type.id.0, (place, product_type));
        }
    }

    fn keep_warehouse(&mut self, place: Place, warehouse: Warehouse) {
        self.known.add(Reference::Warehouse(warehouse.id.clone()));
        if let Some((earlier, _)) = self.gathered.warehouses.get(&warehouse.id) {
            let earlier = *earlier;
            self.refuse_second(place, earlier, "/id", "warehouse");
        } else {
            self.gathered.warehouses.insert(warehouse.id.clone(), (place, warehouse));
        }
    }

    fn keep_section(&mut self, place: Place, id: SectionId, draft: SectionDraft) {
        if matches!(draft, SectionDraft::Given(_)) {
            self.known.add(Reference::Section(id));
        }
        if let Some((earlier, _)) = self.gathered.sections.get(&id) {
            let earlier = *earlier;
            self.refuse_second(place, earlier, "/hierarchyId", "section");
        } else {
            self.gathered.sections.insert(id, (place, draft));
        }
    }

    fn keep_product(&mut self, place: Place, product: &ProductInput, line: &str) -> Result<(), ImportError> {
        self.gathered.uses.note_product(product, &self.known, place);
        self.gathered.levels.note_product(product);
        let stored = self.gathered.products.find_stored(&product.stock_number).map(|stored| stored.fingerprints.offer);
        let offer = product.offer.as_ref().map(|offer| OfferDraft::of(offer, stored, &self.gathered.levels));
        let draft = ProductDraft {
            source_id: product.source_id,
            is_active: product.is_active,
            sections: product.sections.clone(),
            vendor: product.vendor.as_ref().map(|vendor| self.shared_vendor(vendor)),
            record: self.record_fingerprint(product),
            change: RecordChange::default(),
            offer,
            content_updated_at: product.content_updated_at,
            commercial_updated_at: product.commercial_updated_at,
        };
        if self.keep_draft(place, &product.stock_number, Draft::Product(draft), line)? {
            self.keep_source_id(place, product.source_id);
        }
        Ok(())
    }

    /// The fingerprint of the record. A run may have switched the product off without one: then a record that says so, and
    /// otherwise what the last one said, has that one's fingerprint.
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

    /// The one copy of a vendor that many products have.
    fn shared_vendor(&mut self, vendor: &Vendor) -> Arc<Vendor> {
        if let Some(known) = self.vendors.get(vendor) {
            return Arc::clone(known);
        }
        let shared = Arc::new(vendor.clone());
        self.vendors.insert(Arc::clone(&shared));
        shared
    }

    fn keep_source_id(&mut self, place: Place, source_id: SourceId) {
        if let Some(earlier) = self.gathered.product_source_ids.insert(source_id, place) {
            let earlier = self.gathered.problems.describe(earlier);
            let message = format!("source id {source_id} is already that of the product of {earlier}");
            self.gathered.problems.add(place, Finding::new("/sourceId", message));
        }
    }

    fn keep_offer(&mut self, place: Place, record: &OfferRecord, line: &str) -> Result<(), ImportError> {
        let offer = &record.input.offer;
        self.gathered.uses.note_offer(offer, "", &self.known, place);
        self.gathered.levels.note(&offer.levels);
        let stored = self.gathered.products.find_stored(&record.stock_number).map(|stored| stored.fingerprints.offer);
        let draft = OfferDraft::of(&record.input, stored, &self.gathered.levels);
        self.keep_draft(place, &record.stock_number, Draft::Offer(draft), line).map(drop)
    }

    /// Keeps what the record on `line` says; whether it is the first about its product.
    fn keep_draft(&mut self, place: Place, stock_number: &str, draft: Draft, line: &str) -> Result<bool, ImportError> {
        let products = &mut self.gathered.products;
        let slot = if draft.differs(products.find_stored(stock_number)) {
            Some(self.spool.append(line).map_err(ImportError::Spool)?)
        } else {
            None
        };
        if let Err(earlier) = products.mention(stock_number, ProductMention { place, draft, slot }) {
            self.refuse_second(place, earlier, "/stockNumber", "product");
            return Ok(false);
        }
        Ok(true)
    }

    fn refuse_second(&mut self, place: Place, earlier: Place, field: &str, what: &str) {
        let earlier = self.gathered.problems.describe(earlier);
        let message = format!("a second record about the {what} of {earlier}");
        self.gathered.problems.add(place, Finding::new(field, message));
    }
}
