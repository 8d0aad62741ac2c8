//! The prices of one product or option by level.

use super::named_values::NamedValues;
use super::positive;
use crate::pricing::money::Money;
use crate::pricing::price_level::PriceLevel;
use std::fmt;
use std::sync::Arc;

/// The price of a product at one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelPrice {
    /// The level.
    pub level: PriceLevel,
    /// Its price, if there is one.
    pub price: Option<Money>,
}

/// Prices by level, in source order, each level at most once. Never contains `Розн`.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct LevelPrices(NamedValues<PriceLevel, Option<Money>>);

/// One of [`LevelPrices`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedLevelPrice<'a> {
    /// The level.
    pub level: &'a PriceLevel,
    /// Its price, if there is one.
    pub price: Option<Money>,
}

impl LevelPrices {
    /// The `prices` at `levels`, by position: many lists may share their levels. Surplus items of either are left out.
    pub fn sharing(levels: Arc<Box<[PriceLevel]>>, prices: impl IntoIterator<Item = Option<Money>>) -> Self {
        Self(NamedValues::sharing(levels, prices))
    }

    /// The number of levels.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no level.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The prices, in source order.
    pub fn iter(&self) -> impl Iterator<Item = ListedLevelPrice<'_>> {
        self.0.iter().map(|(level, price)| ListedLevelPrice { level, price })
    }

    /// Where the first price is in memory.
    pub fn first_amount(&self) -> Option<&Option<Money>> {
        self.0.first()
    }

    /// How many of the levels, from the first, show something. The rest is a run of levels without a price that would
    /// be shown in the same places if it were not there: administrators see a price list's own levels first, then all
    /// other known ones without a price, in order of first appearance. `position` is that of a level in this order; the
    /// order only grows at its end, so the result never changes.
    pub fn significant_len(&self, position: impl Fn(&PriceLevel) -> Option<usize>) -> usize {
        let is_unpriced = |entry: &ListedLevelPrice<'_>| positive(entry.price).is_none();
        let entries: Vec<_> = self.iter().collect();
        let trailing = entries.iter().rev().take_while(|entry| is_unpriced(entry)).count();
        if trailing == 0 {
            return entries.len();
        }
        let positions: Vec<Option<usize>> = entries.iter().map(|entry| position(entry.level)).collect();
        // A level follows by itself where all known levels in front of it are already listed.
        let follows = |at: usize| {
            positions[at]
                .is_some_and(|own| positions[..at].iter().flatten().filter(|other| **other < own).count() == own)
        };
        let implied = (0..entries.len()).rev().take(trailing).take_while(|at| follows(*at)).count();
        entries.len() - implied
    }

    /// The price at `level`; `None` where the level has none, or is not named.
    pub fn price_at(&self, level: &PriceLevel) -> Option<Money> {
        self.0.value_of(level).flatten()
    }
}

impl<const COUNT: usize> From<[LevelPrice; COUNT]> for LevelPrices {
    fn from(prices: [LevelPrice; COUNT]) -> Self {
        prices.into_iter().collect()
    }
}

/// The list shares nothing. A store that loads many shares their levels itself.
impl FromIterator<LevelPrice> for LevelPrices {
    fn from_iter<I: IntoIterator<Item = LevelPrice>>(prices: I) -> Self {
        Self(prices.into_iter().map(|LevelPrice { level, price }| (level, price)).collect())
    }
}

impl fmt::Debug for LevelPrices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}
