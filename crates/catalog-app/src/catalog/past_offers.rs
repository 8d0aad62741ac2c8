//! The offers that updates of the catalog replaced, for people who want to know what a price was. The store does not
//! have them: each server has those that it replaced itself, as many as there is room for.

use catalog_domain::catalog::CatalogDelta;
use catalog_domain::pricing::Offer;
use catalog_domain::values::EventNumber;
use catalog_index::Catalog;
use parking_lot::Mutex;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// What they may take, in bytes: about 200,000 offers of six levels and four warehouses.
const MOST_BYTES: usize = 64 << 20;

/// How many are added while readers wait.
const ADDED_AT_ONCE: usize = 1_000;

/// What an offer takes beside its lists, in bytes: itself, and its places in the index and in the queue.
const OFFER_BYTES: usize = size_of::<Offer>() + 160;

/// What was replaced by an update: the offers of products that were public before.
pub struct ReplacedOffers(Vec<(Arc<str>, Offer)>);

impl ReplacedOffers {
    /// The offers of `catalog` that `delta` replaces by others.
    pub fn by(catalog: &Catalog, delta: &CatalogDelta) -> Self {
        let replaced = delta.changed.iter().filter_map(|product| {
            let before = &catalog.product(product.stock_number())?.product.offer;
            (*before != product.offer).then(|| (product.stock_number().into(), before.clone()))
        });
        Self(replaced.collect())
    }
}

/// The offers that were replaced.
pub(crate) struct PastOffers(Mutex<Past>);

struct Past {
    /// By stock number, in the order of time: the offer, and the last event of the catalog that replaced it.
    by_product: HashMap<Arc<str>, VecDeque<(EventNumber, Offer)>>,
    /// The products of all offers, in the order of time.
    order: VecDeque<Arc<str>>,
    bytes: usize,
    most_bytes: usize,
    /// Everything that was replaced after this event is here.
    complete_after: EventNumber,
}

impl PastOffers {
    /// None yet of a catalog whose last event is `at`.
    pub(super) fn starting_at(at: EventNumber) -> Self {
        Self::with_room(at, MOST_BYTES)
    }

    fn with_room(complete_after: EventNumber, most_bytes: usize) -> Self {
        Self(Mutex::new(Past::starting_at(complete_after, most_bytes)))
    }

    /// Forgets all: the catalog was loaded whole, and its last event is `at`.
    pub(super) fn restart(&self, at: EventNumber) {
        let mut past = self.0.lock();
        let empty = Past::starting_at(at, past.most_bytes);
        // Freeing it takes longer, and happens after the lock is released.
        let _old = std::mem::replace(&mut *past, empty);
        drop(past);
    }

    /// Adds what the update to a catalog replaces whose last event is `until`.
    pub(super) fn add(&self, replaced: ReplacedOffers, until: EventNumber) {
        let mut offers = replaced.0.into_iter().peekable();
        while offers.peek().is_some() {
            let mut past = self.0.lock();
            offers.by_ref().take(ADDED_AT_ONCE).for_each(|(product, offer)| past.add(product, offer, until));
        }
    }

    /// Whether everything is here that was replaced after `event`.
    pub(crate) fn has_all_after(&self, event: EventNumber) -> bool {
        event >= self.0.lock().complete_after
    }

    /// The first offer of a product that was replaced after `event`; `None` when it still has the one of then. Ask only
    /// where everything since is here.
    pub(crate) fn first_replaced_after(&self, event: EventNumber, stock_number: &str) -> Option<Offer> {
        let past = self.0.lock();
        let mut offers = past.by_product.get(stock_number)?.iter();
        offers.find(|(until, _)| *until > event).map(|(_, offer)| offer.clone())
    }
}

impl Past {
    fn starting_at(complete_after: EventNumber, most_bytes: usize) -> Self {
        Self { by_product: HashMap::new(), order: VecDeque::new(), bytes: 0, most_bytes, complete_after }
    }

    fn add(&mut self, product: Arc<str>, offer: Offer, until: EventNumber) {
        self.bytes += bytes(&product, &offer);
        self.by_product.entry(Arc::clone(&product)).or_default().push_back((until, offer));
        self.order.push_back(product);
        while self.bytes > self.most_bytes {
            self.forget_oldest();
        }
    }

    fn forget_oldest(&mut self) {
        let Some(product) = self.order.pop_front() else { return };
        let Some(offers) = self.by_product.get_mut(&product) else { return };
        if let Some((until, offer)) = offers.pop_front() {
            self.bytes -= bytes(&product, &offer);
            self.complete_after = self.complete_after.max(until);
        }
        if offers.is_empty() {
            self.by_product.remove(&product);
        }
    }
}

fn bytes(product: &str, offer: &Offer) -> usize {
    // A list has pairs of a name, which is shared, and a number.
    OFFER_BYTES + product.len() + 24 * (offer.levels.len() + offer.stock.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::pricing::Money;

    fn offer(units: i64) -> Offer {
        Offer { retail: Some(Money::from_units(units)), ..Offer::default() }
    }

    fn replaced(product: &str, units: i64) -> ReplacedOffers {
        ReplacedOffers(vec![(product.into(), offer(units))])
    }

    fn retail(past: &PastOffers, event: i64, product: &str) -> Option<i64> {
        let offer = past.first_replaced_after(EventNumber(event), product);
        offer.and_then(|offer| offer.retail).map(Money::units)
    }

    #[test]
    fn the_offer_of_then_is_the_first_that_was_replaced_since() {
        let past = PastOffers::starting_at(EventNumber(5));
        past.add(replaced("A", 1), EventNumber(7));
        past.add(replaced("B", 2), EventNumber(7));
        past.add(replaced("A", 3), EventNumber(9));
        assert_eq!([5, 6, 7, 8, 9].map(|event| retail(&past, event, "A")), [Some(1), Some(1), Some(3), Some(3), None]);
        assert_eq!((retail(&past, 7, "B"), retail(&past, 5, "C")), (None, None));
        assert_eq!([4, 5, 9].map(|event| past.has_all_after(EventNumber(event))), [false, true, true]);
        past.restart(EventNumber(12));
        assert_eq!((retail(&past, 5, "A"), past.has_all_after(EventNumber(11))), (None, false));
    }

    #[test]
    fn the_oldest_go_when_there_is_no_room_and_it_is_known_from_when_on_all_are_there() {
        let past = PastOffers::with_room(EventNumber(0), 2 * bytes("A", &offer(1)));
        for (product, units) in [("A", 1), ("B", 2), ("A", 3), ("C", 4)] {
            past.add(replaced(product, units), EventNumber(units));
        }
        assert_eq!((retail(&past, 0, "A"), retail(&past, 0, "B"), retail(&past, 0, "C")), (Some(3), None, Some(4)));
        assert_eq!([1, 2].map(|event| past.has_all_after(EventNumber(event))), [false, true]);
        past.add(replaced(&"long ".repeat(1_000), 5), EventNumber(5));
        assert!(past.0.lock().order.is_empty() && past.0.lock().bytes == 0 && past.0.lock().by_product.is_empty());
        assert!(!past.has_all_after(EventNumber(4)));
    }
}
