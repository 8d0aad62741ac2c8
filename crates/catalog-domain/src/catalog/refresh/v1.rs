//! The view of v1 brought up to date: what clients asked the one before for is made here, beside the requests.

use super::facets::ChangedProducts;
use super::ordinal_map::OrdinalMap;
use super::tree_change::TreeChange;
use crate::catalog::facets::LinkedProducts;
use crate::catalog::product_groups::{Groups, ProductGroups};
use crate::catalog::product_index::Permutation;
use crate::catalog::product_list::ProductList;
use crate::catalog::rank_bitmaps::ascending;
use crate::catalog::v1::{OnDemand, V1Catalog};
use crate::products::product::Product;
use crate::sections::tree::{NodeIndex, SectionTree};
use hashbrown::HashMap;
use roaring::RoaringBitmap;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

impl V1Catalog {
    /// The view over `list`, which results from this one's by renumbering, and the tree that `tree_change` leads to.
    pub(super) fn updated(
        &self,
        list: Arc<ProductList>,
        stock_order: Arc<Permutation>,
        ordinal_map: &OrdinalMap,
        (sections, tree_change): (Arc<SectionTree>, &TreeChange),
    ) -> Self {
        let links = self.links.renumbered(ordinal_map, list.as_slice(), (&sections, tree_change));
        let changed = ChangedProducts {
            ordinal_map,
            old: (self.list.as_slice(), &self.links),
            new: LinkedProducts { products: list.as_slice(), links: &links, stock_ranks: stock_order.ranks() },
            old_sections: &self.sections,
            sections: &sections,
            tree_change,
        };
        let OnDemand { facets, groups } = &*self.on_demand;
        let facets = facets.get().map(|facets| facets.updated(changed));
        let groups = groups.get().map(|groups| groups.renumbered(ordinal_map, list.as_slice()));
        let on_demand = OnDemand { facets: made(facets), groups: made(groups) };
        Self::over((list, stock_order), sections, links, on_demand)
    }

    /// Builds what `before` had built: its clients will request it again, and no request waits now.
    pub(super) fn prepare_like(&self, before: &Self) {
        if before.on_demand.facets.get().is_some() {
            self.facets();
        }
        if before.on_demand.groups.get().is_some() {
            self.groups();
        }
    }

    /// The same, shared with the next catalog.
    pub(super) fn shared_sections(&self) -> Arc<SectionTree> {
        Arc::clone(&self.sections)
    }

    /// The ordinals of the products that are linked to the section directly.
    pub(super) fn direct(&self, section: NodeIndex) -> &RoaringBitmap {
        &self.direct[section.as_usize()]
    }
}

/// Filled with what is built already, else empty.
fn made<T>(made: Option<T>) -> OnceLock<T> {
    made.map_or_else(OnceLock::new, OnceLock::from)
}

impl ProductGroups {
    /// The groups of `products`, which were renumbered since these were made.
    fn renumbered(&self, ordinal_map: &OrdinalMap, products: &[Arc<Product>]) -> Self {
        let new = || ordinal_map.added().iter().map(|ordinal| (&*products[*ordinal as usize], *ordinal));
        let names = |(product, ordinal): (&Product, u32)| Some((Arc::clone(&product.vendor.as_ref()?.name), ordinal));
        Self {
            types: self.types.renumbered(ordinal_map, new().map(|(product, ordinal)| (product.type_id, ordinal))),
            vendor_names: self.vendor_names.renumbered(ordinal_map, new().filter_map(names)),
        }
    }
}

impl<K: Ord + Hash + Clone> Groups<K> {
    /// The same groups after products were renumbered, with `new` ones, whose ordinals ascend.
    fn renumbered(&self, ordinal_map: &OrdinalMap, new: impl Iterator<Item = (K, u32)>) -> Self {
        let mut added: HashMap<K, Vec<u32>> = HashMap::new();
        new.for_each(|(key, ordinal)| added.entry(key).or_default().push(ordinal));
        let mut retained: Vec<u32> = Vec::new();
        let mut groups = Vec::with_capacity(self.0.len());
        for (key, ordinals) in &self.0 {
            retained.clear();
            // Renumbered ordinals remain ascending.
            retained.extend(ordinals.iter().filter_map(|ordinal| ordinal_map.retained(ordinal)));
            let mut group = ascending(retained.iter().copied());
            group.extend(added.remove(key).unwrap_or_default());
            groups.push((key.clone(), group));
        }
        groups.extend(added.into_iter().map(|(key, ordinals)| (key, ascending(ordinals.into_iter()))));
        Self::sorted(groups)
    }
}
