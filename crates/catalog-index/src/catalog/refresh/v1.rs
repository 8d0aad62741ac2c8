//! The view of v1 brought up to date: what clients asked the one before for is made here, beside the requests.

use super::changed_view::ChangedView;
use super::tree_change::TreeChange;
use crate::catalog::facets::LinkedProducts;
use crate::catalog::permutation::Permutation;
use crate::catalog::product_groups::{Groups, ProductGroups};
use crate::catalog::product_list::ProductList;
use crate::catalog::rank_bitmaps::BitmapEdits;
use crate::catalog::v1::{OnDemand, V1Catalog, by_source_id};
use catalog_domain::products::Product;
use catalog_domain::sections::{NodeIndex, SectionTree};
use hashbrown::HashMap;
use roaring::RoaringBitmap;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

impl V1Catalog {
    /// The view over `list`, which differs at `ordinals`, and the tree that `tree_change` leads to.
    pub(super) fn updated(
        &self,
        ordinals: &[u32],
        with_other_values: &[u32],
        list: &Arc<ProductList>,
        stock_order: &Arc<Permutation>,
        sections: Arc<SectionTree>,
        tree_change: &TreeChange,
    ) -> Self {
        let links = self.links.changed(list, ordinals, &sections, tree_change);
        let mut edits = BitmapEdits::default();
        for ordinal in ordinals {
            let before = self.links.of(*ordinal).iter().filter_map(|node| tree_change.moved(*node));
            before.for_each(|node| edits.remove(node.0, *ordinal));
            links.of(*ordinal).iter().for_each(|node| edits.add(node.0, *ordinal));
        }
        let mut direct = tree_change.rearranged(&self.direct);
        edits.apply(&mut direct);
        let view = ChangedView {
            ordinals,
            with_other_values,
            old: (self.linked(), &self.sections),
            new: (LinkedProducts { list, links: &links, stock_ranks: &stock_order.ranks }, &sections),
            tree_change,
        };
        let OnDemand { facets, groups } = &*self.on_demand;
        let facets = facets.get().map(|facets| facets.updated(view));
        let groups = groups.get().map(|groups| groups.updated(ordinals, &self.list, list));
        Self {
            section_of: Arc::new(by_source_id(&sections)),
            on_demand: Arc::new(OnDemand { facets: made(facets), groups: made(groups) }),
            list: Arc::clone(list),
            stock_order: Arc::clone(stock_order),
            links,
            direct,
            sections,
        }
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

    pub(super) fn direct(&self, section: NodeIndex) -> &RoaringBitmap {
        &self.direct[section.as_usize()]
    }
}

/// Filled with what is built already, else empty.
fn made<T>(made: Option<T>) -> OnceLock<T> {
    made.map_or_else(OnceLock::new, OnceLock::from)
}

impl ProductGroups {
    fn updated(&self, ordinals: &[u32], old: &ProductList, new: &ProductList) -> Self {
        let type_of = |product: &Product| Some(product.type_id);
        let name_of = |product: &Product| Some(Arc::clone(&product.vendor.as_ref()?.name));
        Self {
            types: self.types.updated(ordinals, old, new, type_of),
            vendor_names: self.vendor_names.updated(ordinals, old, new, name_of),
        }
    }
}

impl<K: Ord + Hash + Clone> Groups<K> {
    fn updated(
        &self,
        ordinals: &[u32],
        old: &ProductList,
        new: &ProductList,
        key: impl Fn(&Product) -> Option<K>,
    ) -> Self {
        let key = |list: &ProductList, at| if list.is_vacant(at) { None } else { key(list.get(at)) };
        let mut groups: HashMap<K, Arc<RoaringBitmap>> = self.0.iter().cloned().collect();
        for ordinal in ordinals {
            let (before, now) = (key(old, *ordinal), key(new, *ordinal));
            if before != now {
                if let Some(group) = before.and_then(|key| groups.get_mut(&key)) {
                    Arc::make_mut(group).remove(*ordinal);
                }
                if let Some(key) = now {
                    Arc::make_mut(groups.entry(key).or_default()).insert(*ordinal);
                }
            }
        }
        Self::sorted(groups.into_iter().collect())
    }
}
