//! The changes of a source in a product's record or offer. Few values each, so that earlier states return.

use crate::times::iso;
use crate::world::{STOCK_NUMBERS, STOREFRONT, WAREHOUSES, fields_of};
use catalog_generator::Random;
use serde_json::{Value, json};

/// Vendors as records state them: ids under several names, names that differ in whitespace, a blank one, none.
const VENDORS: [Option<(&str, &str)>; 7] = [
    Some(("acme", "Acme")),
    Some(("acme", " Acme\u{a0}")),
    Some(("acme", "ACME Ltd")),
    Some(("böhm", "Böhm")),
    Some(("böhm", "Bohm")),
    Some(("blank", "  ")),
    None,
];
/// Prices, including those that mean no price.
const PRICES: [&str; 6] = ["100", "90.5", "0.0001", "0", "", "1799.99"];
const LEVELS: [&str; 4] = ["Опт", "Дилер", "Партнёр", "VIP"];

/// Changes one value of a product's record. `now` is the second of the run.
pub(crate) fn edit_product(product: &mut Value, random: &mut Random, sections: &[i64], now: i64) {
    match random.number(0..26) {
        0 => product["name"] = json!(random.choose(&["Pump", "Motor", "насос"])),
        1 => product["fullName"] = json!(random.choose(&["Pump, full", "Motor, full"])),
        2 => {
            product["url"] =
                random.choose(&[json!(null), page("p/1/"), page("p/2/"), json!("https://other.example/p/")]);
        }
        3 | 4 => edit_vendor(product, random),
        5 | 6 => product["sections"] = json!(random.some_of(sections, 4)),
        7 => edit_optional(product, random, "primarySection", |random| json!(random.choose(sections))),
        8 => edit_optional(product, random, "preview", |random| random.choose(&[page("1.jpg"), page("2.jpg")])),
        9 => edit_optional(product, random, "photos", photos),
        10 => edit_optional(product, random, "description", |random| json!(random.choose(&["", "<p>One</p>", "Two"]))),
        11 => edit_optional(
            product,
            random,
            "seo",
            |random| json!({"title": random.choose(&["", "T"]), "html": random.choose(&["", "<h1>"])}),
        ),
        12..=14 => edit_features(product, random),
        15..=17 => edit_optional(product, random, "filterValues", |random| filter_values(random, sections)),
        18 | 19 => edit_optional(product, random, "configurator", configurator),
        20 => edit_optional(product, random, "offer", |random| offer(random, now)),
        21 => edit_prices(product, random, now),
        22 => product["isActive"] = json!(random.chance(60)),
        23 | 24 => edit_optional(product, random, "contentUpdatedAt", |random| moment(random, now)),
        _ => edit_optional(product, random, "commercialUpdatedAt", |random| moment(random, now)),
    }
}

/// Prices and stock, in the form of an offer's record or of the part `offer` of a product's.
pub(crate) fn offer(random: &mut Random, now: i64) -> Value {
    let mut offer = json!({});
    for _ in 0..random.number(0..6) {
        edit_offer(&mut offer, random, now);
    }
    offer
}

pub(crate) fn edit_offer(offer: &mut Value, random: &mut Random, now: i64) {
    match random.number(0..9) {
        0 => edit_optional(offer, random, "hidePrices", |random| json!(random.chance(50))),
        1 => edit_optional(offer, random, "retail", |random| json!(random.choose(&PRICES))),
        2 | 3 => edit_optional(offer, random, "levels", levels),
        4 => edit_optional(offer, random, "sale", |random| json!(random.chance(50))),
        5 => edit_optional(offer, random, "specialPrice", |random| json!(random.choose(&PRICES))),
        6 => edit_optional(offer, random, "stock", stock),
        7 => edit_optional(offer, random, "shipping", |random| json!(random.choose(&[-1, 0, 4]))),
        _ => edit_optional(offer, random, "commercialUpdatedAt", |random| moment(random, now)),
    }
}

/// Sets a field that may be absent, or removes it.
fn edit_optional(record: &mut Value, random: &mut Random, field: &str, value: impl FnOnce(&mut Random) -> Value) {
    if random.chance(25) {
        record.as_object_mut().unwrap().remove(field);
    } else {
        record[field] = value(random);
    }
}

fn edit_vendor(product: &mut Value, random: &mut Random) {
    product["vendor"] = random.choose(&VENDORS).map_or(json!(null), |(id, name)| json!({"id": id, "name": name}));
}

/// Other values, or another type, which has other fields.
fn edit_features(product: &mut Value, random: &mut Random) {
    if random.chance(15) {
        product["typeId"] = json!(random.choose(&[5, 6]));
    }
    let fields = fields_of(product["typeId"].as_i64().unwrap());
    let mut features = random.some_of(&fields, 4);
    // Several values of one field.
    features.extend(features.first().copied().filter(|_| random.chance(30)));
    let feature = |field| json!({"fieldId": field, "value": random.choose(&["a", "b"])});
    product["features"] = features.into_iter().map(feature).collect();
}

fn filter_values(random: &mut Random, sections: &[i64]) -> Value {
    let value = |random: &mut Random| {
        let (value, key) = random.choose(&[("5 kW", "5"), ("5.0 kW", "5"), ("Steel", "steel")]);
        json!({"fieldId": random.choose(&[51, 61]), "uid": random.choose(&["power", "material"]), "value": value, "key": key,
            "sections": random.some_of(sections, 3)})
    };
    (0..random.number(0..4)).map(|_| value(random)).collect()
}

fn photos(random: &mut Random) -> Value {
    let photo = |name: &str| json!({"url": page(name), "alt": if name == "1.jpg" { Some("front") } else { None }});
    random.some_of(&["1.jpg", "2.jpg", "3.jpg"], 3).into_iter().map(photo).collect()
}

fn configurator(random: &mut Random) -> Value {
    let option = |uid: &str, random: &mut Random| {
        let mut option = json!({"uid": uid, "name": random.choose(&["5 kW", "7 kW"])});
        edit_optional(&mut option, random, "stockNumber", |random| json!(random.choose(&STOCK_NUMBERS)));
        edit_optional(&mut option, random, "default", |random| json!(random.chance(50)));
        edit_optional(&mut option, random, "retail", |random| json!(random.choose(&PRICES)));
        edit_optional(&mut option, random, "levels", levels);
        option
    };
    let group = |uid: &str, random: &mut Random| {
        let options: Vec<Value> =
            random.some_of(&["a", "b", "c"], 3).into_iter().map(|uid| option(uid, random)).collect();
        json!({"uid": uid, "name": "Motor", "required": random.chance(50), "options": options})
    };
    let groups: Vec<Value> = random.some_of(&["g", "h"], 2).into_iter().map(|uid| group(uid, random)).collect();
    json!({"groups": groups, "priceData": random.number(0..2)})
}

/// Changes a price inside the configurator, if there is one, and nothing else.
fn edit_prices(product: &mut Value, random: &mut Random, now: i64) {
    match product.pointer_mut("/configurator/groups/0/options/0") {
        Some(option) => edit_optional(option, random, "retail", |random| json!(random.choose(&PRICES))),
        None => product["offer"] = offer(random, now),
    }
}

/// Prices by level as pairs.
fn levels(random: &mut Random) -> Value {
    random.some_of(&LEVELS, 3).into_iter().map(|level| json!([level, random.choose(&PRICES)])).collect()
}

fn stock(random: &mut Random) -> Value {
    let warehouses = random.some_of(&WAREHOUSES, 3);
    warehouses.into_iter().map(|id| json!({"warehouseId": id, "quantity": random.choose(&[-1, 0, 5])})).collect()
}

fn page(path: &str) -> Value {
    json!(format!("https://{STOREFRONT}/{path}"))
}

/// A moment around the run, usually before it.
fn moment(random: &mut Random, now: i64) -> Value {
    let second = now + i64::try_from(random.number(0..900)).unwrap() - 700;
    json!(iso(second * 1_000_000 + random.choose(&[0, 0, 250_000])))
}
