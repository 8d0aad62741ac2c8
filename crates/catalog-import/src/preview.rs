//! What a dry run shows of what it would write: new price levels, prices that move a lot, and products before and
//! after.

use crate::error::ImportError;
use crate::examples::SHOWN_SAMPLES;
use crate::gather::{Gathered, ProductTable};
use crate::plan::PlannedWrite;
use crate::report::cut;
use crate::spool::SpoolReader;
use crate::write::ProductWrites;
use catalog_documents::{ImportPreview, ImportSample, ImportSamplePrice, ImportSampleState};
use catalog_domain::ports::{ImportSession, ProductWrite, StoredContent, StoredProduct};
use catalog_domain::pricing::{LevelPrices, Money, positive};
use catalog_domain::values::Timestamp;
use std::io;

/// The most new price levels that are named.
const SHOWN_LEVELS: usize = 100;

/// The most price levels of a product.
const SAMPLE_LEVELS: usize = 20;

/// The lines of a planned run, to be read once more.
pub(crate) struct PreviewSource<'a> {
    pub(crate) gathered: &'a Gathered,
    pub(crate) writes: &'a [PlannedWrite],
    pub(crate) spool: &'a mut SpoolReader,
    pub(crate) session: &'a mut dyn ImportSession,
    pub(crate) at: Timestamp,
}

impl PreviewSource<'_> {
    /// The preview of the run.
    ///
    /// # Errors
    /// [`ImportError`] when store or temporary file cannot be read.
    pub(crate) fn preview(self) -> Result<ImportPreview, ImportError> {
        let Gathered { levels, price_changes, .. } = self.gathered;
        let new_levels = levels.new_levels().iter().take(SHOWN_LEVELS);
        Ok(ImportPreview {
            new_price_levels: new_levels.map(|level| level.name().to_owned()).collect(),
            price_changes: price_changes.preview(),
            samples: self.samples()?,
        })
    }

    fn samples(self) -> Result<Vec<ImportSample>, ImportError> {
        let products = &self.gathered.products;
        let shown: Vec<PlannedWrite> =
            self.writes.iter().filter(|write| !matches!(write, PlannedWrite::TouchContent(..))).copied().collect();
        let chosen = spread(&shown);
        let writes = ProductWrites { planned: chosen.iter(), products, spool: self.spool, at: self.at, observer: &() };
        let writes: Vec<ProductWrite> =
            writes.collect::<Result<_, _>>().map_err(|cause| ImportError::Spool(io::Error::other(cause)))?;
        let numbers: Vec<Box<str>> = writes.iter().filter_map(stock_number).map(Box::from).collect();
        let samples = writes.iter().zip(self.session.contents(&numbers)?);
        Ok(samples.filter_map(|(write, content)| sample(write, products, content)).collect())
    }
}

/// Up to [`SHOWN_SAMPLES`] of `writes`, at even distances.
fn spread(writes: &[PlannedWrite]) -> Vec<PlannedWrite> {
    let count = writes.len().min(SHOWN_SAMPLES);
    (0..count).map(|at| writes[at * writes.len() / count]).collect()
}

fn stock_number(write: &ProductWrite) -> Option<&str> {
    match write {
        ProductWrite::Record(record) => Some(&record.stock_number),
        ProductWrite::Offer { stock_number, .. } | ProductWrite::Deactivate { stock_number } => Some(stock_number),
        ProductWrite::TouchContent { .. } | ProductWrite::Resources { .. } => None,
    }
}

fn sample(write: &ProductWrite, products: &ProductTable, content: Option<StoredContent>) -> Option<ImportSample> {
    let stock_number = stock_number(write)?;
    let stored = products.find_stored(stock_number).zip(content);
    let before = stored.map(|(stored, content)| stored_state(stored, &content));
    let after = match write {
        ProductWrite::Record(record) => {
            let (retail, levels) = match &record.offer {
                Some(offer) => (price(offer.offer.retail), sample_prices(&offer.offer.levels)),
                None => before.as_ref().map(|before| (before.retail.clone(), before.levels.clone()))?,
            };
            ImportSampleState {
                is_active: record.is_active,
                name: cut(&record.name),
                vendor: record.vendor.as_ref().map(|vendor| cut(vendor.trimmed_name())),
                retail,
                levels,
            }
        }
        ProductWrite::Offer { offer, .. } => {
            let (retail, levels) = (price(offer.offer.retail), sample_prices(&offer.offer.levels));
            ImportSampleState { retail, levels, ..before.clone()? }
        }
        _ => ImportSampleState { is_active: false, ..before.clone()? },
    };
    Some(ImportSample { stock_number: stock_number.to_owned(), before, after })
}

fn stored_state(stored: &StoredProduct, content: &StoredContent) -> ImportSampleState {
    ImportSampleState {
        is_active: stored.is_active,
        name: cut(&content.name),
        vendor: stored.vendor.as_ref().map(|vendor| cut(vendor.trimmed_name())),
        retail: price(content.offer.retail),
        levels: sample_prices(&content.offer.levels),
    }
}

fn price(price: Option<Money>) -> Option<String> {
    positive(price).map(|price| price.to_string())
}

fn sample_prices(levels: &LevelPrices) -> Vec<ImportSamplePrice> {
    let price = |level: &str, amount| Some(ImportSamplePrice { level: level.to_owned(), price: price(amount)? });
    levels.iter().filter_map(|entry| price(entry.level.name(), entry.price)).take(SAMPLE_LEVELS).collect()
}
