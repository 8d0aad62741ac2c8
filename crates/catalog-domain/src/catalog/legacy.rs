//! The wider view that v1 keeps: active sections of every host, and active products linked to any of them.

use super::build::SectionLinks;
use super::facets::{FacetIndex, FilterValueCount};
use super::product_lookup::ProductLookup;
use crate::identifiers::{ProductTypeId, SourceId};
use crate::product::Product;
use crate::section_tree::{NodeIndex, SectionTree};
use hashbrown::HashMap;
use roaring::{MultiOps, RoaringBitmap};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The catalog as v1 shows it.
#[derive(Debug)]
pub struct LegacyCatalog {
    sections: SectionTree,
    section_of: HashMap<SourceId, NodeIndex>,
    /// In name order; an ordinal is a position in this list.
    products: Vec<Arc<Product>>,
    by_source_id: ProductLookup<SourceId>,
    by_stock_number: ProductLookup<str>,
    links: SectionLinks,
    /// By node: the ordinals of the products linked directly.
    direct: Vec<RoaringBitmap>,
    /// Made when v1 first asks for filter values: most installations never do.
    facets: OnceLock<FacetIndex>,
}

impl LegacyCatalog {
    /// Builds the view over `products`, which are in name order and linked to at least one section of the tree each.
    pub(super) fn build(products: Vec<Arc<Product>>, sections: SectionTree) -> Self {
        let links = SectionLinks::new(&products, &sections);
        let mut direct = vec![RoaringBitmap::new(); sections.len()];
        for ordinal in (0_u32..).take(products.len()) {
            for node in links.of(ordinal as usize) {
                direct[node.as_usize()].insert(ordinal);
            }
        }
        let section_of = sections
            .indexes()
            .filter_map(|index| sections.node(index).section.source_id.map(|source_id| (source_id, index)))
            .collect();
        Self {
            section_of,
            by_source_id: ProductLookup::new(&products, |product| &product.source_id),
            by_stock_number: ProductLookup::new(&products, |product| &product.stock_number),
            links,
            direct,
            facets: OnceLock::new(),
            sections,
            products,
        }
    }

    /// The active sections of every host.
    #[must_use]
    pub fn sections(&self) -> &SectionTree {
        &self.sections
    }

    /// The active section with that source id; `None` when there is none.
    #[must_use]
    pub fn section(&self, source_id: SourceId) -> Option<NodeIndex> {
        self.section_of.get(&source_id).copied()
    }

    /// The product with that source id; `None` when v1 does not show it.
    #[must_use]
    pub fn product(&self, source_id: SourceId) -> Option<&Product> {
        self.by_source_id.find(&source_id, &self.products).map(|ordinal| &*self.products[ordinal])
    }

    /// The product with exactly that stock number; `None` when v1 does not show it.
    #[must_use]
    pub fn product_by_stock_number(&self, stock_number: &str) -> Option<&Product> {
        self.by_stock_number.find(stock_number, &self.products).map(|ordinal| &*self.products[ordinal])
    }

    /// The products in the subtrees of the sections, each once, in name order.
    pub fn products_of(&self, sections: &[NodeIndex]) -> impl Iterator<Item = &Product> {
        self.ordinals_of(sections).into_iter().map(|ordinal| &*self.products[ordinal as usize])
    }

    /// The names of the vendors in the subtrees of the sections: byte for byte, each once, by code points.
    #[must_use]
    pub fn vendor_names(&self, sections: &[NodeIndex]) -> BTreeSet<&str> {
        self.products_of(sections).filter_map(|product| product.vendor.as_deref()).map(|vendor| &*vendor.name).collect()
    }

    /// The product types in the subtrees of the sections, by id, each with its number of distinct products.
    #[must_use]
    pub fn product_type_counts(&self, sections: &[NodeIndex]) -> Vec<(ProductTypeId, u64)> {
        let mut counts: HashMap<ProductTypeId, u64> = HashMap::new();
        for product in self.products_of(sections) {
            *counts.entry(product.type_id).or_default() += 1;
        }
        let mut counts: Vec<(ProductTypeId, u64)> = counts.into_iter().collect();
        counts.sort_unstable();
        counts
    }

    /// The values of the filter `uid` over all the sections: by value, then key. A product that several of the sections
    /// have in common is counted once.
    #[must_use]
    pub fn filter_values(&self, sections: &[NodeIndex], uid: &str) -> Vec<FilterValueCount<'_>> {
        let facets = self.facets.get_or_init(|| FacetIndex::build(&self.products, &self.links, &self.sections));
        facets.values_over(sections, uid)
    }

    fn ordinals_of(&self, sections: &[NodeIndex]) -> RoaringBitmap {
        sections.iter().flat_map(|section| &self.direct[self.sections.subtree(*section)]).union()
    }
}
