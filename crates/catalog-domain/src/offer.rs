//! The commercial side of a product: prices, sale and stock.

use crate::money::Money;
use crate::price_level::PriceLevel;
use std::sync::Arc;

/// Prices and stock of one product, as the source gave them. `None` and zero both mean 'no price'.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Offer {
    /// The source's flag that hides all prices from ordinary users.
    pub hide_prices: bool,
    /// The retail price.
    pub retail: Option<Money>,
    /// Prices by level, in source order. Never contains `Розн`.
    pub levels: Box<[LevelPrice]>,
    /// The source's sale flag; independent of whether there is a special price.
    pub sale: bool,
    /// The special price shown as the sale's value.
    pub special: Option<Money>,
    /// Stock by warehouse, in source order, each warehouse at most once.
    pub stock: Box<[Stock]>,
    /// The quantity on its way.
    pub shipping: i64,
}

/// The price of a product at one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelPrice {
    /// The level.
    pub level: PriceLevel,
    /// Its price, if there is one.
    pub price: Option<Money>,
}

/// What one warehouse holds of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stock {
    /// The warehouse's id. Shared: few warehouses serve a whole catalog.
    pub warehouse: Arc<str>,
    /// Pieces; never negative.
    pub quantity: i64,
}

impl Offer {
    /// The price at `level`, when it is a price at all (above zero).
    #[must_use]
    pub fn level_price(&self, level: &PriceLevel) -> Option<Money> {
        self.levels.iter().find(|entry| entry.level == *level).and_then(|entry| positive(entry.price))
    }

    /// Pieces over all warehouses: `availability.inStock`.
    #[must_use]
    pub fn in_stock(&self) -> i64 {
        self.stock.iter().fold(0, |sum: i64, stock| sum.saturating_add(stock.quantity))
    }

    /// Whether at least one warehouse has a positive stock (part 4.4, `available`).
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.stock.iter().any(|stock| stock.quantity > 0)
    }
}

/// `amount` when it is a price at all: zero and missing are the same 'no price' (part 2.6, rule 1).
#[must_use]
pub fn positive(amount: Option<Money>) -> Option<Money> {
    amount.filter(|amount| amount.is_positive())
}
