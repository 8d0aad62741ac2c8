//! The cost of a request in a small catalog and in a large one, side by side.

use crate::viewer;
use catalog_domain::catalog::{FilterChoice, PageRequest, ProductQuery, ProductSort};
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use catalog_testkit::measure::nanoseconds;
use std::hint::black_box;

/// A stride that visits all products in an order that no cache predicts.
const STRIDE: u64 = 7_919;

/// One request; the number selects one of its kind.
type Probe = fn(&Catalog, u64);

pub(crate) fn print_table(small: &Catalog, large: &Catalog) {
    let (few, many) = (small.product_count(), large.product_count());
    println!("{:<44} {few:>10} {many:>10}  ratio", "nanoseconds per request, by public products");
    for (name, probe) in PROBES {
        // The best time: interference only makes a measurement longer.
        let [small, large] = [small, large].map(|catalog| nanoseconds(|number| probe(catalog, number))[0]);
        println!("{name:<44} {small:>10.0} {large:>10.0}  {:.2}", large / small);
    }
}

const PROBES: &[(&str, Probe)] = &[
    ("product by stock number", |catalog, number| {
        let number = number * STRIDE % catalog.product_count() as u64;
        black_box(catalog.product(&format!("SN-{number:07}")).is_some());
    }),
    ("first page of the root", |catalog, _| page(catalog, ProductQuery::of_section(SectionId(1)), 1)),
    ("last page of the root", |catalog, _| {
        page(catalog, ProductQuery::of_section(SectionId(1)), catalog.product_count() as u64 / 50);
    }),
    ("page of the root by content update", |catalog, number| {
        let query =
            ProductQuery { sort: ProductSort::ContentUpdatedDescending, ..ProductQuery::of_section(SectionId(1)) };
        page(catalog, query, 1 + number % 100);
    }),
    ("page of a section", |catalog, number| page(catalog, ProductQuery::of_section(section(number)), 1)),
    ("page of a section, available, of 2 vendors", |catalog, number| {
        let vendors = Some(vec!["v1".into(), format!("v{}", number % 400)]);
        let query = ProductQuery { available: Some(true), vendors, ..ProductQuery::of_section(section(number)) };
        page(catalog, query, 1);
    }),
    ("page of a section, of a filter value", |catalog, number| {
        let filters = vec![FilterChoice { uid: "u1".into(), keys: vec!["k3".into()] }];
        page(catalog, ProductQuery { filters, ..ProductQuery::of_section(section(number)) }, 1);
    }),
    ("section with vendors and filters", |catalog, number| {
        let Some(node) = catalog.sections().find(section(number)) else { return };
        black_box((catalog.counters(node), catalog.section_vendors(node).len()));
        black_box(catalog.section_filters(node).map(|(_, values)| values.len()).sum::<usize>());
    }),
];

/// One of the sections right below the root: large enough for a whole page at either size.
fn section(number: u64) -> SectionId {
    SectionId(2 + i64::try_from(number % 8).unwrap_or(0))
}

fn page(catalog: &Catalog, query: ProductQuery, page: u64) {
    let page = PageRequest { page: page.max(1), ..PageRequest::default() };
    let page = catalog.section_products(&ProductQuery { page, ..query }, &viewer());
    // Touches every product, as rendering a response does.
    let seen = page.map(|page| page.products.iter().map(|each| each.product.name().len()).sum::<usize>());
    black_box(seen);
}
