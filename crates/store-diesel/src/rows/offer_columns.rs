//! The columns of `products` that are a product's offer.

use super::documents::{decode_levels, decode_stock};
use super::interner::Interner;
use crate::schema::products;
use catalog_domain::ports::StoreError;
use catalog_domain::pricing::{Money, Offer};
use diesel::prelude::*;

/// Part of every row of `products` that is read with its prices and stock.
#[derive(Queryable, Selectable)]
#[diesel(table_name = products)]
pub(crate) struct OfferColumns {
    pub(crate) hide_prices: bool,
    pub(crate) retail: Option<i64>,
    pub(crate) levels: String,
    pub(crate) sale: bool,
    pub(crate) special: Option<i64>,
    pub(crate) stock: String,
    pub(crate) shipping: i64,
}

impl OfferColumns {
    /// The domain's offer, sharing texts through `interner`.
    pub(crate) fn into_offer(self, interner: &mut Interner<'_>) -> Result<Offer, StoreError> {
        Ok(Offer {
            hide_prices: self.hide_prices,
            retail: self.retail.map(Money::from_units),
            levels: decode_levels(&self.levels, interner)?,
            sale: self.sale,
            special: self.special.map(Money::from_units),
            stock: decode_stock(&self.stock, interner)?,
            shipping: self.shipping,
        })
    }
}
