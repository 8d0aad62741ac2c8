//! What the source may change in a product's record or offer. Few values each, so that things return to what they were.

use crate::dice::Dice;
use crate::times::iso;
use crate::world::{STOCK_NUMBERS, STOREFRONT, WAREHOUSES, fields_of};
use serde_json::{Value, json};

/// Vendors as records give them: ids under several names, names that differ in blanks, a blank one, none.
const VENDORS: [Option<(&str, &str)>; 7] = [
    Some(("acme", "Acme")),
    Some(("acme", " Acme\u{a0}")),
    Some(("acme", "ACME Ltd")),
    Some(("böhm", "Böhm")),
    Some(("böhm", "Bohm")),
    Some(("blank", "  ")),
    None,
];
/// Prices, also those that mean that there is none.
const PRICES: [&str; 6] = ["100", "90.5", "0.0001", "0", "", "1799.99"];
const LEVELS: [&str; 4] = ["Опт", "Дилер", "Партнёр", "VIP"];

/// Changes one thing of a product's record. `now` is the second of the run.
pub(crate) fn edit_product(product: &mut Value, dice: &mut Dice, sections: &[i64], now: i64) {
    match dice.number(0..26) {
        0 => product["name"] = json!(dice.pick(&["Pump", "Motor", "насос"])),
        1 => product["fullName"] = json!(dice.pick(&["Pump, full", "Motor, full"])),
        2 => product["url"] = dice.pick(&[json!(null), page("p/1/"), page("p/2/"), json!("https://other.example/p/")]),
        3 | 4 => edit_vendor(product, dice),
        5 | 6 => product["sections"] = json!(dice.some_of(sections, 4)),
        7 => edit_optional(product, dice, "primarySection", |dice| json!(dice.pick(sections))),
        8 => edit_optional(product, dice, "preview", |dice| dice.pick(&[page("1.jpg"), page("2.jpg")])),
        9 => edit_optional(product, dice, "photos", photos),
        10 => edit_optional(product, dice, "description", |dice| json!(dice.pick(&["", "<p>One</p>", "Two"]))),
        11 => edit_optional(
            product,
            dice,
            "seo",
            |dice| json!({"title": dice.pick(&["", "T"]), "html": dice.pick(&["", "<h1>"])}),
        ),
        12..=14 => edit_features(product, dice),
        15..=17 => edit_optional(product, dice, "filterValues", |dice| filter_values(dice, sections)),
        18 | 19 => edit_optional(product, dice, "configurator", configurator),
        20 => edit_optional(product, dice, "offer", |dice| offer(dice, now)),
        21 => edit_prices(product, dice, now),
        22 => product["isActive"] = json!(dice.chance(60)),
        23 | 24 => edit_optional(product, dice, "contentUpdatedAt", |dice| moment(dice, now)),
        _ => edit_optional(product, dice, "commercialUpdatedAt", |dice| moment(dice, now)),
    }
}

/// Prices and stock, as an offer's record or the part `offer` of a product's has them.
pub(crate) fn offer(dice: &mut Dice, now: i64) -> Value {
    let mut offer = json!({});
    for _ in 0..dice.number(0..6) {
        edit_offer(&mut offer, dice, now);
    }
    offer
}

/// Changes one thing of an offer.
pub(crate) fn edit_offer(offer: &mut Value, dice: &mut Dice, now: i64) {
    match dice.number(0..9) {
        0 => edit_optional(offer, dice, "hidePrices", |dice| json!(dice.chance(50))),
        1 => edit_optional(offer, dice, "retail", |dice| json!(dice.pick(&PRICES))),
        2 | 3 => edit_optional(offer, dice, "levels", levels),
        4 => edit_optional(offer, dice, "sale", |dice| json!(dice.chance(50))),
        5 => edit_optional(offer, dice, "specialPrice", |dice| json!(dice.pick(&PRICES))),
        6 => edit_optional(offer, dice, "stock", stock),
        7 => edit_optional(offer, dice, "shipping", |dice| json!(dice.pick(&[-1, 0, 4]))),
        _ => edit_optional(offer, dice, "commercialUpdatedAt", |dice| moment(dice, now)),
    }
}

/// Sets a field that may be absent, or takes it away.
fn edit_optional(record: &mut Value, dice: &mut Dice, field: &str, value: impl FnOnce(&mut Dice) -> Value) {
    if dice.chance(25) {
        record.as_object_mut().unwrap().remove(field);
    } else {
        record[field] = value(dice);
    }
}

fn edit_vendor(product: &mut Value, dice: &mut Dice) {
    product["vendor"] = dice.pick(&VENDORS).map_or(json!(null), |(id, name)| json!({"id": id, "name": name}));
}

/// Other values, or another type, which has other fields.
fn edit_features(product: &mut Value, dice: &mut Dice) {
    if dice.chance(15) {
        product["typeId"] = json!(dice.pick(&[5, 6]));
    }
    let fields = fields_of(product["typeId"].as_i64().unwrap());
    let mut features = dice.some_of(&fields, 4);
    // Several values of one field.
    features.extend(features.first().copied().filter(|_| dice.chance(30)));
    let feature = |field| json!({"fieldId": field, "value": dice.pick(&["a", "b"])});
    product["features"] = features.into_iter().map(feature).collect();
}

fn filter_values(dice: &mut Dice, sections: &[i64]) -> Value {
    let value = |dice: &mut Dice| {
        let (value, key) = dice.pick(&[("5 kW", "5"), ("5.0 kW", "5"), ("Steel", "steel")]);
        json!({"fieldId": dice.pick(&[51, 61]), "uid": dice.pick(&["power", "material"]), "value": value, "key": key,
            "sections": dice.some_of(sections, 3)})
    };
    (0..dice.number(0..4)).map(|_| value(dice)).collect()
}

fn photos(dice: &mut Dice) -> Value {
    let photo = |name: &str| json!({"url": page(name), "alt": if name == "1.jpg" { Some("front") } else { None }});
    dice.some_of(&["1.jpg", "2.jpg", "3.jpg"], 3).into_iter().map(photo).collect()
}

fn configurator(dice: &mut Dice) -> Value {
    let option = |uid: &str, dice: &mut Dice| {
        let mut option = json!({"uid": uid, "name": dice.pick(&["5 kW", "7 kW"])});
        edit_optional(&mut option, dice, "stockNumber", |dice| json!(dice.pick(&STOCK_NUMBERS)));
        edit_optional(&mut option, dice, "default", |dice| json!(dice.chance(50)));
        edit_optional(&mut option, dice, "retail", |dice| json!(dice.pick(&PRICES)));
        edit_optional(&mut option, dice, "levels", levels);
        option
    };
    let group = |uid: &str, dice: &mut Dice| {
        let options: Vec<Value> = dice.some_of(&["a", "b", "c"], 3).into_iter().map(|uid| option(uid, dice)).collect();
        json!({"uid": uid, "name": "Motor", "required": dice.chance(50), "options": options})
    };
    let groups: Vec<Value> = dice.some_of(&["g", "h"], 2).into_iter().map(|uid| group(uid, dice)).collect();
    json!({"groups": groups, "priceData": dice.number(0..2)})
}

/// Changes a price inside the configurator, if there is one, and nothing else.
fn edit_prices(product: &mut Value, dice: &mut Dice, now: i64) {
    match product.pointer_mut("/configurator/groups/0/options/0") {
        Some(option) => edit_optional(option, dice, "retail", |dice| json!(dice.pick(&PRICES))),
        None => product["offer"] = offer(dice, now),
    }
}

/// Prices by level as pairs.
fn levels(dice: &mut Dice) -> Value {
    dice.some_of(&LEVELS, 3).into_iter().map(|level| json!([level, dice.pick(&PRICES)])).collect()
}

fn stock(dice: &mut Dice) -> Value {
    let warehouses = dice.some_of(&WAREHOUSES, 3);
    warehouses.into_iter().map(|id| json!({"warehouseId": id, "quantity": dice.pick(&[-1, 0, 5])})).collect()
}

/// Something on the storefront.
fn page(path: &str) -> Value {
    json!(format!("https://{STOREFRONT}/{path}"))
}

/// A moment around the run, before it more often than after it.
fn moment(dice: &mut Dice, now: i64) -> Value {
    let second = now + i64::try_from(dice.number(0..900)).unwrap() - 700;
    json!(iso(second * 1_000_000 + dice.pick(&[0, 0, 250_000])))
}
