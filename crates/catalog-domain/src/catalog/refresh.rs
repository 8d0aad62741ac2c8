//! Builds a [`Catalog`] from the previous one and the changes since.
//!
//! What did not change is shared or renumbered: only the changed products are sorted, and little is read from the
//! others, which are scattered over memory. Where sections came, went or moved, their products are read again.
//!
//! All that exists for this alone is here: whoever changes a rule reads how a catalog is built, and a test compares the
//! two.

mod columns;
mod facets;
mod offers;
mod ordinal_map;
mod products;
mod tree_change;
mod v1;

use super::Catalog;
use super::build::{CatalogParts, ReferenceData};
use super::facets::LinkedProducts;
use super::facts::CatalogDelta;
use super::parallelism::Parallelism;
use super::product_index::{IndexedProducts, ProductIndexes};
use super::product_list::{Orders, ProductList};
use crate::products::product::Product;
use crate::sections::tree::{SectionTree, SectionTrees};
use crate::values::identifiers::SectionId;
use facets::ChangedProducts;
use hashbrown::HashSet;
use ordinal_map::OrdinalMap;
use roaring::{MultiOps, RoaringBitmap};
use std::sync::Arc;
use tree_change::TreeChange;

/// When changed sections affect more than one in so many products, building from scratch is no worse. Tests have small
/// catalogs, in which a section affects many.
const AFFECTS_MANY: u64 = if cfg!(test) { 2 } else { 4 };

/// How both trees changed.
struct TreeChanges {
    public: TreeChange,
    active: TreeChange,
}

/// The public tree and the active one.
type Trees = (Arc<SectionTree>, Arc<SectionTree>);

impl Catalog {
    /// The catalog that [`Catalog::build`] would build from the facts of `delta`'s revision, provided that `delta` has
    /// all changes since this one's. Uses one thread, because requests are served meanwhile.
    #[must_use]
    pub fn updated(&self, delta: CatalogDelta) -> Self {
        let CatalogDelta { revision, log_position, sections, changed, inactive, .. } = delta;
        let CatalogDelta { price_levels, warehouses, product_types, .. } = delta;
        let trees = sections.map(|sections| SectionTrees::build(&sections, &self.storefront));
        let with_other_offers = trees.is_none().then(|| self.with_other_offers(&changed, &inactive)).flatten();
        let parts = with_other_offers.unwrap_or_else(|| self.with_others(trees, &changed, &inactive));
        let storefront = self.storefront.clone();
        let reference_data =
            ReferenceData { revision, log_position, storefront, price_levels, warehouses, product_types };
        Self::assemble(reference_data, parts)
    }

    /// The parts of the catalog with `trees`, if they changed, with `changed` products and without `inactive` ones.
    fn with_others(
        &self,
        trees: Option<SectionTrees>,
        changed: &[Arc<Product>],
        inactive: &[Box<str>],
    ) -> CatalogParts {
        let (list, orders, ordinal_map) = self.list.updated(&self.indexes.orders(), changed, inactive);
        let list = Arc::new(list);
        let (public, active) = match trees {
            Some(SectionTrees { public, active }) => (Arc::new(public), Arc::new(active)),
            None => (Arc::clone(&self.sections), self.v1.shared_sections()),
        };
        let changes = TreeChanges {
            public: TreeChange::between(&self.sections, &public),
            active: TreeChange::between(self.v1.sections(), &active),
        };
        let concerned = self.products_affected_by(&changes);
        if concerned.len() * AFFECTS_MANY > self.list.as_slice().len() as u64 {
            let parts = CatalogParts::build(list, orders, (public, active), Parallelism::Single);
            parts.v1.prepare_like(&self.v1);
            parts
        } else {
            let ordinal_map = ordinal_map.with_rebuilt(&concerned);
            self.renumbered(list, orders, &ordinal_map, (public, active), &changes)
        }
    }

    /// The ordinals of the products that `changes` may move to other subtrees.
    fn products_affected_by(&self, changes: &TreeChanges) -> RoaringBitmap {
        let public = changes.public.unsettled().iter().map(|section| self.indexes.by_name.direct(*section));
        let active = changes.active.unsettled().iter().map(|section| self.v1.direct(*section));
        let sets: Vec<&RoaringBitmap> = public.chain(active).collect();
        let mut concerned = sets.union();
        let added: HashSet<SectionId> = changes.public.added().iter().chain(changes.active.added()).copied().collect();
        if !added.is_empty() {
            // No index lists the products of sections that were not shown.
            let is_linked = |product: &Product| product.sections.iter().any(|section| added.contains(section));
            let products = (0..).zip(self.list.as_slice());
            concerned.extend(products.filter(|(_, product)| is_linked(product)).map(|(ordinal, _)| ordinal));
        }
        concerned
    }

    /// The parts of a catalog of `list`, which results from this one's by renumbering. Products that `ordinal_map`
    /// retains are in the same subtrees of the trees, to which `changes` lead.
    fn renumbered(
        &self,
        list: Arc<ProductList>,
        orders: Orders<Vec<u32>>,
        ordinal_map: &OrdinalMap,
        (sections, active): Trees,
        changes: &TreeChanges,
    ) -> CatalogParts {
        let products_of = |vendor| self.indexes.by_name.vendor(vendor).iter();
        let (lists, tree) = ((&*self.list, &*list), (&*sections, &changes.public));
        let (columns, vendors) = self.columns.updated(lists, ordinal_map, tree, &self.vendors, products_of);
        let orders = orders.ranked();
        let stock_order = Arc::clone(&orders.by_stock_number);
        let changed = ChangedProducts {
            ordinal_map,
            old: (self.list.as_slice(), &self.columns.links),
            new: LinkedProducts {
                products: list.as_slice(),
                links: &columns.links,
                stock_ranks: orders.by_stock_number.ranks(),
            },
            old_sections: &self.sections,
            sections: &sections,
            tree_change: &changes.public,
        };
        let indexed =
            IndexedProducts { list: &list, columns: &columns, vendor_count: vendors.len(), sections: &sections };
        CatalogParts {
            facets: Arc::new(self.facets.updated(changed)),
            v1: self.v1.updated(Arc::clone(&list), stock_order, ordinal_map, (active, &changes.active)),
            indexes: ProductIndexes::build(indexed, orders),
            sections,
            list,
            columns,
            vendors: Arc::new(vendors),
        }
    }
}
