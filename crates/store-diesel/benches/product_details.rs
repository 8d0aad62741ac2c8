//! The cost of a page of products with all its heavy parts: another 50 products of an imported store every time.
//!
//! `DATABASE_URL=sqlite:///path/to/catalog.db cargo bench -p store-diesel --bench product_details`; `catalog generate`
//! and `catalog import` make such a store of any size.

#![expect(clippy::expect_used, reason = "a benchmark that cannot set itself up has nothing to say")]

use catalog_domain::ports::{CatalogSource, PartSelection, ProductDetails};
use criterion::Criterion;
use store_diesel::{Store, StoreOptions};

/// Products on a page unless a client says otherwise.
const PAGE: usize = 50;

fn main() {
    let Ok(url) = std::env::var("DATABASE_URL") else {
        println!("DATABASE_URL names no store: nothing to measure");
        return;
    };
    let store = Store::open(&url.parse().expect("a valid URL"), &StoreOptions::default()).expect("a store");
    let products = store.load().expect("a catalog").products;
    let numbers: Vec<Box<str>> = products.iter().map(|product| product.stock_number().into()).collect();
    println!("{} active products", numbers.len());
    let pages = numbers.len() / PAGE;
    assert!(pages > 0, "the store needs at least {PAGE} active products");
    let mut criterion = Criterion::default().configure_from_args();
    // A stride without a common factor visits every page, far from the one before.
    let mut page = 0;
    criterion.bench_function("all parts of 50 products", |bencher| {
        bencher.iter(|| {
            page = (page + 7_919) % pages;
            store.read(&numbers[page * PAGE..(page + 1) * PAGE], PartSelection::ALL).expect("parts")
        });
    });
    criterion.final_summary();
}
