//! Makes a [`Catalog`] from the one before and what changed since.
//!
//! What did not change is shared or renumbered: nothing is sorted but the changed products, and nothing is read from the
//! others, which are scattered over memory. Only where sections came, went or moved is every product looked at again.

use super::build::{Parts, SmallFacts};
use super::facets::ChangedProducts;
use super::in_parallel::Work;
use super::product_index::{IndexedProducts, ProductIndexes};
use super::product_list::{Orders, ProductList};
use super::renumbering::Renumbering;
use super::{Catalog, CatalogDelta};
use crate::section_tree::{SectionTree, SectionTrees};
use std::sync::Arc;

impl Catalog {
    /// The catalog that [`Catalog::build`] would make of the facts of `delta`'s revision, provided that `delta` tells all
    /// that changed since this one's. Keeps to one thread, for requests are answered meanwhile.
    #[must_use]
    pub fn updated(&self, delta: CatalogDelta) -> Self {
        let CatalogDelta { revision, log_head, sections, changed, inactive, .. } = delta;
        let CatalogDelta { price_levels, warehouses, product_types, .. } = delta;
        let (list, orders, renumbering) = self.list.updated(&self.indexes.orders(), &changed, &inactive);
        let list = Arc::new(list);
        let (public, active) = match sections {
            Some(sections) => {
                let SectionTrees { public, active } = SectionTrees::build(&sections, &self.storefront);
                (Arc::new(public), Arc::new(active))
            }
            None => (Arc::clone(&self.sections), self.legacy.shared_sections()),
        };
        let stays = public.has_shape_of(&self.sections) && active.has_shape_of(self.legacy.sections());
        let parts = if stays {
            self.renumbered(list, orders, &renumbering, (public, active))
        } else {
            Parts::build(list, orders, (public, active), Work::OnOneThread)
        };
        let storefront = self.storefront.clone();
        let small = SmallFacts { revision, log_head, storefront, price_levels, warehouses, product_types };
        Self::assemble(small, parts)
    }

    /// The parts of a catalog of `list`, which is this one's renumbered. The trees have the same shape as this one's.
    fn renumbered(
        &self,
        list: Arc<ProductList>,
        orders: Orders<Vec<u32>>,
        renumbering: &Renumbering,
        (sections, active): (Arc<SectionTree>, Arc<SectionTree>),
    ) -> Parts {
        let products_of = |vendor| self.indexes.by_name.vendor(vendor).iter();
        let lists = (&*self.list, &*list);
        let (columns, vendors) = self.columns.updated(lists, renumbering, &sections, &self.vendors, products_of);
        let changed = ChangedProducts {
            renumbering,
            old: (self.list.as_slice(), &self.columns.links),
            new: (list.as_slice(), &columns.links),
            sections: &sections,
        };
        let indexed =
            IndexedProducts { list: &list, columns: &columns, vendor_count: vendors.len(), sections: &sections };
        Parts {
            indexes: ProductIndexes::build(indexed, orders),
            facets: self.facets.updated(changed),
            legacy: self.legacy.updated(Arc::clone(&list), renumbering, active),
            sections,
            list,
            columns,
            vendors,
        }
    }
}
