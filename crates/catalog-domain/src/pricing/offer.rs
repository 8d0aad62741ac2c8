//! The commercial side of a product: prices, sale and stock.

use crate::pricing::money::Money;
use crate::pricing::price_level::PriceLevel;

mod level_prices;
mod named_values;
mod stock_list;

pub use level_prices::{LevelPrice, LevelPrices, ListedLevelPrice};
pub use stock_list::{ListedStock, Stock, StockList};

/// Prices and stock of one product, as the source gave them. `None` and zero both mean 'no price'.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Offer {
    /// The source's flag that hides all prices from ordinary users.
    pub hide_prices: bool,
    /// The retail price.
    pub retail: Option<Money>,
    /// Prices by level, in source order. Never contains `Розн`.
    pub levels: LevelPrices,
    /// The source's sale flag; independent of whether there is a special price.
    pub sale: bool,
    /// The special price shown as the sale's value.
    pub special: Option<Money>,
    /// Stock by warehouse, in source order, each warehouse at most once.
    pub stock: StockList,
    /// The quantity on its way.
    pub shipping: i64,
}

impl Offer {
    /// The price at `level`, when it is a price at all (above zero).
    pub fn level_price(&self, level: &PriceLevel) -> Option<Money> {
        positive(self.levels.price_at(level))
    }

    /// Pieces over all warehouses: `availability.inStock`.
    pub fn in_stock(&self) -> i64 {
        self.stock.total()
    }

    /// Whether at least one warehouse has a positive stock (`docs/contract.md#product-list`, `available`); none has a
    /// negative one.
    pub fn is_available(&self) -> bool {
        self.stock.total() > 0
    }
}

/// `amount` when it is a price at all: zero and missing are the same 'no price' (`docs/contract.md#prices-missing`).
pub fn positive(amount: Option<Money>) -> Option<Money> {
    amount.filter(|amount| amount.is_positive())
}

#[cfg(test)]
mod tests;
