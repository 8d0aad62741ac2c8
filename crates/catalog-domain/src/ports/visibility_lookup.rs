//! What decides whether and how one product is shown, also when it is not: a catalog has active products only.

use super::store_error::StoreError;
use crate::change::event::ChangeKind;
use crate::pricing::offer::Offer;
use crate::pricing::price_level::PriceLevel;
use crate::products::filter::FilterValueList;
use crate::products::product::LinkedSections;
use crate::sections::section::Section;
use crate::values::identifiers::{CatalogRevision, EventNumber, SectionId, SourceId};
use crate::values::timestamp::Timestamp;
use crate::values::url_group::StorefrontHost;

/// The facts that decide on visibility, of one snapshot.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VisibilityFacts {
    /// The revision of the snapshot.
    pub revision: CatalogRevision,
    /// When it was committed; `None` in an empty store.
    pub committed_at: Option<Timestamp>,
    /// The storefront of the last import; `None` before the first.
    pub storefront: Option<StorefrontHost>,
    /// All sections, by id ascending.
    pub sections: Vec<Section>,
    /// All price levels, in order of first appearance.
    pub price_levels: Vec<PriceLevel>,
    /// The requested product; `None` when none was requested or the store does not have it.
    pub product: Option<ProductFacts>,
}

/// A product as stored, active or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductFacts {
    /// The identity.
    pub stock_number: Box<str>,
    /// The source id; `None` once another product has taken it over.
    pub source_id: Option<SourceId>,
    /// The short name.
    pub name: Box<str>,
    /// The source's switch.
    pub is_active: bool,
    /// The linked sections.
    pub sections: LinkedSections,
    /// Prices and stock.
    pub offer: Offer,
    /// Values for section filters, in source order.
    pub filter_values: FilterValueList,
    /// When the content last changed.
    pub content_updated_at: Timestamp,
    /// When prices or stock last changed.
    pub commercial_updated_at: Timestamp,
    /// The revision that last wrote it.
    pub revision: CatalogRevision,
    /// When that revision was committed; `None` when the store does not know any more.
    pub written_at: Option<Timestamp>,
    /// Its latest events that were found, newest first.
    pub events: Vec<ProductEvent>,
}

/// An event of the change log, whatever section's feed has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductEvent {
    /// Its number.
    pub number: EventNumber,
    /// The revision that its run made.
    pub revision: CatalogRevision,
    /// The time of the run.
    pub at: Timestamp,
    /// What happened.
    pub kind: ChangeKind,
    /// The public sections directly linked, after the run; of a removal, those it was last public in. Source order.
    pub section_ids: Vec<SectionId>,
}

/// How events of a product are looked for. The log has no index by product, so the search is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventSearch {
    /// The most events to find.
    pub limit: u32,
    /// How many of the latest events of the whole log to search.
    pub among: u32,
}

impl EventSearch {
    /// What people are shown.
    pub const SHOWN: Self = Self { limit: 10, among: 500_000 };
    /// No events.
    pub const NONE: Self = Self { limit: 0, among: 0 };
}

/// Looks up what decides on visibility.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait VisibilityLookup: Send + Sync {
    /// All sections and levels, and with `stock_number` that product with its latest events as far as `events` finds
    /// them. This is for people who ask why, not for requests.
    #[cfg_attr(any(test, feature = "mocks"), mockall::concretize)]
    fn look_up(&self, stock_number: Option<&str>, events: EventSearch) -> Result<VisibilityFacts, StoreError>;
}
