//! Price levels in order of first appearance.

use crate::record::ProductInput;
use catalog_domain::pricing::{LevelPrices, PriceLevel};
use std::collections::HashMap;

/// The levels that the store has and those that the input adds.
#[derive(Debug)]
pub(crate) struct LevelTable {
    /// The position of each level in the order of first appearance.
    positions: HashMap<PriceLevel, usize>,
    new: Vec<PriceLevel>,
}

impl LevelTable {
    pub(crate) fn new(stored: &[PriceLevel]) -> Self {
        let levels = stored.iter().filter(|level| !level.is_retail()).cloned();
        Self { positions: levels.zip(0..).collect(), new: Vec::new() }
    }

    pub(crate) fn new_levels(&self) -> &[PriceLevel] {
        &self.new
    }

    /// The place of `level` in the order of first appearance, from zero and without the retail level.
    pub(crate) fn position(&self, level: &PriceLevel) -> Option<usize> {
        self.positions.get(level).copied()
    }

    pub(crate) fn add(&mut self, levels: &LevelPrices) {
        levels.iter().for_each(|price| self.add_level(price.level));
    }

    pub(crate) fn add_level(&mut self, level: &PriceLevel) {
        if !self.positions.contains_key(level) {
            self.positions.insert(level.clone(), self.positions.len());
            self.new.push(level.clone());
        }
    }

    /// Adds the levels of a product: its offer's, then those of its options.
    pub(crate) fn add_product(&mut self, product: &ProductInput) {
        if let Some(offer) = &product.offer {
            self.add(&offer.offer.levels);
        }
        let groups = product.parts.configurator.iter().flat_map(|configurator| &configurator.groups);
        groups.flat_map(|group| &group.options).for_each(|option| self.add(&option.levels));
    }
}
