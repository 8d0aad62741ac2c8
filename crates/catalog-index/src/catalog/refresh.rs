//! Builds a [`Catalog`] from the previous one and the changes since.
//!
//! Products keep their ordinals and ranks, except for the few that change, and those that make room for them. So
//! columns and sets are shared, and only chunks and sets are copied in which one of these is. Where sections came, went
//! or moved, their products count as changed.
//!
//! All that exists for this alone is here: whoever changes a rule reads how a catalog is built, and a test compares the
//! two.

mod changed_view;
mod columns;
mod facets;
mod indexes;
mod section_rewriter;
pub(super) mod tree_change;
#[cfg(feature = "v1")]
mod v1;

use super::Catalog;
use super::build::{CatalogParts, ReferenceData};
use super::facets::LinkedProducts;
use super::orders::Orders;
use super::parallelism::Parallelism;
use super::product_index::{IndexedProducts, ProductIndexes};
use super::product_list::ProductList;
use catalog_domain::catalog::CatalogDelta;
use catalog_domain::products::Product;
use catalog_domain::sections::{SectionTree, SectionTrees};
use catalog_domain::values::SectionId;
use changed_view::ChangedView;
use hashbrown::HashSet;
use indexes::IndexChange;
use roaring::{MultiOps, RoaringBitmap};
use std::sync::Arc;
use tree_change::TreeChange;

struct TreeChanges {
    public: TreeChange,
    active: TreeChange,
}

/// The ordinals at which two catalogs differ, ascending.
struct ChangedOrdinals {
    /// Products that have other offers and are otherwise the same, as after most imports.
    offers: Vec<u32>,
    /// Products that changed, came, went, moved, or are in other subtrees.
    others: Vec<u32>,
}

/// The public tree and the active one.
type Trees = (Arc<SectionTree>, Arc<SectionTree>);

impl Catalog {
    /// The catalog that [`Catalog::build`] would build from the facts of `delta`'s revision, provided that `delta` has
    /// all changes since this one's. Uses one thread, because requests are served meanwhile.
    pub fn updated(&self, delta: CatalogDelta) -> Self {
        let CatalogDelta { revision, log_position, sections, changed, inactive, .. } = delta;
        let CatalogDelta { price_levels, warehouses, product_types, .. } = delta;
        let trees = match sections.map(|sections| SectionTrees::build(&sections, &self.storefront)) {
            Some(SectionTrees { public, active }) => (Arc::new(public), Arc::new(active)),
            None => (Arc::clone(&self.sections), self.v1.shared_sections()),
        };
        let storefront = self.storefront.clone();
        let reference_data =
            ReferenceData { revision, log_position, storefront, price_levels, warehouses, product_types };
        let updated = Self::assemble(reference_data, self.updated_parts(&changed, &inactive, trees));
        let marks = self.marks.updated(&self.list, &updated.list);
        Self { search: self.search.updated(self, &updated), marks, ..updated }
    }

    /// The parts of the catalog with `changed` products and `trees`, and without `inactive` products.
    fn updated_parts(&self, changed: &[Arc<Product>], inactive: &[Box<str>], trees: Trees) -> CatalogParts {
        let Some((list, orders, changed_ordinals)) = self.updated_orders(changed, inactive) else {
            let (list, orders) = self.sorted_again(changed, inactive);
            return self.built_again(Arc::new(list), orders, trees);
        };
        let (public, active) = &trees;
        let changes = TreeChanges {
            public: TreeChange::between(&self.sections, public),
            active: TreeChange::between(self.v1.sections(), active),
        };
        let mut ordinals = self.products_affected_by(&changes);
        ordinals.extend(changed_ordinals.others);
        if ordinals.len() * list.layout.affects_many > list.count() as u64 {
            return self.built_again(list, orders, trees);
        }
        let ordinals = ChangedOrdinals { others: ordinals.iter().collect(), ..changed_ordinals };
        self.with_changes(&ordinals, list, orders, trees, &changes)
    }

    /// The list of products and its orders; `None` when too many products would move in one of them.
    fn updated_orders(
        &self,
        changed: &[Arc<Product>],
        inactive: &[Box<str>],
    ) -> Option<(Arc<ProductList>, Orders, ChangedOrdinals)> {
        let list = self.list.updated(changed, inactive)?;
        let has_other_offer = |ordinal: &u32| differ_in_offer_only(self.list.get(*ordinal), list.get(*ordinal));
        let (offers, others) = list.differences(&self.list).partition(has_other_offer);
        let ordinals = ChangedOrdinals { offers, others };
        let orders = self.indexes.orders.updated(&self.list, &list, &ordinals.others)?;
        Some((Arc::new(list), orders, ordinals))
    }

    /// The list of products in new order, with as many vacant ordinals as after a start, and its other orders.
    fn sorted_again(&self, changed: &[Arc<Product>], inactive: &[Box<str>]) -> (ProductList, Orders) {
        let changed_numbers = changed.iter().map(|product| product.stock_number());
        let replaced: HashSet<&str> = changed_numbers.chain(inactive.iter().map(|gone| &**gone)).collect();
        let retained = self.list.each().map(|(_, product)| product);
        let retained = retained.filter(|product| !replaced.contains(product.stock_number()));
        let products: Vec<Arc<Product>> = retained.chain(changed).map(Arc::clone).collect();
        Orders::sort(products, self.list.layout, Parallelism::Single)
    }

    fn built_again(&self, list: Arc<ProductList>, orders: Orders, trees: Trees) -> CatalogParts {
        let parts = CatalogParts::build(list, orders, trees.0, trees.1, Parallelism::Single);
        parts.v1.prepare_like(&self.v1);
        parts
    }

    fn products_affected_by(&self, changes: &TreeChanges) -> RoaringBitmap {
        let public = changes.public.unsettled().iter().map(|section| self.indexes.by_name.direct(*section));
        let active = changes.active.unsettled().iter().map(|section| self.v1.direct(*section));
        let sets: Vec<&RoaringBitmap> = public.chain(active).collect();
        let mut concerned = sets.union();
        let added: HashSet<SectionId> = changes.public.added().iter().chain(changes.active.added()).copied().collect();
        if !added.is_empty() {
            let is_linked = |ordinal: &u32| self.list.get(*ordinal).sections.iter().any(|id| added.contains(id));
            // What the active tree does not have is missing in the public one, too.
            concerned.extend(self.columns.links.linked_outside().iter().filter(is_linked));
        }
        concerned
    }

    /// The parts of a catalog that differs from this one at `ordinals`. All other products are in the same subtrees of
    /// `trees`, to which `changes` lead.
    fn with_changes(
        &self,
        ChangedOrdinals { offers, others: ordinals }: &ChangedOrdinals,
        list: Arc<ProductList>,
        orders: Orders,
        trees: Trees,
        changes: &TreeChanges,
    ) -> CatalogParts {
        let (sections, active) = trees;
        let products_of = |vendor| self.indexes.by_name.vendor(vendor).iter();
        let (columns, vendors) =
            self.columns.updated((&list, ordinals, offers), (&sections, &changes.public), &self.vendors, products_of);
        let stock_ranks = &orders.by_stock_number.ranks;
        let has_other_values = |ordinal: &u32| {
            let (old, new) = (self.list.get(*ordinal), list.get(*ordinal));
            old.stock_number() != new.stock_number() || old.filter_values != new.filter_values
        };
        let with_other_values: Vec<u32> = ordinals.iter().copied().filter(has_other_values).collect();
        let view = ChangedView {
            ordinals,
            with_other_values: &with_other_values,
            old: (self.linked(), &self.sections),
            new: (LinkedProducts { list: &list, links: &columns.links, stock_ranks }, &sections),
            tree_change: &changes.public,
        };
        let indexed = |list, columns, vendor_count, sections| IndexedProducts { list, columns, vendor_count, sections };
        let change = IndexChange {
            ordinals,
            offers,
            old: indexed(&self.list, &self.columns, self.vendors.len(), &self.sections),
            new: indexed(&list, &columns, vendors.len(), &sections),
            tree_change: &changes.public,
            vendors: &vendors.positions_of(&self.vendors),
        };
        let ProductIndexes { by_name, by_stock_number, by_content_update, .. } = &self.indexes;
        CatalogParts {
            facets: self.facets.updated(view),
            v1: self.v1.updated(ordinals, &with_other_values, &list, &orders.by_stock_number, active, &changes.active),
            indexes: ProductIndexes {
                by_name: by_name.updated(change, None),
                by_stock_number: by_stock_number.updated(change, Some(&orders.by_stock_number)),
                by_content_update: by_content_update.updated(change, Some(&orders.by_content_update)),
                orders,
            },
            vendors: Arc::new(vendors),
            sections,
            list,
            columns,
        }
    }
}

fn differ_in_offer_only(one: &Product, other: &Product) -> bool {
    let Product {
        texts,
        source_id,
        type_id,
        vendor,
        sections,
        offer: _,
        filter_values,
        has_configurator,
        content_updated_at,
        commercial_updated_at: _,
        version: _,
    } = other;
    one.content_updated_at == *content_updated_at
        && one.texts == *texts
        && one.source_id == *source_id
        && one.type_id == *type_id
        && one.vendor == *vendor
        && one.sections == *sections
        && one.filter_values == *filter_values
        && one.has_configurator == *has_configurator
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::product_list::vacant;
    use catalog_domain::catalog::CatalogFacts;
    use catalog_domain::products::{LinkedSections, NamedTexts, ProductTexts};
    use catalog_testkit::builders::{section, storefront};

    /// A product of section 1 that is on sale or not.
    fn product(stock_number: &str, sale: bool) -> Arc<Product> {
        let texts = NamedTexts { stock_number, name: "pump", full_name: "", url: None, preview: None };
        let mut product = Product {
            texts: ProductTexts::from(texts),
            sections: LinkedSections::new([SectionId(1)], None),
            ..Product::clone(&vacant())
        };
        product.offer.sale = sale;
        Arc::new(product)
    }

    #[test]
    fn an_update_of_offers_alone_shares_what_has_no_prices() {
        let facts = CatalogFacts {
            sections: vec![Arc::new(section(1))],
            products: vec![product("SN-1", false), product("SN-2", false)],
            ..CatalogFacts::default()
        };
        let catalog = Catalog::build(facts, storefront());
        let updated = catalog.updated(CatalogDelta { changed: vec![product("SN-2", true)], ..CatalogDelta::default() });
        let on_sale = |catalog: &Catalog| catalog.indexes.by_name.sale().len();
        assert_eq!((on_sale(&catalog), on_sale(&updated)), (0, 1));
        assert!(Arc::ptr_eq(&catalog.facets, &updated.facets));
        let section = &catalog.indexes.by_name.direct[0];
        assert!(Arc::ptr_eq(section, &updated.indexes.by_name.direct[0]));
    }
}
