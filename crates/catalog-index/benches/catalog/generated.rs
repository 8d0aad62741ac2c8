//! The catalog that the benchmarks use: realistic in size, in shared values and in distribution.

use catalog_domain::catalog::{CatalogDelta, CatalogFacts};
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Stock};
use catalog_domain::products::{
    FilterDefinition, FilterText, LinkedSections, NamedTexts, Product, ProductTexts, SharedFilterValue, Vendor,
};
use catalog_domain::sections::Section;
use catalog_domain::values::{
    CatalogRevision, FieldId, PageUrl, PageUrlRef, ProductTypeId, SectionId, SourceId, StorefrontHost, Timestamp,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

pub(crate) const SECTIONS: i64 = 2_000;
const VENDORS: u64 = 400;

pub(crate) fn storefront() -> StorefrontHost {
    StorefrontHost::parse("storefront.example").expect("a host")
}

/// Section 1 is the only root; every other section's parent is the section at a tenth of its number.
pub(crate) fn facts(products: u64) -> CatalogFacts {
    let shared =
        |prefix: &str, count: u64| (0..count).map(|at| format!("{prefix}{at}").into()).collect::<Vec<Arc<str>>>();
    let vendor = |id: Arc<str>| Arc::new(Vendor { name: Arc::clone(&id), id });
    let strings = Strings {
        vendors: shared("v", VENDORS).into_iter().map(vendor).collect(),
        uids: shared("u", 8),
        keys: shared("k", 12),
        main: "main".into(),
        levels: ["Опт", "Дилер"].map(PriceLevel::new),
        texts: RefCell::default(),
        section_lists: RefCell::default(),
    };
    CatalogFacts {
        sections: (1..=SECTIONS).map(section).map(Arc::new).collect(),
        products: (0..products).map(|at| Arc::new(strings.product(at))).collect(),
        ..CatalogFacts::default()
    }
}

fn section(id: i64) -> Section {
    Section {
        id: SectionId(id),
        source_id: None,
        parent: (id > 1).then_some(SectionId((id / 10).max(1))),
        name: format!("Section {id}").into(),
        url: PageUrl::parse("https://storefront.example/catalog/section/").ok(),
        is_active: true,
        is_service: false,
        sort_order: id,
        filter_index: None,
        filters: (0..8).map(filter).collect(),
        synced_at: Timestamp::from_unix_microseconds(0),
    }
}

fn filter(index: u64) -> FilterDefinition {
    FilterDefinition {
        uid: format!("u{index}").into(),
        name: format!("Filter {index}").into(),
        group_name: "Main".into(),
        group_ids: Vec::new(),
        field_ids: Vec::new(),
        type_ids: Vec::new(),
        data_type: "relation".into(),
        is_multiple: false,
        main_filter: false,
        hidden: false,
    }
}

/// Values that products share, as a store's loader shares them.
struct Strings {
    vendors: Vec<Arc<Vendor>>,
    uids: Vec<Arc<str>>,
    keys: Vec<Arc<str>>,
    main: Arc<str>,
    levels: [PriceLevel; 2],
    texts: RefCell<HashMap<(u64, u64), Arc<FilterText>>>,
    section_lists: RefCell<HashMap<SectionId, Arc<Box<[SectionId]>>>>,
}

impl Strings {
    fn filter_value(&self, section: SectionId, index: u64, random: u64) -> SharedFilterValue {
        let key = random % self.keys.len() as u64;
        let text = || {
            Arc::new(FilterText {
                field_id: FieldId(index as i64),
                uid: Arc::clone(&self.uids[index as usize]),
                value: Arc::clone(&self.keys[key as usize]),
                key: Arc::clone(&self.keys[key as usize]),
            })
        };
        let sections = || Arc::new([section, SectionId((section.0 / 10).max(1))].into());
        SharedFilterValue {
            text: Arc::clone(self.texts.borrow_mut().entry((index, key)).or_insert_with(text)),
            sections: Arc::clone(self.section_lists.borrow_mut().entry(section).or_insert_with(sections)),
        }
    }

    fn product(&self, at: u64) -> Product {
        let mixed = at.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 16;
        let section = SectionId(i64::try_from(mixed % SECTIONS.unsigned_abs()).unwrap_or(0) + 1);
        let value = |index: u64| self.filter_value(section, index, mixed >> index);
        let vendor = Arc::clone(&self.vendors[(mixed >> 7) as usize % self.vendors.len()]);
        Product {
            texts: ProductTexts::from(NamedTexts {
                stock_number: &format!("SN-{at:07}"),
                name: &format!("Pump {} series {}", mixed % 9_973, mixed % 101),
                full_name: &format!("Centrifugal pump {} series {}, 5 kW, cast iron", mixed % 9_973, mixed % 101),
                url: PageUrlRef::parse(&format!("https://storefront.example/products/pump-{at}/")).ok(),
                preview: Some(&format!("https://cdn.storefront.example/{at}.jpg")),
            }),
            source_id: SourceId(at as i64),
            type_id: ProductTypeId(1),
            vendor: (!mixed.is_multiple_of(20)).then_some(vendor),
            sections: LinkedSections::new([section], Some(section)),
            offer: Offer {
                hide_prices: mixed.is_multiple_of(12),
                retail: Some(Money::from_units((mixed % 100_000) as i64)),
                levels: self.levels.clone().map(|level| LevelPrice { level, price: None }).into(),
                sale: mixed.is_multiple_of(10),
                special: None,
                stock: [Stock { warehouse: Arc::clone(&self.main), quantity: (mixed % 5) as i64 }].into(),
                shipping: 0,
            },
            filter_values: (0..8).map(value).collect(),
            has_configurator: false,
            content_updated_at: Timestamp::from_unix_microseconds((mixed % 1_000_000) as i64),
            commercial_updated_at: Timestamp::from_unix_microseconds(0),
            version: CatalogRevision::default(),
        }
    }
}

/// A hundred products, spread over the catalog: every other one has a new price, the others a new name and time.
pub(crate) fn changes(facts: &CatalogFacts) -> CatalogDelta {
    let changed = facts.products.iter().step_by((facts.products.len() / 100).max(1)).enumerate();
    let change = |(at, product): (usize, &Arc<Product>)| {
        let mut product = Product::clone(product);
        if at % 2 == 0 {
            product.offer.retail = Some(Money::from_units(1));
        } else {
            let name = format!("New {}", product.name());
            product.texts = ProductTexts::from(NamedTexts { name: &name, ..product.texts.clone().named() });
            product.content_updated_at = product.content_updated_at.plus_seconds(1);
        }
        Arc::new(product)
    };
    CatalogDelta { changed: changed.map(change).collect(), ..CatalogDelta::default() }
}

/// A hundred new products with names beside those of others, and a hundred that are gone.
pub(crate) fn arrivals(facts: &CatalogFacts) -> CatalogDelta {
    let picked: Vec<_> = facts.products.iter().step_by((facts.products.len() / 200).max(1)).collect();
    let (like, gone): (Vec<_>, Vec<_>) = picked.into_iter().enumerate().partition(|(at, _)| at % 2 == 0);
    let new = |(at, product): (usize, &Arc<Product>)| {
        let stock_number = format!("NEW-{at}");
        let texts = ProductTexts::from(NamedTexts { stock_number: &stock_number, ..product.texts.named() });
        let source_id = SourceId(-1 - at as i64);
        let content_updated_at = product.content_updated_at.plus_seconds(2);
        Arc::new(Product { texts, source_id, content_updated_at, ..Product::clone(product) })
    };
    CatalogDelta {
        changed: like.into_iter().map(new).collect(),
        inactive: gone.into_iter().map(|(_, product)| product.stock_number().into()).collect(),
        ..CatalogDelta::default()
    }
}

/// New prices for a hundred products, spread over the catalog.
pub(crate) fn changes_of_offers(facts: &CatalogFacts) -> CatalogDelta {
    let changed = facts.products.iter().step_by((facts.products.len() / 100).max(1)).map(|product| {
        let mut product = Product::clone(product);
        product.offer.retail = Some(Money::from_units(1));
        Arc::new(product)
    });
    CatalogDelta { changed: changed.collect(), ..CatalogDelta::default() }
}

pub(crate) fn changes_with_a_section_switched_off(facts: &CatalogFacts) -> CatalogDelta {
    let mut sections = facts.sections.clone();
    sections.iter_mut().filter(|section| section.id == SectionId(20)).for_each(|section| {
        Arc::make_mut(section).is_active = false;
    });
    CatalogDelta { sections: Some(sections), ..changes(facts) }
}
