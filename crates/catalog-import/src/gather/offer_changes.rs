//! Offers that a run changes: prices that change by more than half, most often a mistake of the source, and what undoes
//! those whose products do not change otherwise.

use crate::error::ImportError;
use crate::examples::{Examples, SHOWN_SAMPLES};
use crate::export::offer_record;
use crate::inverse::InverseWriter;
use catalog_documents::ImportPriceChange;
use catalog_domain::ports::ImportSession;
use catalog_domain::pricing::{LevelPrices, Money, Offer, RETAIL_LEVEL, positive};
use std::io;

/// Offers whose stored ones are read together; it bounds the memory of the search.
const BATCH_OFFERS: usize = 500;

/// The search: changed offers that wait to be compared, what was found, and the inverses of those that change alone.
pub(super) struct OfferChanges {
    batch: Vec<NewOffer>,
    found: FoundPriceChanges,
    inverse: InverseWriter,
}

#[derive(Debug, Default)]
pub(crate) struct FoundPriceChanges {
    pub(crate) examples: Examples,
    /// The first ones.
    pub(crate) first: Vec<ImportPriceChange>,
}

/// As far as it is compared.
pub(super) struct NewOffer {
    stock_number: Box<str>,
    retail: Option<Money>,
    levels: LevelPrices,
    /// Whether nothing else of its product changes.
    is_alone: bool,
}

impl OfferChanges {
    /// Without any yet.
    ///
    /// # Errors
    /// When there is no temporary file.
    pub(super) fn of_run(is_dry: bool) -> io::Result<Self> {
        let inverse = InverseWriter::of_run(is_dry)?;
        Ok(Self { batch: Vec::new(), found: FoundPriceChanges::default(), inverse })
    }

    pub(super) fn add(&mut self, new: NewOffer, session: &mut dyn ImportSession) -> Result<(), ImportError> {
        self.batch.push(new);
        if self.batch.len() >= BATCH_OFFERS { self.compare(session) } else { Ok(()) }
    }

    pub(super) fn finish(
        mut self,
        session: &mut dyn ImportSession,
    ) -> Result<(FoundPriceChanges, InverseWriter), ImportError> {
        self.compare(session)?;
        Ok((self.found, self.inverse))
    }

    fn compare(&mut self, session: &mut dyn ImportSession) -> Result<(), ImportError> {
        let batch = std::mem::take(&mut self.batch);
        if batch.is_empty() {
            return Ok(());
        }
        let stock_numbers: Vec<Box<str>> = batch.iter().map(|new| new.stock_number.clone()).collect();
        for (new, stored) in batch.iter().zip(session.offers(&stock_numbers)?) {
            if let Some(stored) = stored {
                self.note(&stored, new)?;
            }
        }
        Ok(())
    }

    /// Compares an offer with the stored one.
    pub(super) fn note(&mut self, stored: &Offer, new: &NewOffer) -> Result<(), ImportError> {
        let stock_number = &*new.stock_number;
        if new.is_alone {
            self.inverse.line(&offer_record(stock_number, stored)).map_err(ImportError::Spool)?;
        }
        let Some((level, before, after)) = changed_by_more_than_half(stored, new) else { return Ok(()) };
        let text = || format!("{stock_number} ({level}: {before} to {after})");
        self.found.examples.add_product(stock_number, text);
        if self.found.first.len() < SHOWN_SAMPLES {
            let (before, after) = (before.to_string(), after.to_string());
            self.found.first.push(ImportPriceChange { stock_number: stock_number.into(), level, before, after });
        }
        Ok(())
    }
}

impl NewOffer {
    pub(super) fn of(stock_number: &str, offer: &Offer, is_alone: bool) -> Self {
        Self { stock_number: stock_number.into(), retail: offer.retail, levels: offer.levels.clone(), is_alone }
    }
}

/// The first price that changes by more than half of what it was, or that is gone. A price where there was none is no
/// change.
fn changed_by_more_than_half(stored: &Offer, new: &NewOffer) -> Option<(String, Money, Money)> {
    let retail = (RETAIL_LEVEL, stored.retail, new.retail);
    let levels = stored.levels.iter().map(|price| (price.level.name(), price.price, new.levels.price_at(price.level)));
    std::iter::once(retail).chain(levels).find_map(|(level, before, after)| {
        let (before, after) = (positive(before)?, positive(after).unwrap_or(Money::ZERO));
        // Amounts are below 10^15 units: twice their difference is far from the end of the numbers.
        let is_large = (after.units() - before.units()).abs() * 2 > before.units();
        is_large.then(|| (level.to_owned(), before, after))
    })
}
