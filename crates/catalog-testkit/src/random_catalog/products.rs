//! Random products: names, vendors, links, offers and filter values come from few, so that many products share each.

use super::sections::HIGHEST_SECTION;
use crate::builders;
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Stock};
use catalog_domain::products::{
    FilterValue, LinkedSections, NamedTexts, Product, ProductTexts, SharedFilterValue, Vendor,
};
use catalog_domain::values::{CatalogRevision, ProductTypeId, SectionId, SourceId, Timestamp};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::Arc;

pub(super) fn product(id: i64) -> impl Strategy<Value = Product> {
    let names = select(&["pump", "Pump", "PUMP", "насос", "Насос", "axle"][..]);
    let full_names = select(&["", "Насос КТ-40-160, steel", "ex-proof PUMP 0.5 kW", "Stainless axle 160/5"][..]);
    let vendors = option::of((0..3_u8, prop_oneof![Just(" Acme\u{a0}"), Just("acme"), Just("Zeta")]));
    (names, full_names, vec(0..=HIGHEST_SECTION, 0..4), vendors, offer(), vec(filter_value(), 0..4), 0..4_i64).prop_map(
        move |(name, full_name, sections, vendor, offer, filter_values, updated)| {
            let mut linked: Vec<SectionId> = Vec::new();
            for section in sections.into_iter().map(SectionId) {
                if !linked.contains(&section) {
                    linked.push(section);
                }
            }
            let stock_number = format!("SN-{}", (id * 7) % 41);
            let texts = NamedTexts { stock_number: &stock_number, name, full_name, url: None, preview: None };
            Product {
                texts: ProductTexts::from(texts),
                source_id: SourceId(id),
                type_id: ProductTypeId(1 + id % 2),
                vendor: vendor.map(|(id, name)| Arc::new(Vendor { id: format!("v{id}").into(), name: name.into() })),
                sections: LinkedSections::new(linked.clone(), linked.last().copied().filter(|_| id % 2 == 0)),
                offer,
                filter_values: filter_values.into_iter().map(SharedFilterValue::from).collect(),
                has_configurator: false,
                content_updated_at: Timestamp::from_unix_microseconds(updated),
                commercial_updated_at: Timestamp::from_unix_microseconds(0),
                version: CatalogRevision(updated),
            }
        },
    )
}

/// An offer in which every rule of prices and stock may decide.
pub fn offer() -> impl Strategy<Value = Offer> {
    let price = || option::of(0..3_i64).prop_map(|units| units.map(Money::from_units));
    (any::<bool>(), price(), price(), any::<bool>(), price(), vec(0..3_i64, 0..3)).prop_map(
        |(hide_prices, retail, level, sale, special, stock)| Offer {
            hide_prices,
            retail,
            levels: [LevelPrice { level: PriceLevel::new("Опт"), price: level }].into(),
            sale,
            special,
            stock: stock.into_iter().map(|quantity| Stock { warehouse: "main".into(), quantity }).collect(),
            shipping: 0,
        },
    )
}

pub(super) fn value_of_all_sections() -> SharedFilterValue {
    let all: Vec<i64> = (0..=HIGHEST_SECTION).collect();
    SharedFilterValue::from(builders::filter_value("power", "5 kW", "5", &all))
}

fn filter_value() -> impl Strategy<Value = FilterValue> {
    let texts = prop_oneof![
        Just(("5 kW", "5")),
        Just(("5kW", "5")),
        Just(("95 kW", "5")),
        Just(("1 kW", "1")),
        Just(("9 kW", "9")),
        Just(("none", ""))
    ];
    let uids = prop_oneof![Just("power"), Just("power:color"), Just("other")];
    (uids, texts, vec(0..=HIGHEST_SECTION, 0..4))
        .prop_map(|(uid, (value, key), sections)| builders::filter_value(uid, value, key, &sections))
}
