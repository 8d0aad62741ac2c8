//! Prices that a run changes by more than half: most often a mistake of the source.

use crate::examples::{Examples, SHOWN_SAMPLES};
use catalog_documents::ImportPriceChange;
use catalog_domain::ports::{ImportSession, StoreError, StoredPrices};
use catalog_domain::pricing::{LevelPrices, Money, Offer, RETAIL_LEVEL, positive};

/// Offers whose stored prices are read together; it bounds the memory of the search.
const BATCH_OFFERS: usize = 500;

/// The search: changed offers that wait to be compared, and what was found.
#[derive(Debug, Default)]
pub(super) struct PriceChanges {
    batch: Vec<NewPrices>,
    found: FoundPriceChanges,
}

#[derive(Debug, Default)]
pub(crate) struct FoundPriceChanges {
    pub(crate) examples: Examples,
    /// The first ones.
    pub(crate) first: Vec<ImportPriceChange>,
}

#[derive(Debug)]
pub(super) struct NewPrices {
    stock_number: Box<str>,
    retail: Option<Money>,
    levels: LevelPrices,
}

impl PriceChanges {
    pub(super) fn add(
        &mut self,
        stock_number: &str,
        offer: &Offer,
        session: &mut dyn ImportSession,
    ) -> Result<(), StoreError> {
        self.batch.push(NewPrices::of(stock_number, offer));
        if self.batch.len() >= BATCH_OFFERS { self.compare(session) } else { Ok(()) }
    }

    pub(super) fn finish(mut self, session: &mut dyn ImportSession) -> Result<FoundPriceChanges, StoreError> {
        self.compare(session)?;
        Ok(self.found)
    }

    fn compare(&mut self, session: &mut dyn ImportSession) -> Result<(), StoreError> {
        let batch = std::mem::take(&mut self.batch);
        if batch.is_empty() {
            return Ok(());
        }
        let stock_numbers: Vec<Box<str>> = batch.iter().map(|new| new.stock_number.clone()).collect();
        for (new, stored) in batch.iter().zip(session.prices(&stock_numbers)?) {
            if let Some(stored) = stored {
                self.note(&stored, new);
            }
        }
        Ok(())
    }

    /// Compares an offer whose stored prices are known.
    pub(super) fn note(&mut self, stored: &StoredPrices, new: &NewPrices) {
        let Some((level, before, after)) = changed_by_more_than_half(stored, new) else { return };
        let stock_number = &*new.stock_number;
        let text = || format!("{stock_number} ({level}: {before} to {after})");
        self.found.examples.add_product(stock_number, text);
        if self.found.first.len() < SHOWN_SAMPLES {
            let (before, after) = (before.to_string(), after.to_string());
            self.found.first.push(ImportPriceChange { stock_number: stock_number.into(), level, before, after });
        }
    }
}

impl NewPrices {
    pub(super) fn of(stock_number: &str, offer: &Offer) -> Self {
        Self { stock_number: stock_number.into(), retail: offer.retail, levels: offer.levels.clone() }
    }
}

/// The first price that changes by more than half of what it was, or that is gone. A price where there was none is no
/// change.
fn changed_by_more_than_half(stored: &StoredPrices, new: &NewPrices) -> Option<(String, Money, Money)> {
    let retail = (RETAIL_LEVEL, stored.retail, new.retail);
    let levels = stored.levels.iter().map(|price| (price.level.name(), price.price, new.levels.price_at(price.level)));
    std::iter::once(retail).chain(levels).find_map(|(level, before, after)| {
        let (before, after) = (positive(before)?, positive(after).unwrap_or(Money::ZERO));
        // Amounts are below 10^15 units: twice their difference is far from the end of the numbers.
        let is_large = (after.units() - before.units()).abs() * 2 > before.units();
        is_large.then(|| (level.to_owned(), before, after))
    })
}
