//! The orders of products other than by name.

use super::column::Column;
use super::layout::Layout;
use super::parallelism::Parallelism;
use super::permutation::Permutation;
use super::product_list::{ProductList, vacant};
use super::sorted_products::{SortedProducts, inverted};
use catalog_domain::products::Product;
use std::cmp::Reverse;
use std::sync::Arc;

/// The orders other than by name.
#[derive(Debug, Clone)]
pub(super) struct Orders {
    pub(super) by_stock_number: Arc<Permutation>,
    /// Oldest first, so that most products that change come last; ties by descending stock number.
    pub(super) by_content_update: Arc<Permutation>,
}

impl Orders {
    /// The list of `products`, which come in no particular order, and its other orders.
    pub(super) fn sort(products: Vec<Arc<Product>>, layout: Layout, parallelism: Parallelism) -> (ProductList, Self) {
        let sorted = SortedProducts::sort(&products, parallelism);
        let mut places: Vec<Option<Arc<Product>>> = products.into_iter().map(Some).collect();
        let by_name = sorted.by_name.iter().filter_map(|at| places[*at as usize].take());
        let products = Column::with_gaps(layout.column, vacant(), by_name);
        drop(places);
        // In the order in which they were loaded, products are mostly adjacent in memory.
        let ordinals = sorted.ordinals(layout.column);
        let orders = || Self::new(&products, &ordinals, &sorted.by_stock_number);
        let list = || ProductList::new(layout, products.clone(), &ordinals);
        let (orders, list) = parallelism.both(orders, list);
        (list, orders)
    }

    /// The orders of a new list of products, which were placed at `ordinals`; `by_stock_number` has their positions
    /// among these.
    fn new(products: &Column<Arc<Product>>, ordinals: &[u32], by_stock_number: &[u32]) -> Self {
        let stock_ranks = inverted(by_stock_number);
        let keys = ordinals.iter().zip(stock_ranks).map(|(ordinal, rank)| {
            let updated = products[*ordinal].content_updated_at;
            (updated, Reverse(rank), *ordinal)
        });
        let mut by_content_update: Vec<_> = keys.collect();
        by_content_update.sort_unstable();
        let by_stock_number = by_stock_number.iter().map(|at| ordinals[*at as usize]);
        let by_content_update = by_content_update.into_iter().map(|(_, _, ordinal)| ordinal);
        let (layout, length) = (products.layout(), products.len());
        Self {
            by_stock_number: Arc::new(Permutation::new(layout, by_stock_number, length)),
            by_content_update: Arc::new(Permutation::new(layout, by_content_update, length)),
        }
    }

    /// Those of `new`, which results from `old` by changes at the ordinals `changed`; `None` when too many products
    /// would move.
    pub(super) fn updated(&self, old: &ProductList, new: &ProductList, changed: &[u32]) -> Option<Self> {
        let by_stock_number = self.by_stock_number.updated(old, new, changed, Product::stock_number)?;
        let by_content_update = self
            .by_content_update
            .updated(old, new, changed, |product| (product.content_updated_at, Reverse(product.stock_number())))?;
        Some(Self { by_stock_number: Arc::new(by_stock_number), by_content_update: Arc::new(by_content_update) })
    }
}
