//! The wider view of v1: active sections of every host, and active products linked to any of them.

use super::facets::{FacetIndex, LinkedProducts, MergedFilterValues};
use super::parallelism::Parallelism;
use super::permutation::Permutation;
use super::product_groups::ProductGroups;
use super::product_list::ProductList;
use super::rank_bitmaps::group_ranks;
use super::section_links::SectionLinks;
use catalog_domain::products::Product;
use catalog_domain::sections::{NodeIndex, SectionTree};
use catalog_domain::values::{ProductTypeId, SourceId};
use hashbrown::HashMap;
use roaring::{MultiOps, RoaringBitmap};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The catalog as v1 shows it. Cloning it shares everything.
#[derive(Debug, Clone)]
pub struct V1Catalog {
    pub(super) sections: Arc<SectionTree>,
    pub(super) section_of: Arc<HashMap<SourceId, NodeIndex>>,
    /// All active products; an ordinal is a position in this list.
    pub(super) list: Arc<ProductList>,
    /// Its order by stock number.
    pub(super) stock_order: Arc<Permutation>,
    /// Its links to the tree; a product without any is not shown.
    pub(super) links: SectionLinks,
    /// By node: the ordinals of the products linked directly.
    pub(super) direct: Vec<Arc<RoaringBitmap>>,
    pub(super) on_demand: Arc<OnDemand>,
}

/// Built only for v1: by [`V1Catalog::prepare`], or else when v1 first needs it. From then on every next catalog
/// builds its own in the background.
#[derive(Debug, Default)]
pub(super) struct OnDemand {
    pub(super) facets: OnceLock<Arc<FacetIndex>>,
    pub(super) groups: OnceLock<ProductGroups>,
}

impl V1Catalog {
    pub(super) fn build(list: Arc<ProductList>, stock_order: Arc<Permutation>, sections: Arc<SectionTree>) -> Self {
        let links = SectionLinks::new(&list, &sections);
        let direct =
            group_ranks(sections.len(), links.len(), |ordinal| links.of(ordinal).iter().map(|node| node.as_usize()));
        let on_demand = Arc::default();
        Self { section_of: Arc::new(by_source_id(&sections)), list, stock_order, links, direct, on_demand, sections }
    }

    /// Makes what the first request would otherwise wait for. Takes about a tenth of the time of a load.
    pub fn prepare(&self) {
        self.facets();
        self.groups();
    }

    /// Whether no request has to wait for anything to be made.
    pub fn is_prepared(&self) -> bool {
        self.on_demand.facets.get().is_some() && self.on_demand.groups.get().is_some()
    }

    /// The active sections of every host.
    pub fn sections(&self) -> &SectionTree {
        &self.sections
    }

    /// The active section with that source id; `None` when there is none.
    pub fn section(&self, source_id: SourceId) -> Option<NodeIndex> {
        self.section_of.get(&source_id).copied()
    }

    /// The products with these source ids that v1 shows, in the order of the ids.
    pub fn products(&self, source_ids: &[SourceId]) -> impl Iterator<Item = &Product> {
        self.shown(self.list.find_source_ids(source_ids))
    }

    /// The products with exactly these stock numbers that v1 shows, in the order of the numbers.
    pub fn products_by_stock_number(&self, stock_numbers: &[String]) -> impl Iterator<Item = &Product> {
        self.shown(self.list.find_stock_numbers(stock_numbers))
    }

    fn shown(&self, found: Vec<Option<u32>>) -> impl Iterator<Item = &Product> {
        let shown = |ordinal: &u32| self.links.has_any(*ordinal);
        found.into_iter().flatten().filter(shown).map(|ordinal| self.list.get(ordinal))
    }

    /// The products in the subtrees of the sections, each once, in name order.
    pub fn products_of(&self, sections: &[NodeIndex]) -> impl Iterator<Item = &Product> {
        self.ordinals_of(sections).into_iter().map(|ordinal| self.list.get(ordinal))
    }

    /// The names of the vendors in the subtrees of the sections: byte for byte, each once, by code points.
    pub fn vendor_names(&self, sections: &[NodeIndex]) -> Vec<&str> {
        self.groups().vendor_names.found_in(&self.ordinals_of(sections)).map(|name| &**name).collect()
    }

    /// The product types in the subtrees of the sections, by id, each with its number of distinct products.
    pub fn product_type_counts(&self, sections: &[NodeIndex]) -> Vec<(ProductTypeId, u64)> {
        self.groups().types.count_in(&self.ordinals_of(sections)).map(|(id, count)| (*id, count)).collect()
    }

    pub(super) fn groups(&self) -> &ProductGroups {
        self.on_demand.groups.get_or_init(|| ProductGroups::of(&self.list))
    }

    /// The values of filters over all the sections. A product that several of the sections have in common is counted
    /// once. Where products give one key different texts, the text is that of the product with the smallest stock
    /// number among those counted.
    pub fn filter_values(&self, sections: &[NodeIndex]) -> MergedFilterValues<'_> {
        self.facets().merged(self.linked(), &self.sections, sections)
    }

    pub(super) fn facets(&self) -> &FacetIndex {
        self.on_demand.facets.get_or_init(|| {
            // In a deep tree most sections have no product of their own.
            let not_empty: Vec<usize> = (0..self.direct.len()).filter(|at| !self.direct[*at].is_empty()).collect();
            let subtree = |section| {
                let Range { start, end } = self.sections.subtree(section);
                let [start, end] = [start, end].map(|bound| not_empty.partition_point(|at| *at < bound));
                Cow::Owned(not_empty[start..end].iter().map(|at| &*self.direct[*at]).union())
            };
            // One request may wait for it, but others continue.
            Arc::new(FacetIndex::build(self.linked(), &self.sections, subtree, Parallelism::Single))
        })
    }

    /// What the index of filter values is made of, besides the sections.
    pub(super) fn linked(&self) -> LinkedProducts<'_> {
        LinkedProducts { list: &self.list, links: &self.links, stock_ranks: &self.stock_order.ranks }
    }

    fn ordinals_of(&self, sections: &[NodeIndex]) -> RoaringBitmap {
        let mut subtrees: Vec<Range<usize>> = sections.iter().map(|section| self.sections.subtree(*section)).collect();
        // Of two subtrees, one contains the other, or they are disjoint.
        subtrees.sort_unstable_by_key(|subtree| (subtree.start, Reverse(subtree.end)));
        subtrees.dedup_by(|later, earlier| later.end <= earlier.end);
        subtrees.into_iter().flat_map(|subtree| &self.direct[subtree]).map(|direct| &**direct).union()
    }
}

pub(super) fn by_source_id(sections: &SectionTree) -> HashMap<SourceId, NodeIndex> {
    sections.indexes().filter_map(|index| Some((sections.node(index).section.source_id?, index))).collect()
}
