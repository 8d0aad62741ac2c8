//! Offers that a run changes without the rest of their products' records: their price changes, and what undoes them.

use crate::diagnostic::Location;
use crate::error::ImportError;
use crate::export::offer_record;
use crate::inverse::InverseWriter;
use crate::price_changes::PriceChanges;
use catalog_domain::ports::ImportSession;
use catalog_domain::pricing::Offer;
use std::io;

/// Offers whose stored ones are read together; it bounds the memory of the search.
const BATCH_OFFERS: usize = 500;

/// The search: changed offers that wait to be compared, what was found, and the inverses of those that change alone.
pub(super) struct OfferChanges {
    batch: Vec<NewOffer>,
    found: PriceChanges,
    inverse: InverseWriter,
}

pub(super) struct NewOffer {
    pub(super) location: Location,
    pub(super) stock_number: Box<str>,
    pub(super) offer: Offer,
    /// Whether nothing else of its product changes.
    pub(super) is_alone: bool,
}

impl OfferChanges {
    /// Without any yet.
    ///
    /// # Errors
    /// When there is no temporary file.
    pub(super) fn of_run(is_dry: bool) -> io::Result<Self> {
        let inverse = InverseWriter::of_run(is_dry)?;
        Ok(Self { batch: Vec::new(), found: PriceChanges::default(), inverse })
    }

    pub(super) fn add(&mut self, new: NewOffer, session: &mut dyn ImportSession) -> Result<(), ImportError> {
        self.batch.push(new);
        if self.batch.len() >= BATCH_OFFERS { self.compare(session) } else { Ok(()) }
    }

    pub(super) fn finish(
        mut self,
        session: &mut dyn ImportSession,
    ) -> Result<(PriceChanges, InverseWriter), ImportError> {
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
        if new.is_alone {
            self.inverse.line(&offer_record(&new.stock_number, stored)).map_err(ImportError::Spool)?;
        }
        self.found.note(new.location, &new.stock_number, stored, &new.offer);
        Ok(())
    }
}
