//! Price levels in order of first appearance.

use crate::record::ProductInput;
use catalog_domain::offer::LevelPrices;
use catalog_domain::price_level::PriceLevel;
use std::collections::HashSet;

/// The levels that the store knows and those that the input adds.
#[derive(Debug)]
pub(crate) struct LevelTable {
    known: HashSet<PriceLevel>,
    new: Vec<PriceLevel>,
}

impl LevelTable {
    pub(crate) fn new(stored: &[PriceLevel]) -> Self {
        Self { known: stored.iter().cloned().collect(), new: Vec::new() }
    }

    /// The levels that the store does not know yet.
    pub(crate) fn new_levels(&self) -> &[PriceLevel] {
        &self.new
    }

    /// Notes the levels of an offer or an option.
    pub(crate) fn note(&mut self, levels: &LevelPrices) {
        for level in levels.iter().map(|price| price.level) {
            if self.known.insert(level.clone()) {
                self.new.push(level.clone());
            }
        }
    }

    /// Notes the levels of a product: its offer's, then those of its options.
    pub(crate) fn note_product(&mut self, product: &ProductInput) {
        if let Some(offer) = &product.offer {
            self.note(&offer.offer.levels);
        }
        let groups = product.parts.configurator.iter().flat_map(|configurator| &configurator.groups);
        groups.flat_map(|group| &group.options).for_each(|option| self.note(&option.levels));
    }
}
