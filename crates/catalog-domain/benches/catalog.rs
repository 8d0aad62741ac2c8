//! What the read model costs: building it, bringing it up to date, asking it for pages, and the memory it takes.
//!
//! `cargo bench -p catalog-domain` uses 200,000 products in 2,000 sections; `CATALOG_BENCH_PRODUCTS=1000000` another size.
//! The cost of a request should be the same at every size: compare `CATALOG_BENCH_PRODUCTS=20000` with 1000000.

#![expect(clippy::expect_used, reason = "a benchmark that cannot set itself up has nothing to say")]

use catalog_domain::catalog::{Catalog, CatalogDelta, CatalogFacts};
use catalog_domain::filter::{FilterText, SharedFilterValue};
use catalog_domain::identifiers::{FieldId, ProductTypeId, SectionId, SourceId};
use catalog_domain::money::Money;
use catalog_domain::offer::{LevelPrice, Offer, Stock};
use catalog_domain::price_level::PriceLevel;
use catalog_domain::product::Product;
use catalog_domain::query::{FilterChoice, PageRequest, ProductQuery, ProductSort};
use catalog_domain::section::Section;
use catalog_domain::timestamp::Timestamp;
use catalog_domain::url_group::{PageUrl, StorefrontHost};
use catalog_domain::vendor::Vendor;
use catalog_domain::viewer::{Role, Viewer};
use criterion::{BatchSize, Criterion};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;

const SECTIONS: i64 = 2_000;
const VENDORS: u64 = 400;

fn main() {
    let products = std::env::var("CATALOG_BENCH_PRODUCTS").ok().and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let before = resident_bytes();
    let facts = facts(products);
    let catalog = Catalog::build(facts.clone(), storefront());
    let per_product = resident_bytes().saturating_sub(before) / products.max(1);
    println!("{products} products, {SECTIONS} sections: {per_product} bytes of memory per product, facts included");
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    criterion.bench_function("build", |bencher| {
        bencher.iter_batched(|| facts.clone(), |facts| Catalog::build(facts, storefront()), BatchSize::PerIteration);
    });
    criterion.bench_function("update after 100 changed products", |bencher| {
        bencher.iter_batched(|| changes(&facts), |delta| catalog.updated(delta), BatchSize::PerIteration);
    });
    let mut criterion = Criterion::default().configure_from_args();
    for (name, query) in queries() {
        let viewer = viewer();
        let total = catalog.section_products(&query, &viewer).map_or(0, |page| page.total);
        criterion.bench_function(&format!("page of 50, {name} ({total})"), |bencher| {
            bencher.iter(|| catalog.section_products(black_box(&query), &viewer));
        });
    }
    criterion.bench_function("product by stock number", |bencher| {
        bencher.iter(|| catalog.product(black_box("SN-0000777")).is_some());
    });
    criterion.final_summary();
}

/// A hundred products, spread over the catalog: every other one has a new price, the others a new name and time.
fn changes(facts: &CatalogFacts) -> CatalogDelta {
    let changed = facts.products.iter().step_by((facts.products.len() / 100).max(1)).enumerate();
    let change = |(at, product): (usize, &Arc<Product>)| {
        let mut product = Product::clone(product);
        if at % 2 == 0 {
            product.offer.retail = Some(Money::from_units(1));
        } else {
            product.name = format!("New {}", product.name).into();
            product.content_updated_at = product.content_updated_at.plus_seconds(1);
        }
        Arc::new(product)
    };
    CatalogDelta { changed: changed.map(change).collect(), ..CatalogDelta::default() }
}

fn queries() -> Vec<(String, ProductQuery)> {
    let root = ProductQuery::of_section(SectionId(1));
    let middle = ProductQuery::of_section(SectionId(2));
    let vendors = Some((0..5).map(|vendor| format!("v{vendor}")).collect());
    let choice = FilterChoice { uid: "u1".into(), keys: vec!["k3".into(), "k4".into()] };
    let mut queries = Vec::new();
    for sort in ProductSort::ALL {
        for page in [1, 500] {
            let page = PageRequest { page, ..PageRequest::default() };
            let with = |query: &ProductQuery| ProductQuery { sort, page, ..query.clone() };
            let name = |what: &str| format!("{what}, {} page {}", sort.name(), page.page);
            queries.push((name("root"), with(&root)));
            let available = ProductQuery { available: Some(true), has_price: Some(true), ..with(&root) };
            queries.push((name("root available priced"), available.clone()));
            queries.push((
                name("root available priced of 5 vendors"),
                ProductQuery { vendors: vendors.clone(), ..available },
            ));
            queries.push((
                name("section with a filter value"),
                ProductQuery { filters: vec![choice.clone()], ..with(&middle) },
            ));
        }
    }
    queries
}

fn viewer() -> Viewer {
    Viewer { role: Role::User, price_level: PriceLevel::new("Опт"), configurator_access: false }
}

fn storefront() -> StorefrontHost {
    StorefrontHost::parse("storefront.example").expect("a host")
}

/// Section 1 is the only root; every other section's parent is the section at a tenth of its number.
fn facts(products: u64) -> CatalogFacts {
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
        filters: Vec::new(),
        synced_at: Timestamp::from_unix_microseconds(0),
    }
}

/// What products share, as a store's loader makes them share it.
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
            stock_number: format!("SN-{at:07}").into(),
            source_id: SourceId(at as i64),
            name: format!("Pump {} series {}", mixed % 9_973, mixed % 101).into(),
            full_name: format!("Centrifugal pump {} series {}, 5 kW, cast iron", mixed % 9_973, mixed % 101).into(),
            url: PageUrl::parse(&format!("https://storefront.example/products/pump-{at}/")).ok(),
            type_id: ProductTypeId(1),
            vendor: (!mixed.is_multiple_of(20)).then_some(vendor),
            sections: [section].into(),
            primary_section: Some(section),
            preview: Some(format!("https://cdn.storefront.example/{at}.jpg").into()),
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
        }
    }
}

/// The memory of this process in bytes; 0 where the system does not tell.
fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    status.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4_096
}
