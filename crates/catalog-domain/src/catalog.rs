//! What a catalog is made of, what is asked of it, and what the answers consist of. [`crate::naive`] computes them.

mod amount_rank;
mod facets;
pub(crate) mod facts;
mod query;

pub use amount_rank::AmountRank;
pub use facets::{Facets, FlagFacet, ListedValues, ValueFacet};
pub use facts::{CatalogDelta, CatalogFacts, LogPosition, Warehouse};
pub use query::{FilterChoice, MATCHING_SECTIONS, PageRequest, ProductQuery, ProductSort, Scope};

/// The counters of a section (`docs/contract.md#section-counters`): unique public products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SectionCounters {
    /// Linked directly.
    pub direct_products: u64,
    /// In the section and its public subtree.
    pub products: u64,
    /// Those of the subtree with a positive stock on at least one warehouse.
    pub available_products: u64,
}

/// A value of a section's filter with its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilterValueCount<'a> {
    /// The value as shown.
    pub value: &'a str,
    /// The key used in filtering requests.
    pub key: &'a str,
    /// Distinct public products of the section's subtree that have it here.
    pub count: u64,
}
