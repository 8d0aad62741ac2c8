//! Builds a [`Catalog`] from facts: visibility first, then orders and bitmaps, then counters.

use super::facets::FacetIndex;
use super::legacy::LegacyCatalog;
use super::product_index::{IndexedProducts, ProductIndexes};
use super::product_lookup::ProductLookup;
use super::vendors::VendorTable;
use super::{Catalog, CatalogFacts, SectionCounters};
use crate::name_order::NameKey;
use crate::product::Product;
use crate::section_tree::{NodeIndex, SectionTree, SectionTrees};
use crate::url_group::StorefrontHost;
use std::sync::{Arc, OnceLock};

impl Catalog {
    /// Builds the read model of `facts` for one storefront. Pure, and linear in the facts but for the sorting.
    #[must_use]
    pub fn build(facts: CatalogFacts, storefront: StorefrontHost) -> Self {
        let SectionTrees { public: sections, active } = SectionTrees::build(&facts.sections, &storefront);
        let shown = linked_products_by_name(facts.products, &active);
        // What is public is active too, so the public products are among those that v1 shows, in the same order.
        let mut products = shown.clone();
        products.retain(|product| is_linked(product, &sections));
        products.shrink_to_fit();
        let links = SectionLinks::new(&products, &sections);
        let vendors = VendorTable::new(&products);
        let vendor_of: Vec<u32> = products.iter().map(|product| vendors.index_of(product)).collect();
        let indexes = ProductIndexes::build(
            &IndexedProducts { products: &products, links: &links, vendor_of: &vendor_of, vendor_count: vendors.len() },
            &sections,
        );
        let counters = sections.indexes().map(|index| count(&indexes, index)).collect();
        let primary_sections = products
            .iter()
            .enumerate()
            .map(|(at, product)| primary_section(product, links.of(at), &sections))
            .collect();
        Self {
            revision: facts.revision,
            log_head: facts.log_head,
            storefront,
            price_levels: facts.price_levels,
            warehouses: facts.warehouses.into_iter().map(|warehouse| (warehouse.id, warehouse.name)).collect(),
            product_types: facts.product_types.into_iter().map(|kind| (kind.id, kind)).collect(),
            facets: FacetIndex::build(&products, &links, &sections),
            counters,
            by_stock_number: ProductLookup::new(&products, |product| &product.stock_number),
            primary_sections,
            vendor_of,
            vendors,
            indexes,
            section_vendors: sections.indexes().map(|_| OnceLock::new()).collect(),
            legacy: LegacyCatalog::build(shown, active),
            sections,
            products,
        }
    }
}

/// Whether the product is linked to a section of the tree.
fn is_linked(product: &Product, sections: &SectionTree) -> bool {
    product.sections.iter().any(|id| sections.find(*id).is_some())
}

/// The products linked to at least one section of the tree, in name order.
fn linked_products_by_name(mut products: Vec<Arc<Product>>, sections: &SectionTree) -> Vec<Arc<Product>> {
    products.retain(|product| is_linked(product, sections));
    let mut keyed: Vec<(NameKey<'_, &str>, u32)> = products
        .iter()
        .zip(0_u32..)
        .map(|(product, at)| (NameKey::new(&product.name, &*product.stock_number), at))
        .collect();
    keyed.sort_unstable();
    let order: Vec<u32> = keyed.into_iter().map(|(_, at)| at).collect();
    order.into_iter().map(|at| Arc::clone(&products[at as usize])).collect()
}

/// The sections of one tree that each product is linked to directly, in source order, in one flat column.
#[derive(Debug)]
pub(super) struct SectionLinks {
    starts: Vec<u32>,
    nodes: Vec<NodeIndex>,
}

impl SectionLinks {
    pub(super) fn new(products: &[Arc<Product>], sections: &SectionTree) -> Self {
        let mut links = Self { starts: vec![0], nodes: Vec::new() };
        for product in products {
            links.nodes.extend(product.sections.iter().filter_map(|id| sections.find(*id)));
            links.starts.push(u32::try_from(links.nodes.len()).unwrap_or(u32::MAX));
        }
        links
    }

    /// The sections of the product with that ordinal; never empty for a product of the tree.
    pub(super) fn of(&self, ordinal: usize) -> &[NodeIndex] {
        &self.nodes[self.starts[ordinal] as usize..self.starts[ordinal + 1] as usize]
    }
}

fn primary_section(product: &Product, linked: &[NodeIndex], sections: &SectionTree) -> NodeIndex {
    let chosen = product.primary_section.and_then(|id| sections.find(id)).filter(|node| linked.contains(node));
    chosen.unwrap_or_else(|| linked.first().copied().unwrap_or(NodeIndex(0)))
}

fn count(indexes: &ProductIndexes, index: NodeIndex) -> SectionCounters {
    let by_name = &indexes.by_name;
    SectionCounters {
        direct_products: by_name.direct(index).len(),
        products: by_name.subtree(index).len(),
        available_products: by_name.subtree(index).intersection_len(by_name.available()),
    }
}
