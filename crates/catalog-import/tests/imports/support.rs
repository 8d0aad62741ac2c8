//! A store whose events can be inspected, and the catalog that most tests begin with.

use catalog_domain::catalog::CatalogFacts;
use catalog_domain::change::{ChangeEvent, ChangeKind};
use catalog_domain::ports::{
    EventRange, ImportSession, ImportSnapshot, ImportStore, PartSelection, ProductDetail, RecordedEvent,
    RecordedImport, StoreError, StoredProduct,
};
use catalog_domain::products::Product;
use catalog_domain::sections::Section;
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId, StorefrontHost, Timestamp};
use catalog_generator::{GeneratorOptions, generate};
use catalog_import::{
    ImportError, ImportInput, ImportOptions, ImportReport, ResourceOptions, run_import, run_resource_import,
};
use catalog_index::Catalog;
use catalog_testkit::FixedClock;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Cursor, Write};
use std::sync::LazyLock;

const WHOLE_LOG: EventRange = EventRange { after: EventNumber(0), up_to: EventNumber(i64::MAX) };

/// The first moment of 2026.
pub(crate) const NEW_YEAR: i64 = 1_767_225_600_000_000;

/// The moment `seconds` after the beginning of 2026.
pub(crate) fn moment(seconds: i64) -> Timestamp {
    Timestamp::from_unix_microseconds(NEW_YEAR).plus_seconds(seconds)
}

/// A clock fixed at `seconds` after the beginning of 2026.
pub(crate) fn clock(seconds: i64) -> FixedClock {
    FixedClock::at(moment(seconds))
}

/// A delta for the storefront of the catalog that most tests begin with.
pub(crate) fn options() -> ImportOptions<'static> {
    static SHOP: LazyLock<StorefrontHost> = LazyLock::new(|| StorefrontHost::parse("shop.example").unwrap());
    ImportOptions::new(&SHOP)
}

pub(crate) fn input(name: &str, content: impl Into<Vec<u8>>) -> ImportInput {
    ImportInput::from_reader(name, Cursor::new(content.into()))
}

/// Imports `lines` of links.
pub(crate) fn import_links(
    store: &dyn ImportStore,
    seconds: i64,
    dry_run: bool,
    lines: &str,
) -> Result<ImportReport, ImportError> {
    let options = ResourceOptions { dry_run, ..ResourceOptions::default() };
    run_resource_import(vec![input("input", lines)], &options, store, &clock(seconds))
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Content {
    pub(crate) snapshot: ImportSnapshot,
    facts: CatalogFacts,
    details: Vec<Option<ProductDetail>>,
    pub(crate) events: Vec<RecordedEvent>,
}

impl Content {
    /// A stored product, active or not.
    pub(crate) fn stored(&self, stock_number: &str) -> &StoredProduct {
        self.snapshot.products.iter().find(|product| *product.stock_number == *stock_number).unwrap()
    }

    pub(crate) fn product(&self, stock_number: &str) -> &Product {
        self.facts.products.iter().find(|product| product.stock_number() == stock_number).unwrap()
    }

    pub(crate) fn detail(&self, stock_number: &str) -> &ProductDetail {
        let at = self.snapshot.products.iter().position(|product| *product.stock_number == *stock_number);
        self.details[at.unwrap()].as_ref().unwrap()
    }

    /// The catalog that clients of the storefront `shop.example` see.
    pub(crate) fn catalog(&self) -> Catalog {
        Catalog::build(self.facts.clone(), options().storefront.clone())
    }

    pub(crate) fn section(&self, id: i64) -> &Section {
        self.snapshot.sections.iter().find(|section| section.id == SectionId(id)).unwrap()
    }

    pub(crate) fn revision(&self) -> CatalogRevision {
        self.snapshot.revision
    }

    pub(crate) fn events_of_last_run(&self) -> impl Iterator<Item = &ChangeEvent> {
        let last = self.events.iter().filter(|recorded| recorded.revision == self.revision());
        last.map(|recorded| &recorded.event)
    }
}

/// An empty store of a test's own.
#[derive(Default)]
pub(crate) struct TestStore(catalog_testkit::TestStore);

impl TestStore {
    pub(crate) fn content(&self) -> Content {
        let store = &self.0.store;
        let snapshot = store.begin().unwrap().snapshot().unwrap();
        let stock_numbers: Vec<Box<str>> =
            snapshot.products.iter().map(|product| product.stock_number.clone()).collect();
        let mut facts = store.load().unwrap();
        facts.products.sort_by(|one, other| one.stock_number().cmp(other.stock_number()));
        Content {
            facts,
            details: store.read(&stock_numbers, PartSelection::ALL).unwrap().details,
            events: store.recorded_events(WHOLE_LOG).unwrap(),
            snapshot,
        }
    }

    /// The recorded runs, newest first.
    pub(crate) fn recorded(&self) -> Vec<RecordedImport> {
        self.0.store.latest_imports(100).unwrap()
    }

    /// Imports `lines` as a delta at `seconds` after the beginning of 2026.
    pub(crate) fn import(&self, seconds: i64, lines: &[impl AsRef<str>]) -> Result<ImportReport, ImportError> {
        self.import_with(seconds, lines, |_| {})
    }

    pub(crate) fn import_with(
        &self,
        seconds: i64,
        lines: &[impl AsRef<str>],
        adjust: impl FnOnce(&mut ImportOptions<'_>),
    ) -> Result<ImportReport, ImportError> {
        self.import_for("shop.example", seconds, lines, adjust)
    }

    pub(crate) fn import_for(
        &self,
        storefront: &str,
        seconds: i64,
        lines: &[impl AsRef<str>],
        adjust: impl FnOnce(&mut ImportOptions<'_>),
    ) -> Result<ImportReport, ImportError> {
        let storefront = StorefrontHost::parse(storefront).unwrap();
        let mut options = ImportOptions::new(&storefront);
        adjust(&mut options);
        let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        run_import(vec![input("input", lines.join("\n"))], &options, self, &clock(seconds))
    }

    pub(crate) fn import_input(&self, seconds: i64, input: ImportInput) -> Result<ImportReport, ImportError> {
        run_import(vec![input], &options(), self, &clock(seconds))
    }

    /// The events of the present revision as text, in order.
    pub(crate) fn last_events(&self) -> Vec<String> {
        let content = self.content();
        content.events_of_last_run().map(describe).collect()
    }

    /// Times of the last changes of a product's content and commercial data, in seconds of 2026.
    pub(crate) fn times(&self, stock_number: &str) -> (i64, i64) {
        let content = self.content();
        let product = content.stored(stock_number);
        let seconds = |time: Timestamp| (time.unix_microseconds() - NEW_YEAR).div_euclid(1_000_000);
        (seconds(product.content_updated_at), seconds(product.commercial_updated_at))
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
        self.0.store.begin()
    }
}

/// A type with a public field 17 and a service field 18, and a type 6 with field 27.
pub(crate) const TYPES: [&str; 2] = [
    r#"{"type":"productType","id":5,"name":"Pump","groups":[{"id":3,"uid":"main","name":"Main","ord":1,"fields":[{"id":17,"uid":"power","name":"Power","ord":1,"dataType":"relation"},{"id":18,"uid":"code","name":"Code","ord":2,"role":"service","dataType":"string"}]}]}"#,
    r#"{"type":"productType","id":6,"name":"Motor","groups":[{"id":4,"uid":"main","name":"Main","ord":1,"fields":[{"id":27,"uid":"power","name":"Power","ord":1,"dataType":"relation"}]}]}"#,
];

pub(crate) const WAREHOUSE: &str = r#"{"type":"warehouse","id":"main","name":"Main warehouse"}"#;

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

/// So many products and sections, made by the generator, or changes of these.
pub(crate) fn generated((products, sections): (u64, u64), seed: u64, changes: Option<u64>) -> String {
    let storefront = "shop.example".to_owned();
    let mut bytes = Vec::new();
    generate(&GeneratorOptions { products, sections, seed, changes, storefront, pictures: None }, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

pub(crate) fn gzip(text: &str) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.finish().unwrap()
}

/// A store with [`base`] in it, imported at second 0.
pub(crate) fn base_store() -> TestStore {
    let store = TestStore::default();
    store.import(0, &base()).unwrap();
    store
}
