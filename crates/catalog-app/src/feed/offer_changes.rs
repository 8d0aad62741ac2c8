//! What changed of prices and stock, for people: from what a person would have seen to what the person sees.

use super::Feed;
use crate::catalog::past_offers::PastOffers;
use catalog_domain::change::{FeedLog, FeedRequest, FeedStart, RecentChange, recent_changes};
use catalog_domain::ports::{EventRange, StoreError};
use catalog_domain::pricing::{OfferChange, PriceLevel};
use catalog_domain::values::{EventNumber, SectionId, Timestamp};
use catalog_index::Catalog;
use std::sync::Arc;

/// The most events that are read for one page: each section has its part of them.
const MOST_EVENTS: usize = 4_000;

/// What somebody wants to know.
pub struct OfferChangesWanted {
    /// The catalog with the present offers.
    pub catalog: Arc<Catalog>,
    /// Products of the subtrees of these sections.
    pub sections: Vec<SectionId>,
    /// The present level of the person.
    pub level: PriceLevel,
    /// The most products.
    pub most: usize,
}

/// Products whose offers changed, the last changed first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferChanges {
    /// The products, each once.
    pub products: Vec<ChangedProduct>,
    /// Whether there may be more of them.
    pub has_more: bool,
}

/// A product whose offer changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedProduct {
    /// The product.
    pub stock_number: Box<str>,
    /// Its name.
    pub name: Box<str>,
    /// When it changed last.
    pub at: Timestamp,
    /// From what to what.
    pub change: OfferChange,
}

impl Feed {
    /// What changed since the beginning of `request`. What a person would see no difference of is left out where the
    /// offer of then is known.
    ///
    /// # Errors
    /// [`StoreError`] when the log cannot be read.
    pub fn offer_changes(
        &self,
        request: &FeedRequest,
        log: FeedLog<'_>,
        wanted: &OfferChangesWanted,
    ) -> Result<OfferChanges, StoreError> {
        let OfferChangesWanted { catalog, sections, level, most } = wanted;
        let up_to = request.horizon.included;
        let after = match &request.start {
            FeedStart::Since(since) => log.bounds.number_before(*since)?,
            FeedStart::Cursor(cursor) => cursor.range.map_or(cursor.after, |range| range.start).number,
        };
        let after = after.min(up_to);
        let most_of_each = MOST_EVENTS / sections.len().max(1);
        let found = recent_changes(log.events, sections, EventRange { after, up_to }, most_of_each)?;
        let past = self.0.ports.catalog.past_offers();
        let changed = found.products.into_iter().filter_map(|recent| {
            let product = catalog.product(&recent.stock_number)?.product;
            if !product.sections.iter().any(|section| is_below(catalog, *section, sections)) {
                return None;
            }
            let change = match event_of_then(past, &recent, after, found.is_whole) {
                Some(event) => {
                    let before = past.first_replaced_after(event, &recent.stock_number)?;
                    OfferChange::seen_at(level, Some(&before), &product.offer)?
                }
                None => OfferChange::seen_at(level, None, &product.offer)?,
            };
            Some(ChangedProduct {
                name: product.name().into(),
                stock_number: recent.stock_number,
                at: recent.at,
                change,
            })
        });
        let mut products: Vec<ChangedProduct> = changed.take(most.saturating_add(1)).collect();
        let has_more = products.len() > *most || !found.is_whole;
        products.truncate(*most);
        Ok(OfferChanges { products, has_more })
    }
}

/// The event after which everything that was replaced of a product is known, and before which nothing changed since
/// `after`; `None` when there is none.
fn event_of_then(past: &PastOffers, recent: &RecentChange, after: EventNumber, is_whole: bool) -> Option<EventNumber> {
    let before_first = Some(EventNumber(recent.first.0 - 1)).filter(|_| is_whole);
    [Some(after), before_first].into_iter().flatten().find(|event| past.has_all_after(*event))
}

fn is_below(catalog: &Catalog, section: SectionId, sections: &[SectionId]) -> bool {
    let tree = catalog.sections();
    let index = tree.find(section);
    index.is_some_and(|index| tree.path_to_root(index).any(|above| sections.contains(&tree.id(above))))
}
