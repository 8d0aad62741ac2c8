//! The cost of the read model: building it, updating it, querying pages, and its memory.
//!
//! `cargo bench -p catalog-index` uses 200,000 products in 2,000 sections; `CATALOG_BENCH_PRODUCTS=1000000` another
//! size. It begins with a table of the processor time of updates.

#![expect(clippy::expect_used, reason = "a benchmark that cannot set itself up has nothing to say")]

mod generated;
mod updates;

use catalog_domain::catalog::{FilterChoice, PageRequest, ProductQuery, ProductSort};
use catalog_domain::pricing::{PriceLevel, Role, Viewer};
use catalog_domain::search::SearchText;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use catalog_testkit::measure::print_time;
use catalog_testkit::process_info::memory;
use generated::{
    SECTIONS, arrivals, changes, changes_of_offers, changes_with_a_section_switched_off, facts, storefront,
};
use std::hint::black_box;
use std::time::Instant;

/// What people search for, then the most expensive texts: digits, what stock numbers begin with, pieces that every
/// product has, and glued ones.
const SEARCHES: [&str; 8] = [
    "0000777",
    "pump cast",
    "sn 7",
    "pump 7316",
    "1 2 3 4 5 6 7 8 9 0",
    "sn",
    "sn sn0 n0 0 5 5k 5kw 5kwc 5kwca s00",
    "5k 5kw 5kwc 5kwca 5kwcas 5kwcast 5kwcasti 5kwcastir 5kwcastiro 5kwcastiron",
];

fn main() {
    let products = std::env::var("CATALOG_BENCH_PRODUCTS").ok().and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let before = resident_bytes();
    let facts = facts(products);
    let catalog = Catalog::build(facts.clone(), storefront());
    let per_product = resident_bytes().saturating_sub(before) / products.max(1);
    println!("{products} products, {SECTIONS} sections: {per_product} bytes of memory per product, facts included");
    // As in a server: the next catalogs bring them up to date, too.
    catalog.v1().prepare();
    println!("searches: {} bytes per product of it", catalog.search_bytes() as u64 / products.max(1));
    let deltas = [
        ("100 changed products", changes(&facts)),
        ("100 new and 100 removed products", arrivals(&facts)),
        ("100 changed offers", changes_of_offers(&facts)),
        ("100 changed products and a section", changes_with_a_section_switched_off(&facts)),
    ];
    updates::print_table(&catalog, &facts, &deltas);
    for (name, query) in queries() {
        let viewer = viewer();
        let total = catalog.section_products(&query, &viewer).map_or(0, |page| page.total);
        print_time(&format!("page of 50, {name} ({total})"), |_| {
            black_box(catalog.section_products(black_box(&query), &viewer));
        });
    }
    for text in SEARCHES {
        let text = SearchText::parse(text).ok();
        let query = ProductQuery {
            text,
            section: None,
            sort: ProductSort::Relevance,
            ..ProductQuery::of_section(SectionId(1))
        };
        let name = query.text.as_ref().map_or("", SearchText::as_str);
        // What many products have is found once.
        let began = Instant::now();
        let found = catalog.page_with_facets(&query, &viewer()).map_or(0, |(page, _)| page.total);
        println!("first search, {name}: {found} products in {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
        print_time(&format!("search and facets, {name}"), |_| {
            black_box(catalog.page_with_facets(black_box(&query), &viewer()));
        });
    }
    print_time("product by stock number", |_| {
        black_box(catalog.product(black_box("SN-0000777")));
    });
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

/// A user whose prices are those of a level.
fn viewer() -> Viewer {
    Viewer { role: Role::User, price_level: PriceLevel::new("Опт"), configurator_access: false }
}

/// The resident memory of this process in bytes; 0 where the system does not report it.
fn resident_bytes() -> u64 {
    memory(std::process::id()).map_or(0, |memory| memory.resident << 10)
}
