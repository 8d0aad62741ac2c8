//! Prices as pages write them. What is shown is decided by [`catalog_domain::pricing::Pricing`]: nothing here knows an
//! amount that the person may not see.

use catalog_domain::pricing::{Pricing, ShownLevelPrice, ShownPrice};
use std::fmt;

/// One price: `1999.9 USD`, `On request`, or for administrators both.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PriceText(pub(crate) ShownPrice);

impl PriceText {
    /// The special price. Where the product has none, the API says that it is on request; a person reads that nothing
    /// is offered.
    pub(crate) fn of_sale(pricing: &Pricing<'_>) -> Self {
        let sale = &pricing.sale;
        let has_none = !sale.active && sale.price.value.is_none();
        Self(if has_none { ShownPrice { on_request: false, ..sale.price } } else { sale.price })
    }
}

impl fmt::Display for PriceText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.value, self.0.on_request) {
            (Some(value), false) => write!(formatter, "{value}\u{a0}USD"),
            (Some(value), true) => write!(formatter, "{value}\u{a0}USD (on request)"),
            (None, true) => formatter.write_str("On request"),
            (None, false) => formatter.write_str("–"),
        }
    }
}

/// The price at one level, for a template.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LevelText<'a> {
    pub(crate) level: &'a str,
    pub(crate) price: PriceText,
}

impl<'a> From<&ShownLevelPrice<'a>> for LevelText<'a> {
    fn from(shown: &ShownLevelPrice<'a>) -> Self {
        Self { level: shown.level, price: PriceText(shown.price) }
    }
}
