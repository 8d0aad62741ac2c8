//! The read model: one revision of the whole base catalog as an immutable value.
//!
//! A [`Catalog`] is built from [`CatalogFacts`] by a pure function and then only read. Every base request is served
//! from it alone, so counters, lists and products of one response always agree.

mod amount_orders;
mod build;
mod column;
mod columns;
mod conditions;
mod digest;
mod facets;
mod layout;
mod list_facets;
mod orders;
mod ordinal_set;
mod parallelism;
mod permutation;
mod positions;
#[cfg(feature = "v1")]
mod product_groups;
mod product_index;
mod product_list;
mod product_lookup;
mod product_page;
mod product_selection;
mod rank_bitmaps;
mod refresh;
mod search;
mod section_links;
mod section_vendors;
mod sorted_products;
#[cfg_attr(not(feature = "v1"), path = "catalog/without_v1.rs")]
mod v1;
mod vendors;

pub use facets::MergedFilterValues;
pub use layout::{ColumnLayout, Layout};
pub use product_page::{OrdinalPage, ProductPage};
pub use product_selection::ProductSelection;
pub use v1::V1Catalog;

use crate::prefetch::{fetch, fetch_behind, fetch_own};
use amount_orders::AmountOrders;
use catalog_domain::catalog::{CatalogFacts, FilterValueCount, LogPosition, SectionCounters};
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::{FilterDefinition, Product, ProductType, PublicVendor};
use catalog_domain::sections::{NodeIndex, SectionTree};
use catalog_domain::values::{
    CatalogRevision, Fingerprint, FingerprintBuilder, ProductTypeId, SectionId, StorefrontHost, Timestamp,
};
use columns::ProductColumns;
use digest::ProductMarks;
use facets::{FacetIndex, LinkedProducts};
use product_index::ProductIndexes;
use product_list::ProductList;
use roaring::RoaringBitmap;
use search::SearchParts;
use section_vendors::SectionVendors;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use vendors::VendorTable;

/// How many products a step to the next ones is ahead of the one after it: enough that the memory has answered until
/// then, few enough that none is evicted before it is used.
const AHEAD: usize = 4;

/// How many products are found at a time. A processor waits until it knows where in memory an address is, but finds out
/// about several at once. In a large catalog, most of the time that fetching takes is this.
const GROUP: usize = 8;

/// One revision of the base catalog.
#[derive(Debug)]
pub struct Catalog {
    revision: CatalogRevision,
    log_position: LogPosition,
    storefront: StorefrontHost,
    price_levels: Vec<PriceLevel>,
    warehouses: HashMap<Arc<str>, Box<str>>,
    product_types: HashMap<ProductTypeId, ProductType>,
    sections: Arc<SectionTree>,
    counters: Vec<SectionCounters>,
    /// All active products, public or not; an ordinal is a position in this list.
    list: Arc<ProductList>,
    columns: ProductColumns,
    public: RoaringBitmap,
    vendors: Arc<VendorTable>,
    indexes: ProductIndexes,
    facets: Arc<FacetIndex>,
    /// Built on first use: while prices change, most catalogs are replaced before that.
    section_vendors: OnceLock<SectionVendors>,
    v1: V1Catalog,
    marks: ProductMarks,
    search: SearchParts,
    amount_orders: AmountOrders,
    /// Computed on first use.
    identity: OnceLock<Fingerprint>,
}

/// A public product with the values that the catalog derives for it.
#[derive(Debug, Clone, Copy)]
pub struct PublicProduct<'a> {
    /// The position among the catalog's products: identifies it within this catalog only.
    pub ordinal: u32,
    /// The facts.
    pub product: &'a Product,
    /// The vendor as v2 shows it; `unknown` when there is none.
    pub vendor: PublicVendor<'a>,
    /// The source's primary section if public and linked, else the first linked public one in source order.
    pub primary_section: SectionId,
}

/// How many public products of a section's subtree a vendor has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VendorCount<'a> {
    /// The vendor.
    pub vendor: PublicVendor<'a>,
    /// Its position among the vendors of the catalog.
    pub ordinal: u32,
    /// Public products in the subtree.
    pub product_count: u64,
    /// Those of them with a positive stock on at least one warehouse.
    pub available_product_count: u64,
}

impl Catalog {
    /// A catalog without content, at the revision of an empty store.
    pub fn empty(storefront: StorefrontHost) -> Self {
        Self::build(CatalogFacts::default(), storefront)
    }

    /// The revision of this catalog.
    pub fn revision(&self) -> CatalogRevision {
        self.revision
    }

    /// The end of the change log at this revision.
    pub fn log_position(&self) -> &LogPosition {
        &self.log_position
    }

    /// Identifies this catalog among all that a server may show: of another storefront, of another revision, or of the
    /// same revision in a restored store, whose log diverged.
    pub fn identity(&self) -> Fingerprint {
        *self.identity.get_or_init(|| {
            FingerprintBuilder::new()
                .text(self.storefront.as_str())
                .integer(self.revision.0)
                .text(&self.log_position.epoch.0)
                .integer(self.log_position.committed_at.map_or(0, Timestamp::unix_microseconds))
                .finish()
        })
    }

    /// The sizes of what it is made of.
    pub fn layout(&self) -> Layout {
        self.list.layout
    }

    /// The storefront whose sections are public.
    pub fn storefront(&self) -> &StorefrontHost {
        &self.storefront
    }

    /// Every price level that the store knows, in order of first appearance.
    pub fn price_levels(&self) -> &[PriceLevel] {
        &self.price_levels
    }

    /// The public sections.
    pub fn sections(&self) -> &SectionTree {
        &self.sections
    }

    /// The counters of the section at `index`.
    pub fn counters(&self, index: NodeIndex) -> SectionCounters {
        self.counters[index.as_usize()]
    }

    /// The vendors of all public products: in name order, `unknown` last, whether or not a product needs it.
    pub fn vendors(&self) -> impl Iterator<Item = PublicVendor<'_>> {
        self.vendors.iter()
    }

    /// The vendors of the public subtree of the section at `index`: in name order, `unknown` last. The first call
    /// counts those of all sections.
    pub fn section_vendors(&self, index: NodeIndex) -> impl ExactSizeIterator<Item = VendorCount<'_>> + Clone {
        let (sections, columns, by_name) = (&self.sections, &self.columns, &self.indexes.by_name);
        let count = || SectionVendors::count(sections, columns, by_name, self.vendors.len());
        let counts = self.section_vendors.get_or_init(count).of(index);
        counts.iter().map(|count| VendorCount {
            vendor: self.vendors.get(count.vendor),
            ordinal: count.vendor,
            product_count: count.products.into(),
            available_product_count: count.available.into(),
        })
    }

    /// The filters of the section at `index` in stored order, each with its values: by value, then key. A filter
    /// without values is included. Where products give one key different texts, the text is that of the product with
    /// the smallest stock number among those counted.
    pub fn section_filters(
        &self,
        index: NodeIndex,
    ) -> impl Iterator<Item = (&FilterDefinition, Vec<FilterValueCount<'_>>)> {
        let filters = &self.sections.node(index).section.filters;
        let linked = self.linked();
        filters.iter().map(move |filter| (filter, self.facets.values(linked, &self.sections, index, &filter.uid)))
    }

    /// The product type with that id; `None` when the store has none.
    pub fn product_type(&self, id: ProductTypeId) -> Option<&ProductType> {
        self.product_types.get(&id)
    }

    /// The name of the warehouse with that id; the id itself when the store does not know the warehouse.
    pub fn warehouse_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.warehouses.get(id).map_or(id, |name| name)
    }

    /// The wider view that v1 shows.
    pub fn v1(&self) -> &V1Catalog {
        &self.v1
    }

    /// The number of public products.
    pub fn product_count(&self) -> usize {
        self.products().len()
    }

    /// The public product with exactly this stock number; `None` when there is none or it is not public.
    pub fn product(&self, stock_number: &str) -> Option<PublicProduct<'_>> {
        let ordinal = self.list.find_stock_number(stock_number)?;
        self.columns.links.has_any(ordinal).then(|| self.product_at(ordinal))
    }

    /// The ordinals of the public products with exactly these stock numbers, in the same order.
    pub fn find_products(&self, stock_numbers: &[String]) -> impl Iterator<Item = Option<u32>> {
        let public = |ordinal: &u32| self.columns.links.has_any(*ordinal);
        self.list.find_stock_numbers(stock_numbers).into_iter().map(move |found| found.filter(public))
    }

    /// All public products in name order.
    pub fn products(&self) -> impl ExactSizeIterator<Item = PublicProduct<'_>> {
        self.public.iter().map(|ordinal| self.product_at(ordinal))
    }

    /// The public products at `ordinals` of this catalog, in that order. The products of a large catalog are anywhere
    /// in memory, and each step to one depends on the step before. So while a product is used, the next ones are
    /// brought into the processor's caches, in three steps.
    pub fn products_at(&self, ordinals: &[u32]) -> impl Iterator<Item = PublicProduct<'_>> {
        let fetch_places = |ordinal: u32| {
            fetch(self.list.place(ordinal));
            fetch(&self.columns.rows[ordinal]);
        };
        let group = |at: usize| ordinals.chunks(GROUP).nth(at / GROUP).unwrap_or_default().iter().copied();
        (0..ordinals.len() + 2 * GROUP + 2 * AHEAD).filter_map(move |at| {
            if at % GROUP == 0 {
                group(at).for_each(fetch_places);
                at.checked_sub(GROUP).into_iter().flat_map(group).for_each(|ordinal| fetch_own(self.list.get(ordinal)));
            }
            let before = |steps: usize| ordinals.get(at.checked_sub(steps)?).copied();
            before(2 * GROUP + AHEAD).into_iter().for_each(|ordinal| fetch_behind(self.list.get(ordinal)));
            before(2 * GROUP + 2 * AHEAD).map(|ordinal| self.product_at(ordinal))
        })
    }

    /// The public product at `ordinal` of this catalog.
    pub fn product_at(&self, ordinal: u32) -> PublicProduct<'_> {
        let row = self.columns.rows[ordinal];
        PublicProduct {
            ordinal,
            product: self.list.get(ordinal),
            vendor: self.vendors.get(row.vendor),
            primary_section: self.sections.id(row.primary_section),
        }
    }

    /// What the index of filter values is made of, besides the sections.
    fn linked(&self) -> LinkedProducts<'_> {
        let stock_ranks = &self.indexes.orders.by_stock_number.ranks;
        LinkedProducts { list: &self.list, links: &self.columns.links, stock_ranks }
    }
}
