//! Products grouped by type and by vendor name as bitmaps: v1 counts them in any sections without reading a product.

use super::positions::position;
use super::product_list::ProductList;
use super::rank_bitmaps::group_ranks;
use catalog_domain::products::Vendor;
use catalog_domain::values::ProductTypeId;
use hashbrown::HashMap;
use roaring::RoaringBitmap;
use std::hash::Hash;
use std::sync::Arc;

/// All products of a list, in the tree or not, grouped as v1 needs them.
#[derive(Debug)]
pub(super) struct ProductGroups {
    pub(super) types: Groups<ProductTypeId>,
    /// By the vendor's name byte for byte; products without a vendor are in none.
    pub(super) vendor_names: Groups<Arc<str>>,
}

impl ProductGroups {
    pub(super) fn of(list: &ProductList) -> Self {
        let (mut types, mut names) = (Numbering::default(), NameNumbering::default());
        let mut numbers = vec![(None, None); list.len() as usize];
        for (ordinal, product) in list.each() {
            let number = &mut numbers[ordinal as usize];
            *number = (Some(types.number(&product.type_id)), names.number(product.vendor.as_ref()));
        }
        let types = types.into_groups(list.len(), |rank| numbers[rank as usize].0);
        Self { types, vendor_names: names.names.into_groups(list.len(), |rank| numbers[rank as usize].1) }
    }
}

/// Bitmaps of ordinals, none of them empty, by the value that the products share.
#[derive(Debug)]
pub(super) struct Groups<K>(pub(super) Vec<(K, Arc<RoaringBitmap>)>);

impl<K: Ord + Hash + Clone> Groups<K> {
    /// The values of `selected` products, in order, each with its number of products.
    pub(super) fn count_in(&self, selected: &RoaringBitmap) -> impl Iterator<Item = (&K, u64)> {
        let counted = self.0.iter().map(|(key, ordinals)| (key, ordinals.intersection_len(selected)));
        counted.filter(|(_, count)| *count > 0)
    }

    /// The values that at least one product of `selected` has, in order.
    pub(super) fn found_in(&self, selected: &RoaringBitmap) -> impl Iterator<Item = &K> {
        self.0.iter().filter(|(_, ordinals)| !ordinals.is_disjoint(selected)).map(|(key, _)| key)
    }

    pub(super) fn sorted(mut groups: Vec<(K, Arc<RoaringBitmap>)>) -> Self {
        groups.retain(|(_, ordinals)| !ordinals.is_empty());
        groups.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        Self(groups)
    }
}

/// Numbers values in order of first appearance.
struct Numbering<K> {
    numbers: HashMap<K, u32>,
    keys: Vec<K>,
}

impl<K> Default for Numbering<K> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), keys: Vec::new() }
    }
}

impl<K: Ord + Hash + Clone> Numbering<K> {
    fn number(&mut self, key: &K) -> u32 {
        if let Some(number) = self.numbers.get(key) {
            return *number;
        }
        let number = position(self.keys.len());
        self.keys.push(key.clone());
        self.numbers.insert(key.clone(), number);
        number
    }

    fn into_groups(self, ranks: u32, number_of: impl Fn(u32) -> Option<u32>) -> Groups<K> {
        let sets = group_ranks(self.keys.len(), ranks, |rank| number_of(rank).map(|number| number as usize));
        Groups::sorted(self.keys.into_iter().zip(sets).collect())
    }
}

#[derive(Default)]
struct NameNumbering {
    names: Numbering<Arc<str>>,
    /// By address: products share their vendors, so that no name is hashed for each product.
    known: HashMap<*const Vendor, u32>,
}

impl NameNumbering {
    fn number(&mut self, vendor: Option<&Arc<Vendor>>) -> Option<u32> {
        let vendor = vendor?;
        Some(*self.known.entry(Arc::as_ptr(vendor)).or_insert_with(|| self.names.number(&vendor.name)))
    }
}
