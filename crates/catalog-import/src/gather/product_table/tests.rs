//! What the fingerprint of an offer counts.

use super::*;
use catalog_domain::pricing::{LevelPrice, LevelPrices, Money, Offer, PriceLevel};

fn input(levels: &[(&str, i64)]) -> OfferInput {
    let price = |units: i64| Some(Money::from_units(units)).filter(|price| price.is_positive());
    let levels: LevelPrices =
        levels.iter().map(|(name, units)| LevelPrice { level: PriceLevel::new(name), price: price(*units) }).collect();
    OfferInput { offer: Offer { levels, ..Offer::default() }, commercial_updated_at: None }
}

#[test]
fn an_offer_of_an_earlier_version_is_unchanged_by_the_same_levels_and_changed_by_another_price() {
    let table = LevelTable::new(&["Опт", "Дилер"].map(PriceLevel::new));
    let said = input(&[("Опт", 5), ("Дилер", 0)]);
    // Earlier versions counted levels without a price.
    let stored = offer_fingerprint(&said.offer, 2);
    assert_eq!(ParsedOffer::of(&said, &table, || Some(stored)).fingerprint, stored);
    let another = input(&[("Опт", 6), ("Дилер", 0)]);
    assert_ne!(ParsedOffer::of(&another, &table, || Some(stored)).fingerprint, stored);
    let shorter = ParsedOffer::of(&input(&[("Опт", 5)]), &table, || None).fingerprint;
    assert_eq!(ParsedOffer::of(&said, &table, || None).fingerprint, shorter);
}
