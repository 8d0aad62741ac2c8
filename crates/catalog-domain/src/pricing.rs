//! The price of a product for a viewer (`docs/contract.md#prices`). The only place where it is decided.

pub(crate) mod decimal_text;
pub(crate) mod money;
pub(crate) mod offer;
mod offer_change;
pub(crate) mod price_level;
mod rules;
pub(crate) mod viewer;

pub use decimal_text::DecimalText;
pub use money::{Money, MoneyError};
pub use offer::{LevelPrice, LevelPrices, ListedLevelPrice, ListedStock, Offer, Stock, StockList, positive};
pub use offer_change::OfferChange;
pub use price_level::{PriceLevel, RETAIL_LEVEL};
pub use rules::{HasPrice, PriceRule, V1PriceRule, effective_option_price, effective_price, own_price, v1_price};
pub use viewer::{Role, Viewer};

use std::fmt;

/// One amount as it is shown. `value` is never zero: a zero amount is on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownPrice {
    /// The amount, when there is one to show.
    pub value: Option<Money>,
    /// Whether the price is on request.
    pub on_request: bool,
    /// The rule that decided both.
    pub rule: PriceRule,
}

/// The price at one level as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownLevelPrice<'a> {
    /// The level's name.
    pub level: &'a str,
    /// Its price.
    pub price: ShownPrice,
}

/// A percentage in hundredths of a percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Percent(i64);

impl Percent {
    /// The percentage in its shortest decimal form: `12.5`, `10`, `0.07`.
    pub fn to_decimal_text(self) -> DecimalText {
        DecimalText::new(self.0, 2)
    }
}

/// Writes the shortest JSON number: `12.5`, `10`, `0.07`.
impl fmt::Display for Percent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.to_decimal_text().as_str())
    }
}

/// The difference between retail and sale price; zero unless the sale price is lower.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Discount {
    /// Retail minus special price.
    pub value: Money,
    /// The same in percent of retail, rounded half up to two decimals.
    pub percent: Percent,
}

/// The sale of a product. It never replaces the personal price (`docs/contract.md#prices-sale`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownSale {
    /// The source's sale flag.
    pub active: bool,
    /// The special price, whether or not the flag is set.
    pub price: ShownPrice,
    /// The discount from retail.
    pub discount: Discount,
}

/// `pricing` of a product for one viewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pricing<'a> {
    /// The source's flag for hiding prices.
    pub on_request: bool,
    /// The retail price.
    pub retail: ShownPrice,
    /// The viewer's own level; without a value at `Розн`.
    pub personal: ShownLevelPrice<'a>,
    /// The sale.
    pub sale: ShownSale,
    /// Every level, for administrators only.
    pub levels: Option<Vec<ShownLevelPrice<'a>>>,
}

/// Which amounts of a set of prices a viewer may see.
#[derive(Debug, Clone, Copy)]
struct Disclosure {
    hidden: bool,
    values_visible: bool,
}

impl Disclosure {
    fn new(hidden: bool, viewer: &Viewer) -> Self {
        Self { hidden, values_visible: !hidden || viewer.is_administrator() }
    }

    /// The amount as it is shown: on request when it is missing, zero or hidden
    /// (`docs/contract.md#prices-missing`, `docs/contract.md#prices-hidden`).
    fn show(self, amount: Option<Money>) -> ShownPrice {
        let value = positive(amount).filter(|_| self.values_visible);
        let rule = match value {
            Some(_) if self.hidden => PriceRule::HiddenFromUsers,
            Some(_) => PriceRule::Stored,
            None if self.values_visible => PriceRule::NoPrice,
            None => PriceRule::Hidden,
        };
        ShownPrice { value, on_request: rule.is_on_request(), rule }
    }

    /// The personal price at the level `Розн`: there is none, and it is on request only when everything is
    /// (`docs/contract.md#prices-retail-level`).
    fn at_retail_level(self) -> ShownPrice {
        let rule = if self.hidden { PriceRule::Hidden } else { PriceRule::RetailLevel };
        ShownPrice { value: None, on_request: rule.is_on_request(), rule }
    }
}

impl<'a> Pricing<'a> {
    /// The pricing of `offer` for `viewer`. `known_levels` are all levels the store knows, in order of first
    /// appearance.
    ///
    /// ```
    /// use catalog_domain::pricing::{Money, Offer, PriceLevel, Pricing, Role, Viewer};
    ///
    /// let offer = Offer { hide_prices: true, retail: Some(Money::parse("19.90")?), ..Offer::default() };
    /// let viewer = |role| Viewer { role, price_level: PriceLevel::retail(), configurator_access: false };
    /// let (buyer, administrator) = (viewer(Role::User), viewer(Role::Administrator));
    ///
    /// let hidden = Pricing::for_viewer(&offer, &buyer, &[]).retail;
    /// assert_eq!((hidden.value, hidden.on_request), (None, true));
    /// let diagnostic = Pricing::for_viewer(&offer, &administrator, &[]).retail;
    /// assert_eq!(diagnostic.value.map(|price| price.to_string()), Some("19.9".into()));
    /// assert!(diagnostic.on_request);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_viewer(offer: &'a Offer, viewer: &'a Viewer, known_levels: &'a [PriceLevel]) -> Self {
        let disclosure = Disclosure::new(offer.hide_prices, viewer);
        let prices = PriceList { retail: offer.retail, levels: &offer.levels };
        Self {
            on_request: offer.hide_prices,
            retail: disclosure.show(offer.retail),
            personal: prices.personal(viewer, disclosure),
            sale: ShownSale {
                active: offer.sale,
                price: disclosure.show(offer.special),
                discount: if disclosure.values_visible {
                    discount(offer.retail, offer.special)
                } else {
                    Discount::default()
                },
            },
            levels: viewer.is_administrator().then(|| prices.all(known_levels, disclosure)),
        }
    }
}

/// `pricing` of a configurator option: no sale, no flag of its own (`docs/contract.md#configurator-prices`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionPricing<'a> {
    /// The retail price.
    pub retail: ShownPrice,
    /// The viewer's own level.
    pub personal: ShownLevelPrice<'a>,
    /// Every level, for administrators only.
    pub levels: Option<Vec<ShownLevelPrice<'a>>>,
}

impl<'a> OptionPricing<'a> {
    /// The prices of an option of a product whose prices are hidden or not (`hide_prices`), for `viewer`.
    pub fn for_viewer(
        retail: Option<Money>,
        levels: &'a LevelPrices,
        hide_prices: bool,
        viewer: &'a Viewer,
        known_levels: &'a [PriceLevel],
    ) -> Self {
        let disclosure = Disclosure::new(hide_prices, viewer);
        let prices = PriceList { retail, levels };
        Self {
            retail: disclosure.show(retail),
            personal: prices.personal(viewer, disclosure),
            levels: viewer.is_administrator().then(|| prices.all(known_levels, disclosure)),
        }
    }
}

/// Retail and level prices of a product or an option.
struct PriceList<'a> {
    retail: Option<Money>,
    levels: &'a LevelPrices,
}

impl<'a> PriceList<'a> {
    fn personal(&self, viewer: &'a Viewer, disclosure: Disclosure) -> ShownLevelPrice<'a> {
        let level = &viewer.price_level;
        let price =
            if level.is_retail() { disclosure.at_retail_level() } else { disclosure.show(self.levels.price_at(level)) };
        ShownLevelPrice { level: level.name(), price }
    }

    /// `Розн` with the retail price, then the given levels in source order, then the other known ones without a price.
    fn all(&self, known_levels: &'a [PriceLevel], disclosure: Disclosure) -> Vec<ShownLevelPrice<'a>> {
        let shown = |level: &'a str, amount| ShownLevelPrice { level, price: disclosure.show(amount) };
        let without_price = known_levels
            .iter()
            .filter(|known| !known.is_retail() && !self.levels.iter().any(|entry| *entry.level == **known))
            .map(|known| shown(known.name(), None));
        std::iter::once(shown(RETAIL_LEVEL, self.retail))
            .chain(self.levels.iter().map(|entry| shown(entry.level.name(), entry.price)))
            .chain(without_price)
            .collect()
    }
}

/// The discount when 0 < special < retail, else zero.
fn discount(retail: Option<Money>, special: Option<Money>) -> Discount {
    let (Some(retail), Some(special)) = (positive(retail), positive(special)) else { return Discount::default() };
    if special >= retail {
        return Discount::default();
    }
    let value = retail.units() - special.units();
    // Hundredths of a percent, rounded half up: (10_000 * value / retail) + 1/2, in integers wide enough for any price.
    let rounded = (i128::from(value) * 20_000 + i128::from(retail.units())) / (i128::from(retail.units()) * 2);
    Discount { value: Money::from_units(value), percent: Percent(i64::try_from(rounded).unwrap_or(10_000)) }
}

#[cfg(test)]
mod tests;
