//! The products of store and input side by side, a few hundred bytes each.

use super::levels::LevelTable;
use crate::diagnostic::Location;
use crate::fingerprints::offer_fingerprint;
use crate::record::OfferInput;
use crate::spool::SpoolSlot;
use catalog_domain::change::{ContentChange, ProductState};
use catalog_domain::ports::StoredProduct;
use catalog_domain::products::Vendor;
use catalog_domain::sections::SectionTree;
use catalog_domain::values::{Fingerprint, SectionId, SourceId, Timestamp};
use std::collections::HashMap;
use std::sync::Arc;

/// A product of the table: the stored ones first, by stock number, then new ones in the order of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ProductKey(usize);

#[derive(Debug)]
pub(crate) struct InputEntry {
    pub(crate) location: Location,
    pub(crate) parsed: ParsedRecord,
    /// The slot of the line, if it differs from the store.
    pub(crate) slot: Option<SpoolSlot>,
}

/// A record about a product, without its texts.
#[derive(Debug)]
pub(crate) enum ParsedRecord {
    Product(ParsedProduct),
    Offer(ParsedOffer),
    Deleted,
}

#[derive(Debug)]
pub(crate) struct ParsedProduct {
    pub(crate) source_id: SourceId,
    pub(crate) is_active: bool,
    /// Whether one of its names is empty.
    pub(crate) is_nameless: bool,
    pub(crate) sections: Box<[SectionId]>,
    /// Shared by all records with the same vendor.
    pub(crate) vendor: Option<Arc<Vendor>>,
    pub(crate) record: Fingerprint,
    /// How it differs from the store's content: nothing until the second pass has compared a changed record.
    pub(crate) change: RecordChange,
    pub(crate) offer: Option<ParsedOffer>,
    /// The time of the content that the record states.
    pub(crate) content_updated_at: Option<Timestamp>,
    /// The time of the commercial data that the record states outside its offer.
    pub(crate) commercial_updated_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RecordChange {
    pub(crate) content: ContentChange,
    pub(crate) option_prices: bool,
}

/// An offer, which has its own record or is part of its product's.
#[derive(Debug)]
pub(crate) struct ParsedOffer {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) commercial_updated_at: Option<Timestamp>,
}

impl ParsedProduct {
    /// Whether the record itself, without its offer and stated times, differs from the store.
    pub(crate) fn record_differs(&self, stored: &StoredProduct) -> bool {
        self.record != stored.fingerprints.record
            || self.is_active != stored.is_active
            || stored.source_id != Some(self.source_id)
    }

    /// Whether the record states another time of its content than before, which the content does not have anyway.
    pub(crate) fn states_new_content_time(&self, stored: &StoredProduct) -> bool {
        let known = [stored.content_updated_at, stored.time_sources.record_content];
        self.content_updated_at.is_some_and(|stated| !known.contains(&stated))
    }

    /// Whether the record states another time of its commercial data, outside its offer, than before.
    pub(crate) fn states_new_commercial_time(&self, stored: &StoredProduct) -> bool {
        self.commercial_updated_at.is_some() && self.commercial_updated_at != stored.time_sources.record_commercial
    }

    fn differs(&self, stored: &StoredProduct) -> bool {
        self.record_differs(stored)
            || self.offer.as_ref().is_some_and(|offer| offer.differs(stored))
            || self.states_new_content_time(stored)
            || self.states_new_commercial_time(stored)
    }
}

impl ParsedOffer {
    /// What `input` says. Levels that show nothing do not count, unless the stored fingerprint counts the same ones:
    /// earlier versions counted all. `stored` is called in that rare case only. `levels` know those of the input.
    pub(super) fn of(input: &OfferInput, levels: &LevelTable, stored: impl FnOnce() -> Option<Fingerprint>) -> Self {
        let all = input.offer.levels.len();
        let significant = input.offer.levels.significant_len(|level| levels.position(level));
        let mut fingerprint = offer_fingerprint(&input.offer, significant);
        if significant < all {
            let of_all = offer_fingerprint(&input.offer, all);
            if stored() == Some(of_all) {
                fingerprint = of_all;
            }
        }
        Self { fingerprint, commercial_updated_at: input.commercial_updated_at }
    }

    fn differs(&self, stored: &StoredProduct) -> bool {
        self.fingerprint != stored.fingerprints.offer
            || self.commercial_updated_at.is_some_and(|time| time != stored.commercial_updated_at)
    }
}

impl ParsedRecord {
    /// Whether more than the offer differs from the store.
    pub(crate) fn record_differs(&self, stored: &StoredProduct) -> bool {
        match self {
            Self::Product(parsed) => parsed.record_differs(stored),
            Self::Offer(_) => false,
            Self::Deleted => stored.is_active,
        }
    }

    /// Whether it has a record of the product with another content.
    pub(crate) fn content_differs(&self, stored: &StoredProduct) -> bool {
        matches!(self, Self::Product(parsed) if parsed.record != stored.fingerprints.record)
    }

    /// Whether it has another offer.
    pub(crate) fn has_other_offer(&self, stored: &StoredProduct) -> bool {
        let offer = match self {
            Self::Product(parsed) => parsed.offer.as_ref(),
            Self::Offer(parsed) => Some(parsed),
            Self::Deleted => None,
        };
        offer.is_some_and(|offer| offer.fingerprint != stored.fingerprints.offer)
    }

    /// Whether the line is needed again: it differs from the store.
    pub(crate) fn differs(&self, stored: Option<&StoredProduct>) -> bool {
        match (self, stored) {
            (Self::Deleted, _) => false,
            (_, None) => true,
            (Self::Product(parsed), Some(stored)) => parsed.differs(stored),
            (Self::Offer(parsed), Some(stored)) => parsed.differs(stored),
        }
    }
}

#[derive(Debug)]
pub(crate) struct ProductTable {
    stored: Vec<StoredProduct>,
    /// Parallel to `stored`.
    entries: Vec<Option<Box<InputEntry>>>,
    added: Vec<(Arc<str>, InputEntry)>,
    added_by_stock_number: HashMap<Arc<str>, usize>,
}

impl ProductTable {
    /// A table of stored products, which come by stock number ascending, and no input yet.
    pub(crate) fn new(mut stored: Vec<StoredProduct>) -> Self {
        // The search relies on the order, and sorting sorted data costs next to nothing.
        stored.sort_unstable_by(|one, other| one.stock_number.cmp(&other.stock_number));
        let entries = stored.iter().map(|_| None).collect();
        Self { stored, entries, added: Vec::new(), added_by_stock_number: HashMap::new() }
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = ProductKey> + use<> {
        (0..self.stored.len() + self.added.len()).map(ProductKey)
    }

    pub(crate) fn stored_keys(&self) -> impl Iterator<Item = (ProductKey, &StoredProduct)> {
        self.stored.iter().enumerate().map(|(at, stored)| (ProductKey(at), stored))
    }

    pub(crate) fn public_in(&self, tree: &SectionTree) -> u64 {
        let states = self
            .stored
            .iter()
            .map(|product| ProductState { is_active: product.is_active, sections: &product.sections });
        states.filter(|state| state.is_public(tree)).count() as u64
    }

    pub(crate) fn find(&self, stock_number: &str) -> Option<ProductKey> {
        self.position(stock_number).ok().map(ProductKey)
    }

    pub(crate) fn find_stored(&self, stock_number: &str) -> Option<&StoredProduct> {
        self.position(stock_number).ok().map(|at| &self.stored[at])
    }

    /// Adds a product of the input. A second entry is refused and returns the location of the first.
    pub(crate) fn entry(&mut self, stock_number: &str, entry: InputEntry) -> Result<ProductKey, Location> {
        match self.position(stock_number) {
            Ok(at) => match &self.entries[at] {
                Some(earlier) => Err(earlier.location),
                None => {
                    self.entries[at] = Some(Box::new(entry));
                    Ok(ProductKey(at))
                }
            },
            Err(_) => self.insert_new(stock_number, entry),
        }
    }

    pub(crate) fn stock_number(&self, key: ProductKey) -> &str {
        match self.stored(key) {
            Some(stored) => &stored.stock_number,
            None => &self.added[key.0 - self.stored.len()].0,
        }
    }

    pub(crate) fn stored(&self, key: ProductKey) -> Option<&StoredProduct> {
        self.stored.get(key.0)
    }

    /// Whether the second pass compares its content: it has a record, and the stored one is another.
    pub(crate) fn is_compared(&self, key: ProductKey) -> bool {
        self.entry_of(key).zip(self.stored(key)).is_some_and(|(entry, stored)| entry.parsed.content_differs(stored))
    }

    pub(crate) fn entry_of(&self, key: ProductKey) -> Option<&InputEntry> {
        match self.entries.get(key.0) {
            Some(entry) => entry.as_deref(),
            None => self.added.get(key.0 - self.stored.len()).map(|(_, entry)| entry),
        }
    }

    /// The products of the input, each with its line.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Location, &str)> {
        self.keys().filter_map(|key| Some((self.entry_of(key)?.location, self.stock_number(key))))
    }

    pub(crate) fn set_change(&mut self, key: ProductKey, change: RecordChange) {
        let entry = match self.entries.get_mut(key.0) {
            Some(entry) => entry.as_deref_mut(),
            None => self.added.get_mut(key.0 - self.stored.len()).map(|(_, entry)| entry),
        };
        if let Some(InputEntry { parsed: ParsedRecord::Product(parsed), .. }) = entry {
            parsed.change = change;
        }
    }

    fn position(&self, stock_number: &str) -> Result<usize, usize> {
        // Byte order of UTF-8 is the order of code points, in which stores return products.
        self.stored.binary_search_by(|stored| (*stored.stock_number).cmp(stock_number))
    }

    fn insert_new(&mut self, stock_number: &str, entry: InputEntry) -> Result<ProductKey, Location> {
        if let Some(at) = self.added_by_stock_number.get(stock_number) {
            return Err(self.added[*at].1.location);
        }
        let shared: Arc<str> = stock_number.into();
        let at = self.added.len();
        self.added_by_stock_number.insert(Arc::clone(&shared), at);
        self.added.push((shared, entry));
        Ok(ProductKey(self.stored.len() + at))
    }
}

#[cfg(test)]
mod tests;
