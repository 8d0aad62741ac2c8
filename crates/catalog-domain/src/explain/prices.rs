//! Every price of a product for a viewer, with the stored amount and the rule.

use crate::pricing::money::Money;
use crate::pricing::offer::Offer;
use crate::pricing::price_level::PriceLevel;
use crate::pricing::viewer::Viewer;
use crate::pricing::{Pricing, Role, ShownPrice};
use std::fmt;

/// Which price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PriceKind {
    /// `pricing.retail`.
    Retail,
    /// `pricing.personal`, at this level.
    Personal(PriceLevel),
    /// `pricing.sale`.
    Sale,
    /// The entry of `pricing.levels` of this name.
    Level(Box<str>),
}

/// The name in the interface.
impl fmt::Display for PriceKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Retail => formatter.write_str("retail"),
            Self::Personal(level) => write!(formatter, "personal at {}", level.name()),
            Self::Sale => formatter.write_str("sale"),
            Self::Level(level) => write!(formatter, "levels {level}"),
        }
    }
}

/// A price with what it is derived from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedPrice {
    /// Which one.
    pub kind: PriceKind,
    /// The stored amount, if there is one.
    pub stored: Option<Money>,
    /// What is shown.
    pub shown: ShownPrice,
}

/// All prices that v2 shows to `viewer`, and where `at_all_levels`, those that an ordinary user of each other known
/// level gets.
pub(super) fn explain_prices(
    offer: &Offer,
    viewer: &Viewer,
    known_levels: &[PriceLevel],
    at_all_levels: bool,
) -> Vec<ExplainedPrice> {
    let pricing = Pricing::for_viewer(offer, viewer, known_levels);
    let personal = |level: &PriceLevel, shown| ExplainedPrice {
        kind: PriceKind::Personal(level.clone()),
        stored: offer.levels.price_at(level),
        shown,
    };
    let mut prices = vec![
        ExplainedPrice { kind: PriceKind::Retail, stored: offer.retail, shown: pricing.retail },
        personal(&viewer.price_level, pricing.personal.price),
        ExplainedPrice { kind: PriceKind::Sale, stored: offer.special, shown: pricing.sale.price },
    ];
    for entry in pricing.levels.iter().flatten() {
        let level = PriceLevel::new(entry.level);
        let stored = if level.is_retail() { offer.retail } else { offer.levels.price_at(&level) };
        prices.push(ExplainedPrice { kind: PriceKind::Level(entry.level.into()), stored, shown: entry.price });
    }
    if at_all_levels {
        for level in known_levels.iter().filter(|level| **level != viewer.price_level) {
            let viewer = Viewer { role: Role::User, price_level: level.clone(), configurator_access: false };
            prices.push(personal(level, Pricing::for_viewer(offer, &viewer, known_levels).personal.price));
        }
    }
    prices
}
