//! All active products, public or not: in every list order, and indexed by their keys.
//!
//! Hidden products stay in the list, so that a section that becomes public needs no read of the store.

use super::column;
use super::parallelism::Parallelism;
use super::product_lookup::ProductLookup;
use crate::products::product::Product;
use crate::values::identifiers::SourceId;
use crate::values::name_order::NameKey;
use crate::values::timestamp::Timestamp;
use std::cmp::Reverse;
use std::sync::Arc;

/// The products in name order; an ordinal is a position in this list.
#[derive(Debug)]
pub(super) struct ProductList {
    pub(super) products: Vec<Arc<Product>>,
    pub(super) by_stock_number: Arc<ProductLookup<str>>,
    pub(super) by_source_id: Arc<ProductLookup<SourceId>>,
}

/// The orders other than by name, as ordinals.
#[derive(Debug)]
pub(super) struct Orders<O> {
    pub(super) by_stock_number: O,
    /// Newest first, ties by stock number.
    pub(super) by_content_update: O,
}

impl ProductList {
    /// The list of `products`, which come in no particular order.
    pub(super) fn sort(products: &[Arc<Product>], parallelism: Parallelism) -> (Self, Orders<Vec<u32>>) {
        let products = sorted_by_name(products, parallelism);
        let lookups = || {
            let by_stock_number = ProductLookup::<str>::new(&products, |product| product.stock_number());
            (by_stock_number, ProductLookup::new(&products, |product| &product.source_id))
        };
        let (orders, (by_stock_number, by_source_id)) = parallelism.both(|| Orders::sort(&products), lookups);
        let (by_stock_number, by_source_id) = (Arc::new(by_stock_number), Arc::new(by_source_id));
        (Self { products, by_stock_number, by_source_id }, orders)
    }

    pub(super) fn as_slice(&self) -> &[Arc<Product>] {
        &self.products
    }

    pub(super) fn get(&self, ordinal: u32) -> &Product {
        &self.products[ordinal as usize]
    }

    /// The ordinal of the active product with exactly that stock number.
    pub(super) fn find_stock_number(&self, stock_number: &str) -> Option<u32> {
        self.by_stock_number.find(stock_number, &self.products)
    }

    /// The ordinal of the active product with that source id.
    pub(super) fn find_source_id(&self, source_id: SourceId) -> Option<u32> {
        self.by_source_id.find(&source_id, &self.products)
    }
}

impl Orders<Vec<u32>> {
    /// Sorts `products`, which are in name order. The keys are gathered first: the products are scattered over memory.
    fn sort(products: &[Arc<Product>]) -> Self {
        let keys = products.iter().zip(0_u32..).map(|(each, at)| (each.stock_number(), at, each.content_updated_at));
        let mut by_stock_number: Vec<(&str, u32, Timestamp)> = column::filled(products.len(), keys);
        by_stock_number.sort_unstable();
        // Products with the same timestamp are ordered by stock number.
        let keys = by_stock_number.iter().zip(0..).map(|((_, at, updated), rank)| (Reverse(*updated), rank, *at));
        let mut by_content_update: Vec<(Reverse<Timestamp>, u32, u32)> = column::filled(products.len(), keys);
        by_content_update.sort_unstable();
        Self {
            by_stock_number: column::filled(products.len(), by_stock_number.into_iter().map(|(_, at, _)| at)),
            by_content_update: column::filled(products.len(), by_content_update.into_iter().map(|(_, _, at)| at)),
        }
    }
}

pub(super) fn name_key(product: &Product) -> NameKey<'_, &str> {
    NameKey::new(product.name(), product.stock_number())
}

pub(super) fn sorted_by_name(products: &[Arc<Product>], parallelism: Parallelism) -> Vec<Arc<Product>> {
    let middle = products.len() / 2;
    let sorted = |from: usize, to: usize| {
        let numbered = products[from..to].iter().zip(ordinal(from)..);
        // Capacity for both halves, which become one.
        let mut keyed: Vec<(NameKey<'_, &str>, u32)> = column::with_capacity(products.len());
        keyed.extend(numbered.map(|(product, at)| (name_key(product), at)));
        keyed.sort_unstable();
        keyed
    };
    let (mut keyed, second) = parallelism.both(|| sorted(0, middle), || sorted(middle, products.len()));
    keyed.extend(second);
    // A stable sort finds the two sorted halves and merges them.
    keyed.sort();
    column::filled(products.len(), keyed.iter().map(|(_, at)| Arc::clone(&products[*at as usize])))
}

/// Fewer than 2^32 products exist.
pub(super) fn ordinal(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
