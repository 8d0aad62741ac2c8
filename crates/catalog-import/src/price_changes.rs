//! Prices that a run changes by more than half, most often a mistake of the source.

use crate::diagnostic::Location;
use crate::examples::{Examples, RECORDED, SHOWN_SAMPLES};
use catalog_documents::{ImportPriceChange, ImportPriceChanges};
use catalog_domain::pricing::{Money, Offer, RETAIL_LEVEL, positive};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(crate) struct PriceChanges {
    count: u64,
    /// The first ones of the input, whenever they were found.
    first: BTreeMap<Location, ImportPriceChange>,
}

impl PriceChanges {
    /// Compares the prices of a record with those of the stored offer.
    pub(crate) fn note(&mut self, location: Location, stock_number: &str, stored: &Offer, new: &Offer) {
        let Some((level, before, after)) = changed_by_more_than_half(stored, new) else { return };
        self.count += 1;
        let (before, after) = (before.to_string(), after.to_string());
        self.first.insert(location, ImportPriceChange { stock_number: stock_number.into(), level, before, after });
        if self.first.len() > RECORDED {
            self.first.pop_last();
        }
    }

    pub(crate) fn examples(&self) -> Examples {
        let mut examples = Examples::default();
        for ImportPriceChange { stock_number, level, before, after } in self.first.values() {
            examples.add_product(stock_number, || format!("{stock_number} ({level}: {before} to {after})"));
        }
        examples.count = self.count;
        examples
    }

    pub(crate) fn preview(&self) -> ImportPriceChanges {
        ImportPriceChanges { count: self.count, items: self.first.values().take(SHOWN_SAMPLES).cloned().collect() }
    }
}

/// The first price that changes by more than half of what it was, or that is gone. A price where there was none is no
/// change.
fn changed_by_more_than_half(stored: &Offer, new: &Offer) -> Option<(String, Money, Money)> {
    let retail = (RETAIL_LEVEL, stored.retail, new.retail);
    let levels = stored.levels.iter().map(|price| (price.level.name(), price.price, new.levels.price_at(price.level)));
    std::iter::once(retail).chain(levels).find_map(|(level, before, after)| {
        let (before, after) = (positive(before)?, positive(after).unwrap_or(Money::ZERO));
        // Amounts are below 10^15 units: twice their difference is far from the end of the numbers.
        let is_large = (after.units() - before.units()).abs() * 2 > before.units();
        is_large.then(|| (level.to_owned(), before, after))
    })
}
