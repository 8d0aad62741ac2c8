//! The list of all products brought up to date: only what changed is sorted and hashed.

use super::ordinal_map::OrdinalMap;
use crate::catalog::column;
use crate::catalog::parallelism::Parallelism;
use crate::catalog::product_list::{Orders, ProductList, name_key, ordinal, sorted_by_name};
use crate::catalog::product_lookup::ProductLookup;
use crate::products::product::Product;
use std::cmp::Reverse;
use std::hash::Hash;
use std::sync::Arc;

impl ProductList {
    /// The list with `changed` in place of the products of the same stock numbers, or as new ones, and without those
    /// called `gone`. `orders` are those of this list. What did not change keeps its order, so only `changed` is
    /// sorted.
    pub(super) fn updated(
        &self,
        orders: &Orders<&[u32]>,
        changed: &[Arc<Product>],
        gone: &[Box<str>],
    ) -> (Self, Orders<Vec<u32>>, OrdinalMap) {
        let changed = sorted_by_name(changed, Parallelism::Single);
        let named = changed.iter().map(|product| product.stock_number()).chain(gone.iter().map(|gone| &**gone));
        let mut lost: Vec<u32> = named.filter_map(|stock_number| self.find_stock_number(stock_number)).collect();
        lost.sort_unstable();
        lost.dedup();
        let positions: Vec<u32> = changed.iter().map(|product| self.position_by_name(product)).collect();
        let ordinal_map = OrdinalMap::new(self.products.len(), lost, &positions);
        let mut changed = changed.into_iter();
        let origin = |old: Option<u32>| match old {
            Some(old) => Some(Arc::clone(&self.products[old as usize])),
            None => changed.next(),
        };
        let products = column::filled(ordinal_map.new_length(), ordinal_map.origins().filter_map(origin));
        let orders = orders.updated(&self.products, &products, &ordinal_map);
        let list = Self {
            by_stock_number: Arc::new(self.by_stock_number.renumbered(&ordinal_map, &products)),
            by_source_id: Arc::new(self.by_source_id.renumbered(&ordinal_map, &products)),
            products,
        };
        (list, orders, ordinal_map)
    }

    /// The ordinal of the first product that does not come before `product`.
    fn position_by_name(&self, product: &Product) -> u32 {
        let key = name_key(product);
        ordinal(self.products.partition_point(|other| name_key(other) < key))
    }
}

impl Orders<&[u32]> {
    /// The orders of `new`, which results from `old`.
    fn updated(&self, old: &[Arc<Product>], new: &[Arc<Product>], ordinal_map: &OrdinalMap) -> Orders<Vec<u32>> {
        Orders {
            by_stock_number: merge_by(self.by_stock_number, (old, new), ordinal_map, Product::stock_number),
            by_content_update: merge_by(self.by_content_update, (old, new), ordinal_map, |product| {
                (Reverse(product.content_updated_at), product.stock_number())
            }),
        }
    }
}

/// Renumbers `order`, which is sorted by `key`, and inserts the new products by their keys.
fn merge_by<'a, K: Ord + 'a>(
    order: &[u32],
    (old, new): (&'a [Arc<Product>], &'a [Arc<Product>]),
    ordinal_map: &OrdinalMap,
    key: impl Fn(&'a Product) -> K,
) -> Vec<u32> {
    let mut added: Vec<(K, u32)> = ordinal_map.added().iter().map(|at| (key(&new[*at as usize]), *at)).collect();
    added.sort_unstable();
    let position = |(wanted, at): (K, u32)| (order.partition_point(|other| key(&old[*other as usize]) < wanted), at);
    let added: Vec<(usize, u32)> = added.into_iter().map(position).collect();
    ordinal_map.merge(order, &added)
}

impl<K: Hash + Eq + ?Sized> ProductLookup<K> {
    /// The lookup of `products`, which result from those of this one by renumbering. Only the new ones are hashed.
    fn renumbered(&self, ordinal_map: &OrdinalMap, products: &[Arc<Product>]) -> Self {
        let mut lookup = Self { table: self.table.clone(), hasher: self.hasher.clone(), key: self.key };
        lookup.table.retain(|ordinal| match ordinal_map.retained(*ordinal) {
            Some(retained) => {
                *ordinal = retained;
                true
            }
            None => false,
        });
        lookup.insert(ordinal_map.added().iter().copied(), products);
        lookup
    }
}
