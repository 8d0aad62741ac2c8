//! The orders of lists by amounts (`docs/contract.md#product-sort`): the one rule for every list.

use crate::catalog::ProductSort;
use crate::pricing::{Money, Offer, PriceLevel, own_price};

/// Where a product is in a list by an amount: a lower one comes first, and equal ones are in the order of their stock
/// numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AmountRank {
    /// Without an amount a product is last, whatever the direction.
    is_last: bool,
    amount: i64,
}

impl AmountRank {
    /// That of a product with `offer`, for viewers of `level`; `None` where `sort` is not by an amount.
    ///
    /// A hidden price has no rank of its own, also for administrators, so that no order tells what is not shown.
    ///
    /// ```
    /// use catalog_domain::catalog::{AmountRank, ProductSort};
    /// use catalog_domain::pricing::{Money, Offer, PriceLevel};
    ///
    /// let level = PriceLevel::retail();
    /// let costs = |price| Offer { retail: Money::parse(price).ok(), ..Offer::default() };
    /// let rank = |offer: &Offer, sort| AmountRank::of(offer, &level, sort);
    /// let (low, high, unpriced) = (costs("9.5"), costs("10"), Offer::default());
    /// assert!(rank(&low, ProductSort::Price) < rank(&high, ProductSort::Price));
    /// assert!(rank(&low, ProductSort::PriceDescending) > rank(&high, ProductSort::PriceDescending));
    /// assert!(rank(&unpriced, ProductSort::PriceDescending) > rank(&low, ProductSort::PriceDescending));
    /// assert_eq!(rank(&low, ProductSort::Name), None);
    /// ```
    pub fn of(offer: &Offer, level: &PriceLevel, sort: ProductSort) -> Option<Self> {
        let price = || own_price(offer, level).map(Money::units);
        let amount = match sort {
            ProductSort::Price => price(),
            ProductSort::PriceDescending => price().map(|units| -units),
            ProductSort::InStockDescending => Some(-offer.in_stock()),
            ProductSort::Name
            | ProductSort::NameDescending
            | ProductSort::StockNumber
            | ProductSort::ContentUpdatedDescending
            | ProductSort::Relevance => return None,
        };
        Some(Self { is_last: amount.is_none(), amount: amount.unwrap_or(0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pricing::{LevelPrice, Pricing, Role, Viewer};
    use proptest::prelude::*;

    const ORDERS: [ProductSort; 3] = [ProductSort::Price, ProductSort::PriceDescending, ProductSort::InStockDescending];

    fn money(units: i64) -> Money {
        Money::from_units(units)
    }

    fn level() -> PriceLevel {
        PriceLevel::new("Опт")
    }

    #[test]
    fn the_lower_one_of_the_sale_and_of_the_own_or_retail_price_counts() {
        let offer = |retail, own, special, sale| Offer {
            retail: Some(money(retail)),
            levels: [LevelPrice { level: level(), price: Some(money(own)) }].into_iter().collect(),
            special: Some(money(special)),
            sale,
            ..Offer::default()
        };
        for (offer, at_level, at_retail) in [
            (offer(100, 90, 80, true), Some(80), Some(80)),
            (offer(100, 70, 80, true), Some(70), Some(80)),
            (offer(100, 90, 80, false), Some(90), Some(100)),
            (offer(100, 0, 0, true), Some(100), Some(100)),
            (offer(50, 0, 80, true), Some(50), Some(50)),
            (offer(0, 90, 0, true), Some(90), None),
            (Offer { hide_prices: true, ..offer(100, 90, 80, true) }, None, None),
        ] {
            let found = |level: &PriceLevel| own_price(&offer, level).map(Money::units);
            assert_eq!((found(&level()), found(&PriceLevel::retail())), (at_level, at_retail), "{offer:?}");
        }
    }

    prop_compose! {
        fn offers()(
            amounts in [0_i64..4, 0_i64..4, 0_i64..4, 0_i64..4],
            hide_prices in any::<bool>(),
            sale in any::<bool>(),
        ) -> Offer {
            let [retail, own, other, special] = amounts.map(money);
            let other = LevelPrice { level: PriceLevel::new("VIP"), price: Some(other) };
            let own = LevelPrice { level: level(), price: Some(own) };
            Offer {
                retail: Some(retail),
                levels: [own, other].into_iter().collect(),
                special: Some(special),
                hide_prices,
                sale,
                ..Offer::default()
            }
        }
    }

    proptest! {
        /// The law: two products that a viewer is shown the same of are equal in every order, whatever is hidden.
        #[test]
        fn an_order_tells_nothing_that_the_shown_amounts_do_not(a in offers(), b in offers(), at_level in any::<bool>()) {
            let price_level = if at_level { level() } else { PriceLevel::retail() };
            let viewer = Viewer { role: Role::User, price_level: price_level.clone(), configurator_access: false };
            if Pricing::for_viewer(&a, &viewer, &[]) == Pricing::for_viewer(&b, &viewer, &[]) {
                for sort in ORDERS {
                    prop_assert_eq!(
                        AmountRank::of(&a, &price_level, sort),
                        AmountRank::of(&b, &price_level, sort)
                    );
                }
            }
        }
    }
}
