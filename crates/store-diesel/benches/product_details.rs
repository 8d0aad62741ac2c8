//! The cost of a page of products with all its heavy parts: another 50 products of an imported store every time.
//!
//! `DATABASE_URL=sqlite:///path/to/catalog.db cargo bench -p store-diesel --bench product_details`; `catalog generate`
//! and `catalog import` make such a store of any size.

#![expect(clippy::expect_used, reason = "a benchmark that cannot set itself up has nothing to say")]

use catalog_domain::ports::{CatalogSource, PartSelection, ProductDetails};
use catalog_testkit::measure::print_time;
use std::hint::black_box;
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
    print_time("all parts of 50 products", |number| {
        // A stride without a common factor visits every page, far from the one before.
        let page = (number as usize * 7_919) % pages;
        let numbers = &numbers[page * PAGE..(page + 1) * PAGE];
        black_box(store.read(numbers, PartSelection::ALL).expect("parts"));
    });
}
