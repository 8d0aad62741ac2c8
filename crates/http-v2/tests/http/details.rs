//! The heavy parts of the fixture's products.

use catalog_domain::catalog::CatalogFacts;
use catalog_domain::ports::{PartSelection, ProductDetail, ProductDetailBatch, ProductDetails, StoreError};
use catalog_domain::pricing::{LevelPrice, LevelPrices, Money, PriceLevel};
use catalog_domain::products::{Configurator, ConfiguratorOption, FeatureValue, OptionGroup, Photo, ResourceLink, Seo};
use catalog_domain::values::{CatalogRevision, FieldId};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Has the same kinds of parts for every product, with the stock number in each text, and returns all of them, whatever
/// is selected: an adapter must not rely on a store to leave out unselected parts.
pub(crate) struct FixedDetails {
    known: Vec<Box<str>>,
    revision: CatalogRevision,
}

pub(crate) struct ObservedDetails {
    store: Arc<dyn ProductDetails>,
    pub(crate) reads: AtomicUsize,
    /// The products whose parts were read last.
    pub(crate) requested: Mutex<Vec<Box<str>>>,
    /// The last selection.
    pub(crate) wanted: Mutex<PartSelection>,
}

impl ObservedDetails {
    pub(crate) fn new(store: Arc<dyn ProductDetails>) -> Self {
        Self { store, reads: AtomicUsize::new(0), requested: Mutex::default(), wanted: Mutex::new(PartSelection::NONE) }
    }
}

impl ProductDetails for ObservedDetails {
    fn read(&self, stock_numbers: &[Box<str>], wanted: PartSelection) -> Result<ProductDetailBatch, StoreError> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        *self.requested.lock().unwrap() = stock_numbers.to_vec();
        *self.wanted.lock().unwrap() = wanted;
        self.store.read(stock_numbers, wanted)
    }
}

impl FixedDetails {
    pub(crate) fn of(facts: &CatalogFacts) -> Self {
        Self {
            known: facts.products.iter().map(|product| product.stock_number().into()).collect(),
            revision: facts.revision,
        }
    }
}

impl ProductDetails for FixedDetails {
    fn read(&self, stock_numbers: &[Box<str>], _: PartSelection) -> Result<ProductDetailBatch, StoreError> {
        let known = |number: &str| self.known.iter().any(|known| **known == *number);
        let details = stock_numbers.iter().map(|number| known(number).then(|| detail(number))).collect();
        Ok(ProductDetailBatch { revision: self.revision, unchanged_since: self.revision, details })
    }
}

pub(crate) fn detail(stock_number: &str) -> ProductDetail {
    let feature = |field, value: &str| FeatureValue { field_id: FieldId(field), value: value.into() };
    let photo = |name: &str, alt: Option<&str>| Photo {
        url: format!("https://storefront.example/{name}.jpg").into(),
        alt: alt.map(Into::into),
    };
    ProductDetail {
        description: format!("<p>All about {stock_number}</p>").into(),
        photos: Box::new([photo("front", Some("Front")), photo("back", None)]),
        seo: Seo { title: format!("Buy {stock_number}").into(), html: "<h1>Pump</h1>".into() },
        features: Box::new([
            feature(1, "b"),
            feature(4, "secret feature"),
            feature(1, "a"),
            feature(2, "c"),
            feature(3, "24 months"),
        ]),
        // Every other product has a configurator.
        configurator: matches!(stock_number, "P-1" | "P-2").then(|| configurator(stock_number)),
        documentation: Box::new([link("Manual"), ResourceLink { description: None, size: None, ..link("Drawing") }]),
        software: Box::default(),
    }
}

fn link(title: &str) -> ResourceLink {
    ResourceLink {
        title: title.into(),
        description: Some("In English".into()),
        url: "https://files.example/file.pdf".into(),
        file_type: Some("PDF".into()),
        size_bytes: Some(1_258_291),
        size: Some("1.2 MB".into()),
    }
}

fn configurator(stock_number: &str) -> Configurator {
    let money = |text: &str| Some(Money::parse(text).unwrap());
    let (retail, wholesale) = if stock_number == "P-2" { ("70004.0404", "70005.0505") } else { ("120", "110") };
    let level = |name, price| LevelPrice { level: PriceLevel::new(name), price };
    let option = ConfiguratorOption {
        uid: "m5".into(),
        name: "Motor 5 kW".into(),
        stock_number: Some("P-4".into()),
        is_default: true,
        retail: money(retail),
        levels: [level("Опт", money(wholesale)), level("Дилер", money("80006.0606"))].into(),
    };
    let none = ConfiguratorOption {
        uid: "m0".into(),
        name: "No motor".into(),
        stock_number: None,
        is_default: false,
        retail: None,
        levels: LevelPrices::default(),
    };
    let group = OptionGroup { uid: "motor".into(), name: "Motor".into(), required: true, options: vec![option, none] };
    Configurator { groups: vec![group] }
}
