//! How an import run uses the store: one writer, one snapshot, one all-or-nothing change set.

use super::credentials::Clock;
use super::import_history::ImportSummary;
use super::store_error::{Cause, StoreError};
use crate::catalog::facts::Warehouse;
use crate::change::event::ChangeEvent;
use crate::pricing::offer::Offer;
use crate::pricing::price_level::PriceLevel;
use crate::products::filter::FilterValue;
use crate::products::parts::{ProductParts, ResourceLink};
use crate::products::product_type::ProductType;
use crate::products::vendor::Vendor;
use crate::sections::section::Section;
use crate::values::fingerprint::Fingerprint;
use crate::values::identifiers::{CatalogRevision, ProductTypeId, SectionId, SourceId};
use crate::values::timestamp::Timestamp;
use crate::values::url_group::{PageUrl, StorefrontHost};
use std::collections::HashSet;
use std::sync::Arc;

/// Lets one import at a time change the catalog.
pub trait ImportStore: Send + Sync {
    /// Acquires the import lock, waiting a bounded time for another import to end. Readers and logins are not
    /// disturbed.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when another import still holds the lock after the wait.
    fn begin(&self) -> Result<Box<dyn ImportSession + '_>, StoreError>;
}

/// The import lock. Dropping it without a commit leaves the store as it was.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
pub trait ImportSession {
    /// The store's content, as far as an import needs it to detect changes.
    fn snapshot(&mut self) -> Result<ImportSnapshot, StoreError>;

    /// The stored state of the links of products: one entry per requested stock number, in the requested order; `None`
    /// where the store has no such product. Callers request some hundred at once.
    fn resources(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredResources>>, StoreError>;

    /// The stored content of products: one entry per requested stock number, in the requested order; `None` where the
    /// store has no such product. Callers request some hundred at once.
    fn contents(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<StoredContent>>, StoreError>;

    /// The stored offers of products: one entry per requested stock number, in the requested order; `None` where the
    /// store has no such product. Callers request some hundred at once.
    fn offers(&mut self, stock_numbers: &[Box<str>]) -> Result<Vec<Option<Offer>>, StoreError>;

    /// The stock numbers of the products with a filter value that names one of `sections`, active or not, in any order.
    /// Reads every product of the store.
    fn products_with_filter_values_in(&mut self, sections: &HashSet<SectionId>) -> Result<Vec<Box<str>>, StoreError>;

    /// The stock numbers of the products with an entry for one of `warehouses` in their stock, active or not, in any
    /// order. Reads every product of the store.
    fn products_in_warehouses(&mut self, warehouses: &HashSet<Arc<str>>) -> Result<Vec<Box<str>>, StoreError>;

    /// Writes everything in one transaction, with its events numbered in the given order, records the run (see
    /// [`super::ImportHistory`]), and returns the new revision.
    ///
    /// # Errors
    /// [`ImportWriteError`]; the store is then as it was before. After a [`StoreError::Conflict`] the same changes
    /// can be committed again.
    fn commit(&mut self, changes: ImportChanges<'_>) -> Result<CatalogRevision, ImportWriteError>;
}

/// Why a change set was not written.
#[derive(Debug, thiserror::Error)]
pub enum ImportWriteError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stream of products failed.
    #[error("the records could not be read again")]
    Products(#[source] Cause),
}

/// The store's content as an import sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportSnapshot {
    /// The present revision.
    pub revision: CatalogRevision,
    /// The storefront host that the first import stored.
    pub storefront: Option<StorefrontHost>,
    /// All sections, by id ascending.
    pub sections: Vec<Section>,
    /// All product types, by id ascending.
    pub product_types: Vec<ProductType>,
    /// All warehouses, by id ascending.
    pub warehouses: Vec<Warehouse>,
    /// All price levels, in order of first appearance.
    pub price_levels: Vec<PriceLevel>,
    /// All products, active or not, by stock number ascending by code points.
    pub products: Vec<StoredProduct>,
}

/// A stored product without its texts: a few hundred bytes whatever the product's size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredProduct {
    /// The identity.
    pub stock_number: Box<str>,
    /// The source id; `None` once another product has taken it over.
    pub source_id: Option<SourceId>,
    /// The source's switch.
    pub is_active: bool,
    /// The linked sections in source order.
    pub sections: Box<[SectionId]>,
    /// The vendor. The displayed name of a vendor follows from all its products, and many share one value.
    pub vendor: Option<Arc<Vendor>>,
    /// The fingerprints of its records.
    pub fingerprints: ProductFingerprints,
    /// When the content last changed.
    pub content_updated_at: Timestamp,
    /// When prices or stock last changed.
    pub commercial_updated_at: Timestamp,
    /// The sources of these times.
    pub time_sources: TimeSources,
}

/// The fingerprints of a product's records. None covers a timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProductFingerprints {
    /// Every field of the product record but its offer and timestamps: equal means that the record has no changes.
    pub record: Fingerprint,
    /// The offer.
    pub offer: Fingerprint,
}

/// The sources of a product's times (`docs/import-format.md`, "Timestamps of a product").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeSources {
    /// The time of the content by the product's own record: the stated one, else that of the run that last changed it.
    pub record_content: Timestamp,
    /// The time of the last run that changed the content in another way. The later of both is when the content last
    /// changed.
    pub other_content: Option<Timestamp>,
    /// The time of the commercial data that the product's record stated last outside its offer.
    pub record_commercial: Option<Timestamp>,
}

/// The content of a stored product, except what [`StoredProduct`] has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredContent {
    /// The short name.
    pub name: Box<str>,
    /// The full name.
    pub full_name: Box<str>,
    /// The product's page.
    pub url: Option<PageUrl>,
    /// The source's choice among the linked sections.
    pub primary_section: Option<SectionId>,
    /// The preview picture.
    pub preview: Option<Box<str>>,
    /// Values for section filters, in source order.
    pub filter_values: Box<[FilterValue]>,
    /// The heavy parts.
    pub parts: ProductParts,
    /// The product's type.
    pub type_id: ProductTypeId,
    /// Prices and stock.
    pub offer: Offer,
}

/// The links of a stored product, as far as an import needs them to detect changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoredResources {
    /// The product's page, against which relative links are resolved.
    pub page: Option<PageUrl>,
    /// The links; `None` when the product never had any.
    pub links: Option<ResourceSet>,
}

/// The changes of one run. Everything else stays as it is.
pub struct ImportChanges<'a> {
    /// The revision of the snapshot that the run was planned against; the commit fails if the store has moved on.
    pub base: CatalogRevision,
    /// The time of the run: of its events and of `syncedAt`.
    pub at: Timestamp,
    /// Tells the time of the commit: a large import is committed long after it began.
    pub clock: &'a dyn Clock,
    /// The storefront host, stored from now on. It differs from the stored one only when the operator asked for that.
    pub storefront: &'a StorefrontHost,
    /// Product types to insert or replace.
    pub product_types: &'a [ProductType],
    /// Warehouses to insert or replace.
    pub warehouses: &'a [Warehouse],
    /// Price levels that the store does not know yet, in order of first appearance.
    pub new_price_levels: &'a [PriceLevel],
    /// Source ids that sections release, before anything is inserted.
    pub released_section_source_ids: &'a [SourceId],
    /// Sections to insert or replace, whole.
    pub sections: &'a [Section],
    /// Source ids that products release, before anything is inserted.
    pub released_product_source_ids: &'a [SourceId],
    /// The products, streamed: only a few have to be in memory at a time. A store may consume them on another thread.
    pub products: &'a mut (dyn Iterator<Item = Result<ProductWrite, Cause>> + Send),
    /// The events, in the order of their numbers.
    pub events: &'a [ChangeEvent],
    /// The run as it is recorded.
    pub summary: &'a ImportSummary,
    /// The pieces of its inverse (see [`super::ImportHistory::inverse_piece`]), at most
    /// [`super::UNDO_BYTES`] together; none where the run cannot be undone.
    pub inverse: &'a mut (dyn Iterator<Item = Result<Vec<u8>, Cause>> + Send),
}

/// One change of one product. A product may be named by several writes of a run; they are done in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProductWrite {
    /// Inserts the product or replaces all of its content, and its offer when the record has one.
    Record(Box<ProductRecord>),
    /// Replaces the commercial side.
    Offer {
        /// The product.
        stock_number: Box<str>,
        /// Prices and stock.
        offer: OfferRecord,
    },
    /// Deactivates the product.
    Deactivate {
        /// The product.
        stock_number: Box<str>,
    },
    /// Moves the time of the last content change: the cause is outside the product's own record.
    TouchContent {
        /// The product.
        stock_number: Box<str>,
        /// The times.
        touch: ContentTouch,
    },
    /// Replaces the links of both kinds, and moves the time of the last content change.
    Resources {
        /// The product.
        stock_number: Box<str>,
        /// The links.
        links: ResourceSet,
        /// The times.
        touch: ContentTouch,
    },
}

/// A change of content with a cause outside the product's own record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContentTouch {
    /// The time of the run: the new [`TimeSources::other_content`].
    pub at: Timestamp,
    /// When the content last changed: later than the run where the product's record states a later time.
    pub content_updated_at: Timestamp,
}

/// All links of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceSet {
    /// Documentation, in source order.
    pub documentation: Box<[ResourceLink]>,
    /// Software, in source order.
    pub software: Box<[ResourceLink]>,
    /// The fingerprint of both.
    pub fingerprint: Fingerprint,
}

impl ResourceSet {
    /// Whether there are no links, as where there never were any.
    pub fn is_empty(&self) -> bool {
        self.documentation.is_empty() && self.software.is_empty()
    }
}

/// The commercial side of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferRecord {
    /// Prices and stock.
    pub offer: Offer,
    /// The fingerprint of `offer`.
    pub fingerprint: Fingerprint,
    /// When it last changed.
    pub commercial_updated_at: Timestamp,
}

/// The whole content of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductRecord {
    /// The identity.
    pub stock_number: Box<str>,
    /// The source id.
    pub source_id: SourceId,
    /// The source's switch.
    pub is_active: bool,
    /// The short name.
    pub name: Box<str>,
    /// The full name.
    pub full_name: Box<str>,
    /// The product's page.
    pub url: Option<PageUrl>,
    /// The product's type.
    pub type_id: ProductTypeId,
    /// The vendor, never with a blank name.
    pub vendor: Option<Vendor>,
    /// The linked sections in source order, each once.
    pub sections: Box<[SectionId]>,
    /// The source's choice among them.
    pub primary_section: Option<SectionId>,
    /// The preview picture.
    pub preview: Option<Box<str>>,
    /// Values for section filters, in source order.
    pub filter_values: Box<[FilterValue]>,
    /// The heavy parts.
    pub parts: ProductParts,
    /// See [`ProductFingerprints::record`]; the offer's is with the offer.
    pub fingerprint: Fingerprint,
    /// When the content last changed.
    pub content_updated_at: Timestamp,
    /// A new time of the last commercial change; `None` leaves it. The offer's own takes precedence.
    pub commercial_updated_at: Option<Timestamp>,
    /// The sources of the times.
    pub time_sources: TimeSources,
    /// Prices and stock; `None` leaves what is stored. Always given for a new product.
    pub offer: Option<OfferRecord>,
}
