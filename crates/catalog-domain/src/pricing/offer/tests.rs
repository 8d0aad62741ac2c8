//! Lists of prices and stock are equal whatever their representation.

use super::*;
use proptest::prelude::*;
use std::sync::Arc;

fn level_prices() -> impl Strategy<Value = Vec<(String, Option<i64>)>> {
    proptest::collection::vec(("[a-cА-В]{1,2}", proptest::option::of(0..1_000_i64)), 0..5)
}

proptest! {
    #[test]
    fn prices_come_out_as_they_went_in_and_are_found_whether_or_not_their_levels_are_shared(
        prices in level_prices(),
        wanted in "[a-cА-В]{1,2}",
    ) {
        let listed = || prices.iter().map(|(name, units)| LevelPrice {
            level: PriceLevel::new(name),
            price: units.map(Money::from_units),
        });
        let own: LevelPrices = listed().collect();
        let levels = Arc::new(listed().map(|price| price.level).collect());
        let sharing = LevelPrices::sharing(levels, listed().map(|price| price.price));
        prop_assert_eq!(&own, &sharing);
        let first = listed().find(|price| price.level.name() == wanted);
        for list in [own, sharing] {
            let out = list.iter().map(|ListedLevelPrice { level, price }| LevelPrice { level: level.clone(), price });
            prop_assert_eq!(out.collect::<Vec<_>>(), listed().collect::<Vec<_>>());
            prop_assert_eq!((list.len(), list.is_empty()), (prices.len(), prices.is_empty()));
            let found = list.price_at(&PriceLevel::new(&wanted));
            prop_assert_eq!(found, first.as_ref().and_then(|price| price.price));
        }
    }

    #[test]
    fn stock_comes_out_as_it_went_in_with_its_total_whether_or_not_its_warehouses_are_shared(
        stock in proptest::collection::vec(("[a-c]{1,2}", 0..i64::MAX), 0..4),
    ) {
        let listed = || stock.iter().map(|(id, quantity)| Stock { warehouse: id.as_str().into(), quantity: *quantity });
        let own: StockList = listed().collect();
        let warehouses = Arc::new(listed().map(|stock| stock.warehouse).collect());
        let sharing = StockList::sharing(warehouses, listed().map(|stock| stock.quantity));
        prop_assert_eq!(&own, &sharing);
        let total = stock.iter().fold(0_i64, |sum, (_, quantity)| sum.saturating_add(*quantity));
        for list in [own, sharing] {
            let out = list.iter().map(|ListedStock { warehouse, quantity }| Stock {
                warehouse: Arc::clone(warehouse),
                quantity,
            });
            prop_assert_eq!(out.collect::<Vec<_>>(), listed().collect::<Vec<_>>());
            prop_assert_eq!((list.len(), list.is_empty(), list.total()), (stock.len(), stock.is_empty(), total));
        }
    }
}

#[test]
fn lists_differ_in_any_name_or_value_and_in_their_length() {
    let price =
        |name: &str, units: i64| LevelPrice { level: PriceLevel::new(name), price: Some(Money::from_units(units)) };
    let levels = || Arc::new(Box::from(["a", "b"].map(PriceLevel::new)));
    let list = LevelPrices::sharing(levels(), [1, 2].map(|units| Some(Money::from_units(units))));
    for other in [
        LevelPrices::from([price("a", 1), price("c", 2)]),
        LevelPrices::from([price("a", 1), price("b", 3)]),
        LevelPrices::from([price("b", 2), price("a", 1)]),
        LevelPrices::from([price("a", 1)]),
        LevelPrices::sharing(levels(), [Some(Money::from_units(1)), None]),
        LevelPrices::default(),
    ] {
        assert_ne!(list, other);
    }
}

#[test]
fn what_has_a_name_or_a_value_only_is_left_out() {
    let levels = || Arc::new(Box::from(["a", "b"].map(PriceLevel::new)));
    for (prices, length) in [(vec![], 0), (vec![None], 1), (vec![None; 3], 2)] {
        let list = LevelPrices::sharing(levels(), prices);
        assert_eq!((list.len(), list.iter().count()), (length, length));
    }
}

#[test]
fn a_total_beyond_the_largest_number_is_the_largest_number() {
    let stock = |warehouse: &str| Stock { warehouse: warehouse.into(), quantity: i64::MAX };
    let offer = Offer { stock: [stock("a"), stock("b")].into(), ..Offer::default() };
    assert_eq!((offer.in_stock(), offer.is_available()), (i64::MAX, true));
    let empty = Offer { stock: [Stock { warehouse: "a".into(), quantity: 0 }].into(), ..Offer::default() };
    assert_eq!((empty.in_stock(), empty.is_available()), (0, false));
}
