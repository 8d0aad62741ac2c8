//! One import run, assembled by a test.

use crate::builders::{NOON, import_summary, product_record, product_type, section, storefront, warehouse};
use catalog_domain::catalog::Warehouse;
use catalog_domain::change::ChangeEvent;
use catalog_domain::ports::{
    Cause, Clock, ImportChanges, ImportKind, ImportSession, ImportStore, ImportSummary, ImportWriteError,
    ProductRecord, ProductWrite,
};
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::ProductType;
use catalog_domain::sections::Section;
use catalog_domain::values::{CatalogRevision, SourceId, StorefrontHost, Timestamp};
use std::time::{SystemTime, UNIX_EPOCH};

/// The writes of a run; empty ones change nothing.
#[derive(Debug)]
pub struct ImportRun {
    /// The time of the run.
    pub at: Timestamp,
    /// The storefront host.
    pub storefront: StorefrontHost,
    /// Product types.
    pub product_types: Vec<ProductType>,
    /// Warehouses.
    pub warehouses: Vec<Warehouse>,
    /// Price levels that are new.
    pub new_price_levels: Vec<PriceLevel>,
    /// Source ids that sections release.
    pub released_section_source_ids: Vec<SourceId>,
    /// Sections.
    pub sections: Vec<Section>,
    /// Source ids that products release.
    pub released_product_source_ids: Vec<SourceId>,
    /// Writes of products; an error ends the stream.
    pub products: Vec<Result<ProductWrite, Cause>>,
    /// Events.
    pub events: Vec<ChangeEvent>,
    /// The run as it is recorded.
    pub summary: ImportSummary,
    /// The pieces of its inverse.
    pub inverse: Vec<Vec<u8>>,
}

impl Default for ImportRun {
    fn default() -> Self {
        Self {
            at: NOON,
            storefront: storefront(),
            product_types: Vec::new(),
            warehouses: Vec::new(),
            new_price_levels: Vec::new(),
            released_section_source_ids: Vec::new(),
            sections: Vec::new(),
            released_product_source_ids: Vec::new(),
            products: Vec::new(),
            events: Vec::new(),
            summary: import_summary(ImportKind::Delta),
            inverse: Vec::new(),
        }
    }
}

impl ImportRun {
    /// A run that writes whole records.
    pub fn of_records(records: impl IntoIterator<Item = ProductRecord>) -> Self {
        Self::of_writes(records.into_iter().map(|record| ProductWrite::Record(Box::new(record))))
    }

    /// A run of these writes.
    pub fn of_writes(writes: impl IntoIterator<Item = ProductWrite>) -> Self {
        Self { products: writes.into_iter().map(Ok).collect(), ..Self::default() }
    }

    /// A run that writes the product `P-1` in section 1.
    pub fn of_one_product() -> Self {
        Self {
            product_types: vec![product_type(1)],
            warehouses: vec![warehouse("main")],
            sections: vec![section(1)],
            ..Self::of_records([product_record("P-1", &[1])])
        }
    }

    /// Commits the run against the store's present revision.
    pub fn commit(self, store: &dyn ImportStore) -> Result<CatalogRevision, ImportWriteError> {
        let mut session = store.begin()?;
        let base = session.snapshot()?.revision;
        self.commit_in(&mut *session, base)
    }

    /// Commits the run in a session that was begun already, as if it had been planned against `base`.
    pub fn commit_in(
        mut self,
        session: &mut (dyn ImportSession + '_),
        base: CatalogRevision,
    ) -> Result<CatalogRevision, ImportWriteError> {
        let mut products = std::mem::take(&mut self.products).into_iter();
        self.commit_stream(session, base, &mut products)
    }

    /// Commits the run with these writes of products instead of its own. The store takes them while it is writing.
    pub fn commit_stream(
        &self,
        session: &mut (dyn ImportSession + '_),
        base: CatalogRevision,
        products: &mut (dyn Iterator<Item = Result<ProductWrite, Cause>> + Send),
    ) -> Result<CatalogRevision, ImportWriteError> {
        session.commit(ImportChanges {
            base,
            at: self.at,
            clock: &MachineClock,
            storefront: &self.storefront,
            product_types: &self.product_types,
            warehouses: &self.warehouses,
            new_price_levels: &self.new_price_levels,
            released_section_source_ids: &self.released_section_source_ids,
            sections: &self.sections,
            released_product_source_ids: &self.released_product_source_ids,
            products,
            events: &self.events,
            summary: &self.summary,
            inverse: &mut self.inverse.iter().cloned().map(Ok),
        })
    }
}

/// The time of this machine: stores that commit the same revision apart from each other do so at different times.
struct MachineClock;

impl Clock for MachineClock {
    #[expect(clippy::disallowed_methods, reason = "it is the clock of runs that are committed for real")]
    fn now(&self) -> Timestamp {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is set");
        Timestamp::from_unix_microseconds(i64::try_from(since_epoch.as_micros()).expect("a time of this age"))
    }
}
