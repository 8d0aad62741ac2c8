//! Which rule decided a price, as values (`docs/contract.md#prices`): the prices are made by them, and
//! [`crate::explain`] reports them.

use crate::named::worded;
use crate::pricing::money::Money;
use crate::pricing::offer::{LevelPrices, Offer, positive};
use crate::pricing::price_level::PriceLevel;

worded! {
    /// The rule behind one price of v2.
    pub enum PriceRule {
        /// The stored amount is shown.
        Stored = "the stored amount",
        /// There is no amount, or it is zero.
        NoPrice = "no amount, or zero: on request",
        /// The source hides the product's prices.
        Hidden = "the source hides the prices: on request",
        /// The source hides them, and the viewer is an administrator, who sees them nevertheless.
        HiddenFromUsers = "the source hides the prices: on request, and shown to administrators",
        /// The level `Розн` has no personal price.
        RetailLevel = "the level Розн has no personal price",
    }
}

impl PriceRule {
    /// Whether the price is on request.
    pub fn is_on_request(self) -> bool {
        !matches!(self, Self::Stored | Self::RetailLevel)
    }
}

worded! {
    /// The rule behind the filter `hasPrice`.
    pub enum HasPrice {
        /// There is a retail price.
        Retail = "it has a retail price",
        /// There is a special price, and the sale is on.
        Sale = "it has a special price, and the sale is on",
        /// There is a price at the viewer's level only.
        Level = "it has a price at this level",
        /// There is no price for the viewer.
        NoPrice = "it has no price at this level",
        /// The source hides the prices.
        Hidden = "the source hides its prices",
    }
}

impl HasPrice {
    /// The rule for `offer` and viewers of `level`. Hidden prices never satisfy the filter, also for an administrator
    /// (`docs/contract.md#prices-has-price`).
    pub fn of(offer: &Offer, level: &PriceLevel) -> Self {
        if offer.hide_prices {
            Self::Hidden
        } else if positive(offer.retail).is_some() {
            Self::Retail
        } else if offer.sale && positive(offer.special).is_some() {
            Self::Sale
        } else if !level.is_retail() && offer.level_price(level).is_some() {
            Self::Level
        } else {
            Self::NoPrice
        }
    }

    /// Whether `hasPrice=true` selects the product.
    pub fn is_priced(self) -> bool {
        !matches!(self, Self::NoPrice | Self::Hidden)
    }
}

/// The lower one of the price of an active sale and of the price at `level`, which is the retail price where there is
/// no price at that level; `None` when nothing is shown, or the source hides it.
pub fn own_price(offer: &Offer, level: &PriceLevel) -> Option<Money> {
    if offer.hide_prices {
        return None;
    }
    let sale = positive(offer.special).filter(|_| offer.sale);
    let own = if level.is_retail() { None } else { offer.level_price(level) };
    let own = own.or(positive(offer.retail));
    sale.into_iter().chain(own).min()
}

worded! {
    /// The rule behind the one price of v1 (`docs/contract.md#v1-prices`).
    pub enum V1PriceRule {
        /// The source hides the prices: nothing is shown.
        Hidden = "the source hides the prices: zero",
        /// The special price of an active sale.
        Sale = "the sale is on: the special price",
        /// The price at the viewer's level.
        Level = "the price at this level",
        /// The retail price.
        Retail = "no price at this level: the retail price",
        /// There is no price.
        NoPrice = "no price: zero",
    }
}

/// The one price that v1 shows, with its rule: nothing when prices are hidden or missing; else the special price of an
/// active sale, else the price at the viewer's level, else the retail price.
pub fn v1_price(offer: &Offer, level: &PriceLevel) -> (Money, V1PriceRule) {
    if offer.hide_prices {
        return (Money::ZERO, V1PriceRule::Hidden);
    }
    let sale = positive(offer.special).filter(|_| offer.sale).map(|price| (price, V1PriceRule::Sale));
    let price = sale.or_else(|| v1_list_price(offer.retail, &offer.levels, level));
    price.unwrap_or((Money::ZERO, V1PriceRule::NoPrice))
}

/// The same without its rule.
pub fn effective_price(offer: &Offer, level: &PriceLevel) -> Money {
    v1_price(offer, level).0
}

/// The one price that v1 shows of a configurator option: at the viewer's level, else retail. `None` when there is none;
/// hiding prices is decided by the product.
pub fn effective_option_price(retail: Option<Money>, levels: &LevelPrices, level: &PriceLevel) -> Option<Money> {
    v1_list_price(retail, levels, level).map(|(price, _)| price)
}

fn v1_list_price(retail: Option<Money>, levels: &LevelPrices, level: &PriceLevel) -> Option<(Money, V1PriceRule)> {
    let own = if level.is_retail() { None } else { positive(levels.price_at(level)) };
    let own = own.map(|price| (price, V1PriceRule::Level));
    own.or_else(|| Some((positive(retail)?, V1PriceRule::Retail)))
}
