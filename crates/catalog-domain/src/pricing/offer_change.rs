//! What a person sees of the change of an offer: the price to pay and the stock, before and now.

use super::{Disclosure, ShownPrice, own_price};
use crate::pricing::offer::Offer;
use crate::pricing::price_level::PriceLevel;

/// A change of an offer for buyers at one price level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferChange {
    /// What is to be paid now: see [`own_price`].
    pub price: ShownPrice,
    /// What was to be paid before; `None` where it is the same, is not known, or may not be seen now.
    pub price_before: Option<ShownPrice>,
    /// Pieces over all warehouses.
    pub in_stock: i64,
    /// The same before; `None` where it is the same or not known.
    pub in_stock_before: Option<i64>,
}

impl OfferChange {
    /// The change from `before` to `now` at the present `level` of the person, by the rules of the present: a price
    /// that is hidden now was never shown. `None` when the person sees no difference; without `before`, nobody knows.
    pub fn seen_at(level: &PriceLevel, before: Option<&Offer>, now: &Offer) -> Option<Self> {
        let (price, in_stock) = seen(now, level);
        let Some(before) = before else {
            return Some(Self { price, price_before: None, in_stock, in_stock_before: None });
        };
        let (old_price, old_stock) = seen(before, level);
        let change = Self {
            price_before: Some(old_price).filter(|old| *old != price && !now.hide_prices),
            in_stock_before: Some(old_stock).filter(|old| *old != in_stock),
            price,
            in_stock,
        };
        (old_price != price || old_stock != in_stock).then_some(change)
    }
}

fn seen(offer: &Offer, level: &PriceLevel) -> (ShownPrice, i64) {
    let hidden = offer.hide_prices;
    (Disclosure { hidden, values_visible: !hidden }.show(own_price(offer, level)), offer.in_stock())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pricing::{LevelPrice, Money, Pricing, Role, Stock, Viewer};
    use proptest::prelude::*;

    const OWN: &str = "Опт";

    prop_compose! {
        fn offers()(
            amounts in [0_i64..4, 0_i64..4, 0_i64..4, 0_i64..4],
            quantity in 0_i64..3,
            hide_prices in any::<bool>(),
            sale in any::<bool>(),
        ) -> Offer {
            let [retail, own, other, special] = amounts.map(|units| Some(Money::from_units(units)));
            let at = |level, price| LevelPrice { level: PriceLevel::new(level), price };
            Offer {
                retail,
                levels: [at(OWN, own), at("VIP", other)].into(),
                special,
                stock: [Stock { warehouse: "one".into(), quantity }].into(),
                hide_prices,
                sale,
                ..Offer::default()
            }
        }
    }

    proptest! {
        /// The law: what a change shows follows from what the person may see of both offers, and of a product whose
        /// prices are hidden now it shows no amount.
        #[test]
        fn a_change_tells_nothing_that_the_shown_amounts_do_not(
            (before, now) in (offers(), offers()), (other_before, other_now) in (offers(), offers()), at_level in any::<bool>(),
        ) {
            let price_level = if at_level { PriceLevel::new(OWN) } else { PriceLevel::retail() };
            let viewer = Viewer { role: Role::User, price_level: price_level.clone(), configurator_access: false };
            let shown = |offer| (Pricing::for_viewer(offer, &viewer, &[]), offer.in_stock());
            let change = |before, now| OfferChange::seen_at(&price_level, before, now);
            if shown(&before) == shown(&other_before) && shown(&now) == shown(&other_now) {
                prop_assert_eq!(change(Some(&before), &now), change(Some(&other_before), &other_now));
            }
            let amounts = |offer: &Offer| {
                let pricing = Pricing::for_viewer(offer, &viewer, &[]);
                [pricing.retail.value, pricing.personal.price.value, pricing.sale.price.value]
            };
            for known in [None, Some(&before)] {
                let Some(OfferChange { price, price_before, .. }) = change(known, &now) else { continue };
                prop_assert!(price.value.is_none() || amounts(&now).contains(&price.value));
                let was = price_before.and_then(|price| price.value);
                prop_assert!(was.is_none() || !now.hide_prices && amounts(&before).contains(&was));
            }
        }
    }

    #[test]
    fn only_what_differs_for_the_person_is_a_change() {
        let offer = |retail, other, quantity, hide_prices| Offer {
            retail: Some(Money::from_units(retail)),
            levels: [LevelPrice { level: PriceLevel::new("VIP"), price: Some(Money::from_units(other)) }].into(),
            stock: [Stock { warehouse: "one".into(), quantity }].into(),
            hide_prices,
            ..Offer::default()
        };
        let now = offer(90, 60, 5, false);
        let change = |before: Offer, now: &Offer| OfferChange::seen_at(&PriceLevel::retail(), Some(&before), now);
        assert_eq!(change(offer(90, 70, 5, false), &now), None, "the price of another level");
        let units = |change: Option<OfferChange>| {
            let change = change.unwrap();
            (change.price_before.map(|price| price.value.map(Money::units)), change.in_stock_before)
        };
        assert_eq!(units(change(offer(100, 60, 5, false), &now)), (Some(Some(100)), None));
        assert_eq!(units(change(offer(90, 60, 7, false), &now)), (None, Some(7)));
        assert_eq!(units(change(offer(100, 60, 5, true), &now)), (Some(None), None), "it was hidden");
        let hidden = offer(90, 60, 5, true);
        assert_eq!(units(change(offer(100, 60, 5, false), &hidden)), (None, None), "it is hidden");
        assert_eq!(change(offer(100, 60, 5, true), &hidden), None);
    }
}
