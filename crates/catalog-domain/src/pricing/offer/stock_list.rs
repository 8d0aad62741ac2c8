//! The stock of one product by warehouse.

use super::named_values::NamedValues;
use std::fmt;
use std::sync::Arc;

/// The stock of a product in one warehouse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stock {
    /// The warehouse's id. Shared: few warehouses serve a whole catalog.
    pub warehouse: Arc<str>,
    /// Pieces; never negative.
    pub quantity: i64,
}

/// Stock by warehouse, in source order, each warehouse at most once.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct StockList {
    /// Stored because the quantities are elsewhere in memory: every rendered product needs it.
    total: i64,
    quantities: NamedValues<Arc<str>, i64>,
}

/// One of a [`StockList`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedStock<'a> {
    /// The warehouse's id.
    pub warehouse: &'a Arc<str>,
    /// Pieces; never negative.
    pub quantity: i64,
}

impl StockList {
    /// The `quantities` in `warehouses`, by position: many lists may share their warehouses. Surplus items of either
    /// are left out.
    pub fn sharing(warehouses: Arc<Box<[Arc<str>]>>, quantities: impl IntoIterator<Item = i64>) -> Self {
        Self::of(NamedValues::sharing(warehouses, quantities))
    }

    /// The number of warehouses.
    pub fn len(&self) -> usize {
        self.quantities.len()
    }

    /// Whether there is no warehouse.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The stock of each warehouse, in source order.
    pub fn iter(&self) -> impl Iterator<Item = ListedStock<'_>> {
        self.quantities.iter().map(|(warehouse, quantity)| ListedStock { warehouse, quantity })
    }

    /// Pieces over all warehouses; saturating.
    pub fn total(&self) -> i64 {
        self.total
    }

    fn of(quantities: NamedValues<Arc<str>, i64>) -> Self {
        let total = quantities.iter().fold(0, |sum: i64, (_, quantity)| sum.saturating_add(quantity));
        Self { total, quantities }
    }
}

impl<const COUNT: usize> From<[Stock; COUNT]> for StockList {
    fn from(stock: [Stock; COUNT]) -> Self {
        stock.into_iter().collect()
    }
}

/// The list shares nothing but the texts. A store that loads many shares the lists of warehouses itself.
impl FromIterator<Stock> for StockList {
    fn from_iter<I: IntoIterator<Item = Stock>>(stock: I) -> Self {
        Self::of(stock.into_iter().map(|Stock { warehouse, quantity }| (warehouse, quantity)).collect())
    }
}

impl fmt::Debug for StockList {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}
