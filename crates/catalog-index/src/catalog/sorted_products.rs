//! Sorts products by their texts. Most comparisons are of numbers, made from the first bytes of the texts: the texts
//! themselves are scattered over memory.

use super::layout::ColumnLayout;
use super::parallelism::Parallelism;
use super::positions::position;
use catalog_domain::products::Product;
use catalog_domain::values::NameOrder;
use std::sync::Arc;

/// The orders of some products, by their positions among them.
pub(super) struct SortedProducts {
    pub(super) by_name: Vec<u32>,
    pub(super) by_stock_number: Vec<u32>,
}

/// The first bytes of a text as a number, and a position.
type Key = (u128, u32);

impl SortedProducts {
    pub(super) fn sort(products: &[Arc<Product>], parallelism: Parallelism) -> Self {
        let by_stock_number = by_stock_number(products, parallelism);
        let ranks = inverted(&by_stock_number);
        let name_key = |at: u32| (prefix(&products[at as usize].name().to_lowercase()), ranks[at as usize]);
        let mut keys = sorted(products, parallelism, name_key);
        // The tie-breaker of names is the stock number.
        let name = |rank: u32| products[by_stock_number[rank as usize] as usize].name();
        for equal in keys.chunk_by_mut(|(a, _), (b, _)| a == b).filter(|equal| equal.len() > 1) {
            let first = name(equal[0].1);
            if equal.iter().any(|(_, rank)| name(*rank) != first) {
                equal.sort_by_cached_key(|(_, rank)| NameOrder::new(name(*rank), *rank));
            }
        }
        let by_name = keys.into_iter().map(|(_, rank)| by_stock_number[rank as usize]).collect();
        Self { by_name, by_stock_number }
    }

    /// By position: the ordinal in a new list in name order.
    pub(super) fn ordinals(&self, layout: ColumnLayout) -> Vec<u32> {
        let mut ordinals = inverted(&self.by_name);
        ordinals.iter_mut().for_each(|place| *place = layout.new_position(*place));
        ordinals
    }
}

fn by_stock_number(products: &[Arc<Product>], parallelism: Parallelism) -> Vec<u32> {
    let stock_number = |at: u32| products[at as usize].stock_number();
    let mut keys = sorted(products, parallelism, |at| (prefix(stock_number(at)), at));
    for equal in keys.chunk_by_mut(|(a, _), (b, _)| a == b).filter(|equal| equal.len() > 1) {
        equal.sort_unstable_by(|(_, a), (_, b)| stock_number(*a).cmp(stock_number(*b)));
    }
    keys.into_iter().map(|(_, at)| at).collect()
}

/// The keys of all products, sorted.
fn sorted(products: &[Arc<Product>], parallelism: Parallelism, key: impl Fn(u32) -> Key + Sync) -> Vec<Key> {
    let sorted = |from: usize, to: usize| {
        // Capacity for both halves, which become one.
        let mut keys = Vec::with_capacity(products.len());
        keys.extend((position(from)..position(to)).map(&key));
        keys.sort_unstable();
        keys
    };
    let middle = products.len() / 2;
    let (mut keys, second) = parallelism.both(|| sorted(0, middle), || sorted(middle, products.len()));
    keys.extend(second);
    // A stable sort finds the two sorted halves and merges them.
    keys.sort();
    keys
}

/// Texts whose numbers differ are in the order of these.
fn prefix(text: &str) -> u128 {
    let mut first = [0; size_of::<u128>()];
    first.iter_mut().zip(text.bytes()).for_each(|(first, byte)| *first = byte);
    u128::from_be_bytes(first)
}

/// By item: its position in `order`.
pub(super) fn inverted(order: &[u32]) -> Vec<u32> {
    let mut positions = vec![0; order.len()];
    for (item, at) in order.iter().zip(0..) {
        positions[*item as usize] = at;
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::super::product_list::vacant;
    use super::*;
    use catalog_domain::products::{NamedTexts, ProductTexts};
    use proptest::collection::btree_map;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn products_are_in_the_orders_of_their_whole_texts(
            texts in btree_map("(sixteen-[a-b]bytes-)?[ab]{1,3}", "(Σ и 16 byteS)?[aАbς\\x00]{0,3}[Bb]?", 0..30),
            parallelism in prop_oneof![Just(Parallelism::Single), Just(Parallelism::Dual)],
        ) {
            let product = |(stock_number, name): (&String, &String)| {
                let texts = NamedTexts { stock_number, name, full_name: "", url: None, preview: None };
                Arc::new(Product { texts: ProductTexts::from(texts), ..Product::clone(&vacant()) })
            };
            let mut products: Vec<Arc<Product>> = texts.iter().map(product).collect();
            products.reverse();
            let sorted = SortedProducts::sort(&products, parallelism);
            let listed = |order: Vec<u32>| order.into_iter().map(|at| Arc::clone(&products[at as usize])).collect();
            let mut expected = products.clone();
            expected.sort_by(|a, b| a.stock_number().cmp(b.stock_number()));
            let listed_by_stock_number: Vec<_> = listed(sorted.by_stock_number);
            prop_assert_eq!(&listed_by_stock_number, &expected);
            expected.sort_by(|a, b| NameOrder::new(a.name(), a.stock_number()).cmp(&NameOrder::new(b.name(), b.stock_number())));
            let listed_by_name: Vec<_> = listed(sorted.by_name);
            prop_assert_eq!(&listed_by_name, &expected);
        }
    }
}
