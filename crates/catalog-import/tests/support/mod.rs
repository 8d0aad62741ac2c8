//! A store in memory, a clock that stands still, and the catalog that most tests begin with.

#![allow(dead_code, reason = "every test file uses another part of it")]

use catalog_domain::catalog::Warehouse;
use catalog_domain::change::{ChangeEvent, ChangeKind};
use catalog_domain::identifiers::{CatalogRevision, SectionId};
use catalog_domain::ports::{
    Clock, ImportChanges, ImportSession, ImportSnapshot, ImportStore, ImportWriteError, OfferRecord,
    ProductFingerprints, ProductRecord, ProductWrite, StoreError, StoredProduct,
};
use catalog_domain::price_level::PriceLevel;
use catalog_domain::product_type::ProductType;
use catalog_domain::section::Section;
use catalog_domain::timestamp::Timestamp;
use catalog_domain::url_group::StorefrontHost;
use catalog_import::{ImportError, ImportInput, ImportLimits, ImportMode, ImportOptions, ImportReport, run_import};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Mutex;

/// The first moment of 2026.
pub(crate) const NEW_YEAR: i64 = 1_767_225_600_000_000;

/// A clock that stands still.
pub(crate) struct StandingClock(pub(crate) Timestamp);

impl Clock for StandingClock {
    fn now(&self) -> Timestamp {
        self.0
    }
}

/// The moment `seconds` after the beginning of 2026.
pub(crate) fn moment(seconds: i64) -> Timestamp {
    Timestamp::from_unix_microseconds(NEW_YEAR).plus_seconds(seconds)
}

/// A product as the store has it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KeptProduct {
    pub(crate) record: ProductRecord,
    pub(crate) source_id: Option<i64>,
    pub(crate) offer: OfferRecord,
    pub(crate) content: Timestamp,
    pub(crate) commercial: Timestamp,
}

/// Everything that the store has.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Content {
    pub(crate) revision: CatalogRevision,
    pub(crate) storefront: Option<StorefrontHost>,
    pub(crate) product_types: BTreeMap<i64, ProductType>,
    pub(crate) warehouses: BTreeMap<String, Warehouse>,
    pub(crate) price_levels: Vec<PriceLevel>,
    pub(crate) sections: BTreeMap<SectionId, Section>,
    pub(crate) products: BTreeMap<String, KeptProduct>,
    pub(crate) events: Vec<(CatalogRevision, ChangeEvent)>,
}

/// A store that breaks off a test when a change set asks for something impossible.
#[derive(Default)]
pub(crate) struct TestStore(pub(crate) Mutex<Content>);

impl TestStore {
    pub(crate) fn content(&self) -> Content {
        self.0.lock().unwrap().clone()
    }

    /// Imports `lines` as a delta at `seconds` after the beginning of 2026.
    pub(crate) fn import(&self, seconds: i64, lines: &[&str]) -> Result<ImportReport, ImportError> {
        self.import_with(seconds, lines, |_| {})
    }

    pub(crate) fn import_with(
        &self,
        seconds: i64,
        lines: &[&str],
        adjust: impl FnOnce(&mut ImportOptions<'_>),
    ) -> Result<ImportReport, ImportError> {
        self.import_for("shop.example", seconds, lines, adjust)
    }

    pub(crate) fn import_for(
        &self,
        storefront: &str,
        seconds: i64,
        lines: &[&str],
        adjust: impl FnOnce(&mut ImportOptions<'_>),
    ) -> Result<ImportReport, ImportError> {
        let storefront = StorefrontHost::parse(storefront).unwrap();
        let mut options = ImportOptions {
            mode: ImportMode::Delta,
            dry_run: false,
            storefront: &storefront,
            change_storefront: false,
            allow_removals: 0,
            limits: ImportLimits::default(),
        };
        adjust(&mut options);
        let input = ImportInput::from_reader("input", Cursor::new(lines.join("\n")));
        run_import(vec![input], &options, self, &StandingClock(moment(seconds)))
    }

    /// The events of the present revision in words, in order.
    pub(crate) fn last_events(&self) -> Vec<String> {
        let content = self.content();
        let last = content.events.iter().filter(|(revision, _)| *revision == content.revision);
        last.map(|(_, event)| describe(event)).collect()
    }

    /// Times of the last changes of a product's content and commercial data, in seconds of 2026.
    pub(crate) fn times(&self, stock_number: &str) -> (i64, i64) {
        let content = self.content();
        let product = &content.products[stock_number];
        let seconds = |time: Timestamp| (time.unix_microseconds() - NEW_YEAR).div_euclid(1_000_000);
        (seconds(product.content), seconds(product.commercial))
    }
}

/// An event as `A content+commercial 1,2 [+1 -3]`: what, in which sections, and in whose feeds.
pub(crate) fn describe(event: &ChangeEvent) -> String {
    let kind = match event.kind {
        ChangeKind::Removed => "removed",
        ChangeKind::Upsert { content: true, commercial: true } => "content+commercial",
        ChangeKind::Upsert { content: true, .. } => "content",
        ChangeKind::Upsert { .. } => "commercial",
    };
    let sections: Vec<String> = event.section_ids.iter().map(ToString::to_string).collect();
    let sign = |is_in: bool| if is_in { '+' } else { '-' };
    let feeds: Vec<String> =
        event.memberships.iter().map(|member| format!("{}{}", sign(member.in_section), member.section)).collect();
    format!("{} {kind} {} [{}]", event.stock_number, sections.join(","), feeds.join(" "))
}

impl ImportStore for TestStore {
    fn begin(&self) -> Result<Box<dyn ImportSession + '_>, StoreError> {
        Ok(Box::new(TestSession(self)))
    }
}

struct TestSession<'a>(&'a TestStore);

impl ImportSession for TestSession<'_> {
    fn snapshot(&mut self) -> Result<ImportSnapshot, StoreError> {
        let content = self.0.content();
        Ok(ImportSnapshot {
            revision: content.revision,
            storefront: content.storefront,
            sections: content.sections.into_values().collect(),
            product_types: content.product_types.into_values().collect(),
            warehouses: content.warehouses.into_values().collect(),
            price_levels: content.price_levels,
            products: content.products.values().map(stored_product).collect(),
        })
    }

    fn commit(&mut self, changes: ImportChanges<'_>) -> Result<CatalogRevision, ImportWriteError> {
        let mut content = self.0.content();
        assert_eq!(changes.base, content.revision);
        content.revision = content.revision.next();
        content.storefront = Some(changes.storefront.clone());
        content.product_types.extend(changes.product_types.iter().map(|kind| (kind.id.0, kind.clone())));
        content.warehouses.extend(changes.warehouses.iter().map(|house| (house.id.to_string(), house.clone())));
        content.price_levels.extend_from_slice(changes.new_price_levels);
        for section in content.sections.values_mut() {
            section.source_id = section.source_id.filter(|id| !changes.released_section_source_ids.contains(id));
        }
        content.sections.extend(changes.sections.iter().map(|section| (section.id, section.clone())));
        for product in content.products.values_mut() {
            let is_kept = |id: &i64| changes.released_product_source_ids.iter().all(|released| released.0 != *id);
            product.source_id = product.source_id.filter(is_kept);
        }
        for write in changes.products {
            content.write(write.map_err(ImportWriteError::Products)?);
        }
        content.events.extend(changes.events.iter().map(|event| (content.revision, event.clone())));
        content.check();
        let revision = content.revision;
        *self.0.0.lock().unwrap() = content;
        Ok(revision)
    }
}

impl Content {
    fn write(&mut self, write: ProductWrite) {
        match write {
            ProductWrite::Record(record) => self.write_record(*record),
            ProductWrite::Offer { stock_number, offer } => {
                let product = self.products.get_mut(&*stock_number).expect("an offer of a stored product");
                product.commercial = offer.commercial_updated_at;
                product.offer = offer;
            }
            ProductWrite::Deactivate { stock_number } => {
                self.products.get_mut(&*stock_number).expect("a stored product").record.is_active = false;
            }
            ProductWrite::TouchContent { stock_number, content_updated_at } => {
                self.products.get_mut(&*stock_number).expect("a stored product").content = content_updated_at;
            }
        }
    }

    fn write_record(&mut self, mut record: ProductRecord) {
        let earlier = self.products.get(&*record.stock_number);
        let given = record.offer.take();
        let commercial = given
            .as_ref()
            .map(|offer| offer.commercial_updated_at)
            .or(record.commercial_updated_at)
            .or(earlier.map(|earlier| earlier.commercial))
            .expect("a commercial time for a new product");
        let offer = given.or_else(|| earlier.map(|earlier| earlier.offer.clone())).expect("an offer for a new product");
        let (content, source_id) = (record.content_updated_at, Some(record.source_id.0));
        let stock_number = record.stock_number.to_string();
        self.products.insert(stock_number, KeptProduct { record, source_id, offer, content, commercial });
    }

    fn check(&self) {
        let mut source_ids: Vec<i64> = self.products.values().filter_map(|product| product.source_id).collect();
        let count = source_ids.len();
        source_ids.sort_unstable();
        source_ids.dedup();
        assert_eq!(source_ids.len(), count, "product source ids are unique");
        let mut source_ids: Vec<_> = self.sections.values().filter_map(|section| section.source_id).collect();
        let count = source_ids.len();
        source_ids.sort_unstable();
        source_ids.dedup();
        assert_eq!(source_ids.len(), count, "section source ids are unique");
    }
}

fn stored_product(product: &KeptProduct) -> StoredProduct {
    let fingerprints = product.record.fingerprints;
    StoredProduct {
        stock_number: product.record.stock_number.clone(),
        source_id: product.source_id.map(catalog_domain::identifiers::SourceId),
        is_active: product.record.is_active,
        sections: product.record.sections.clone(),
        fingerprints: ProductFingerprints {
            record: fingerprints.record,
            content: fingerprints.content,
            option_prices: fingerprints.option_prices,
            offer: product.offer.fingerprint,
        },
        content_updated_at: product.content,
        commercial_updated_at: product.commercial,
    }
}

/// A type with a public field 17 and a service field 18, and a type 6 with field 27.
pub(crate) const TYPES: [&str; 2] = [
    r#"{"type":"productType","id":5,"name":"Pump","groups":[{"id":3,"uid":"main","name":"Main","ord":1,"fields":[{"id":17,"uid":"power","name":"Power","ord":1,"dataType":"relation"},{"id":18,"uid":"code","name":"Code","ord":2,"role":"service","dataType":"string"}]}]}"#,
    r#"{"type":"productType","id":6,"name":"Motor","groups":[{"id":4,"uid":"main","name":"Main","ord":1,"fields":[{"id":27,"uid":"power","name":"Power","ord":1,"dataType":"relation"}]}]}"#,
];

/// The warehouse `main`.
pub(crate) const WAREHOUSE: &str = r#"{"type":"warehouse","id":"main","name":"Main warehouse"}"#;

/// A section on the storefront.
pub(crate) fn section(id: i64, parent: Option<i64>) -> String {
    let parent = parent.map_or("null".to_owned(), |parent| parent.to_string());
    format!(
        r#"{{"type":"section","hierarchyId":{id},"sourceId":{},"parentHierarchyId":{parent},"name":"S{id}","url":"https://shop.example/s/{id}/","isActive":true}}"#,
        id + 1_000
    )
}

/// A product in `sections`, with more fields as JSON text such as `"seo": {...}`.
pub(crate) fn product(stock_number: &str, source_id: i64, sections: &str, more: &str) -> String {
    let comma = if more.is_empty() { "" } else { "," };
    format!(
        r#"{{"type":"product","sourceId":{source_id},"stockNumber":"{stock_number}","name":"P","fullName":"Pump","url":"https://shop.example/p/{stock_number}/","isActive":true,"typeId":5,"sections":{sections}{comma}{more}}}"#
    )
}

/// The whole catalog that most tests begin with: sections 1 > 2 and 3; products A in 2, B in 3, C in 2 and 3.
pub(crate) fn base() -> Vec<String> {
    let mut lines: Vec<String> = TYPES.map(str::to_owned).to_vec();
    lines.push(WAREHOUSE.to_owned());
    lines.extend([section(1, None), section(2, Some(1)), section(3, None)]);
    lines.push(product(
        "A",
        91,
        "[2]",
        r#""features":[{"fieldId":17,"value":"5 kW"},{"fieldId":18,"value":"x"}],"offer":{"retail":"100","levels":{"Опт":"90"},"stock":[{"warehouseId":"main","quantity":5}]}"#,
    ));
    lines.push(product("B", 92, "[3]", ""));
    lines.push(product(
        "C",
        93,
        "[2,3]",
        r#""configurator":{"groups":[{"uid":"g","name":"G","options":[{"uid":"o","name":"O","retail":10}]}]}"#,
    ));
    lines
}

/// A store with [`base`] in it, imported at second 0.
pub(crate) fn base_store() -> TestStore {
    let store = TestStore::default();
    let lines = base();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    store.import(0, &lines).unwrap();
    store
}
