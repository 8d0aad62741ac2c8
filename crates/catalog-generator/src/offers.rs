//! Prices and stock: levels, sales, hidden and missing prices, three warehouses.

use crate::linking::category;
use crate::plan::Plan;
use crate::random::{Random, Stream};
use crate::records::{Offer, Price, Record, Source};
use crate::vocabulary::CATEGORIES;
use catalog_records::{Given, LevelsDocument, RecordKind, StockDocument, WarehouseDocument};

type Levels<'a> = LevelsDocument<Source<'a>>;

/// The warehouses, by id and name.
const WAREHOUSES: [(&str, &str); 3] =
    [("main", "Main warehouse"), ("north", "Northern depot"), ("ural", "Склад «Урал»")];

/// The price levels below the retail price, with their price in percent of it.
const LEVELS: [(&str, u64); 3] = [("Опт", 90), ("Дилер", 82), ("Партнёр", 75)];

/// Of 100 products: without any price, with hidden prices, on sale, out of stock.
const NO_PRICE_PERCENT: u64 = 5;
const HIDDEN_PERCENT: u64 = 8;
const SALE_PERCENT: u64 = 10;
const OUT_OF_STOCK_PERCENT: u64 = 20;

pub(crate) fn warehouses() -> impl Iterator<Item = Record<'static>> {
    let record = |(id, name): &(&'static str, &'static str)| {
        Record::Warehouse(WarehouseDocument { kind: RecordKind::Warehouse, id, name: (*name).into() })
    };
    WAREHOUSES.iter().map(record)
}

pub(crate) fn offer<'a>(plan: &Plan<'_>, index: u64) -> Offer<'a> {
    drawn(plan, index, plan.random(Stream::Offer, index), 100)
}

/// A later offer of a product, with other choices; it always differs from the catalog's.
pub(crate) fn changed_offer<'a>(plan: &Plan<'_>, index: u64, random: &mut Random) -> Offer<'a> {
    // Not the product's own number as the key: two deltas of different lengths give a product different offers.
    let draws = Random::keyed(random.next(), Stream::Offer, index);
    let changed = drawn(plan, index, draws, 100);
    let shipping = offer(plan, index).shipping + random.between(1, 20) as i64;
    Offer { shipping, ..changed }
}

/// The offer of a product on some later day: its prices are within a tenth of the catalog's, its stock is another.
pub(crate) fn later_offer<'a>(plan: &Plan<'_>, index: u64, random: &mut Random) -> Offer<'a> {
    let percent = random.between(90, 110);
    let offer = drawn(plan, index, plan.random(Stream::Offer, index), percent);
    Offer { stock: stock(random), ..offer }
}

pub(crate) fn option_prices<'a>(retail_cents: u64, random: &mut Random) -> (Price, Levels<'a>) {
    let levels = LEVELS.iter().map(|(level, percent)| (*level, price(retail_cents * percent / 100, random)));
    let levels = LevelsDocument(levels.collect());
    (price(retail_cents, random), levels)
}

/// An offer by these choices, with its prices multiplied by `percent`.
fn drawn<'a>(plan: &Plan<'_>, index: u64, mut random: Random, percent: u64) -> Offer<'a> {
    let base = CATEGORIES[category(plan, index)].base_price;
    // Most products cost little, a few a great deal.
    let factor = random.between(60, 400) * random.between(1, 6);
    let cents = (base * factor + random.below(100)) * percent / 100;
    let has_price = !random.chance(NO_PRICE_PERCENT);
    let (sale, special_price) = sale(cents, has_price, &mut random);
    Offer {
        hide_prices: Given::if_true(random.chance(HIDDEN_PERCENT)),
        retail: Given(if has_price { Some(price(cents, &mut random)) } else { no_price(&mut random) }),
        levels: if has_price { levels(cents, &mut random) } else { LevelsDocument::default() },
        sale: Given::if_true(sale),
        special_price: Given(special_price),
        stock: stock(&mut random),
        shipping: if random.chance(25) { random.between(1, 40) as i64 } else { 0 },
        commercial_updated_at: Given(None),
    }
}

/// The sale flag and the special price. Sometimes one comes without the other, as in real catalogs.
fn sale(cents: u64, has_price: bool, random: &mut Random) -> (bool, Option<Price>) {
    if !random.chance(SALE_PERCENT) {
        let leftover = has_price && random.chance(2);
        return (false, leftover.then(|| price(cents * 9 / 10, random)));
    }
    let special = cents * random.between(60, 95) / 100;
    let priced = has_price && !random.chance(4);
    (true, if priced { Some(price(special, random)) } else { no_price(random) })
}

fn levels<'a>(cents: u64, random: &mut Random) -> Levels<'a> {
    let mut levels = Vec::with_capacity(LEVELS.len());
    for (level, percent) in LEVELS {
        match random.below(20) {
            0 => levels.push((level, Price::Text("0".to_owned()))),
            1 => {}
            _ => levels.push((level, price(cents * percent / 100, random))),
        }
    }
    LevelsDocument(levels)
}

fn stock<'a>(random: &mut Random) -> Vec<StockDocument<Source<'a>>> {
    let is_out = random.chance(OUT_OF_STOCK_PERCENT);
    if is_out && random.chance(50) {
        return Vec::new();
    }
    let certain = random.index(WAREHOUSES.len());
    let of_warehouse = |(number, &(warehouse_id, _)): (usize, &(&'static str, &str))| {
        // Goods that are sold but not yet counted show as a negative quantity, which means none.
        let is_oversold = random.below(100) == 0;
        let quantity = match (is_out, number == certain) {
            (false, true) => random.between(1, 250) as i64,
            _ if is_oversold => -2,
            (false, false) => random.below(60) as i64,
            (true, _) => 0,
        };
        StockDocument { warehouse_id, quantity }
    };
    WAREHOUSES.iter().enumerate().map(of_warehouse).collect()
}

/// A price in one of the forms that sources use.
fn price(cents: u64, random: &mut Random) -> Price {
    match random.below(4) {
        // The nearest double of a number of cents prints as that number of cents.
        0 => Price::Number(cents as f64 / 100.0),
        1 => Price::Text(format!("{}.{:02}50", cents / 100, cents % 100)),
        _ => Price::Text(format!("{}.{:02}", cents / 100, cents % 100)),
    }
}

/// The forms in which sources say that there is no price.
fn no_price(random: &mut Random) -> Option<Price> {
    match random.below(4) {
        0 => Some(Price::Text("0".to_owned())),
        1 => Some(Price::Text(String::new())),
        2 => Some(Price::Number(0.0)),
        _ => None,
    }
}
