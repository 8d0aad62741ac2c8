//! The changes of a source in a product's record or offer. Few values each, so that earlier states return.

use crate::rng::Rng;
use crate::times::iso;
use crate::world::{STOCK_NUMBERS, STOREFRONT, WAREHOUSES, fields_of};
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
pub(crate) fn edit_product(product: &mut Value, rng: &mut Rng, sections: &[i64], now: i64) {
    match rng.number(0..26) {
        0 => product["name"] = json!(rng.pick(&["Pump", "Motor", "насос"])),
        1 => product["fullName"] = json!(rng.pick(&["Pump, full", "Motor, full"])),
        2 => product["url"] = rng.pick(&[json!(null), page("p/1/"), page("p/2/"), json!("https://other.example/p/")]),
        3 | 4 => edit_vendor(product, rng),
        5 | 6 => product["sections"] = json!(rng.some_of(sections, 4)),
        7 => edit_optional(product, rng, "primarySection", |rng| json!(rng.pick(sections))),
        8 => edit_optional(product, rng, "preview", |rng| rng.pick(&[page("1.jpg"), page("2.jpg")])),
        9 => edit_optional(product, rng, "photos", photos),
        10 => edit_optional(product, rng, "description", |rng| json!(rng.pick(&["", "<p>One</p>", "Two"]))),
        11 => edit_optional(
            product,
            rng,
            "seo",
            |rng| json!({"title": rng.pick(&["", "T"]), "html": rng.pick(&["", "<h1>"])}),
        ),
        12..=14 => edit_features(product, rng),
        15..=17 => edit_optional(product, rng, "filterValues", |rng| filter_values(rng, sections)),
        18 | 19 => edit_optional(product, rng, "configurator", configurator),
        20 => edit_optional(product, rng, "offer", |rng| offer(rng, now)),
        21 => edit_prices(product, rng, now),
        22 => product["isActive"] = json!(rng.chance(60)),
        23 | 24 => edit_optional(product, rng, "contentUpdatedAt", |rng| moment(rng, now)),
        _ => edit_optional(product, rng, "commercialUpdatedAt", |rng| moment(rng, now)),
    }
}

/// Prices and stock, in the form of an offer's record or of the part `offer` of a product's.
pub(crate) fn offer(rng: &mut Rng, now: i64) -> Value {
    let mut offer = json!({});
    for _ in 0..rng.number(0..6) {
        edit_offer(&mut offer, rng, now);
    }
    offer
}

/// Changes one value of an offer.
pub(crate) fn edit_offer(offer: &mut Value, rng: &mut Rng, now: i64) {
    match rng.number(0..9) {
        0 => edit_optional(offer, rng, "hidePrices", |rng| json!(rng.chance(50))),
        1 => edit_optional(offer, rng, "retail", |rng| json!(rng.pick(&PRICES))),
        2 | 3 => edit_optional(offer, rng, "levels", levels),
        4 => edit_optional(offer, rng, "sale", |rng| json!(rng.chance(50))),
        5 => edit_optional(offer, rng, "specialPrice", |rng| json!(rng.pick(&PRICES))),
        6 => edit_optional(offer, rng, "stock", stock),
        7 => edit_optional(offer, rng, "shipping", |rng| json!(rng.pick(&[-1, 0, 4]))),
        _ => edit_optional(offer, rng, "commercialUpdatedAt", |rng| moment(rng, now)),
    }
}

/// Sets a field that may be absent, or removes it.
fn edit_optional(record: &mut Value, rng: &mut Rng, field: &str, value: impl FnOnce(&mut Rng) -> Value) {
    if rng.chance(25) {
        record.as_object_mut().unwrap().remove(field);
    } else {
        record[field] = value(rng);
    }
}

fn edit_vendor(product: &mut Value, rng: &mut Rng) {
    product["vendor"] = rng.pick(&VENDORS).map_or(json!(null), |(id, name)| json!({"id": id, "name": name}));
}

/// Other values, or another type, which has other fields.
fn edit_features(product: &mut Value, rng: &mut Rng) {
    if rng.chance(15) {
        product["typeId"] = json!(rng.pick(&[5, 6]));
    }
    let fields = fields_of(product["typeId"].as_i64().unwrap());
    let mut features = rng.some_of(&fields, 4);
    // Several values of one field.
    features.extend(features.first().copied().filter(|_| rng.chance(30)));
    let feature = |field| json!({"fieldId": field, "value": rng.pick(&["a", "b"])});
    product["features"] = features.into_iter().map(feature).collect();
}

fn filter_values(rng: &mut Rng, sections: &[i64]) -> Value {
    let value = |rng: &mut Rng| {
        let (value, key) = rng.pick(&[("5 kW", "5"), ("5.0 kW", "5"), ("Steel", "steel")]);
        json!({"fieldId": rng.pick(&[51, 61]), "uid": rng.pick(&["power", "material"]), "value": value, "key": key,
            "sections": rng.some_of(sections, 3)})
    };
    (0..rng.number(0..4)).map(|_| value(rng)).collect()
}

fn photos(rng: &mut Rng) -> Value {
    let photo = |name: &str| json!({"url": page(name), "alt": if name == "1.jpg" { Some("front") } else { None }});
    rng.some_of(&["1.jpg", "2.jpg", "3.jpg"], 3).into_iter().map(photo).collect()
}

fn configurator(rng: &mut Rng) -> Value {
    let option = |uid: &str, rng: &mut Rng| {
        let mut option = json!({"uid": uid, "name": rng.pick(&["5 kW", "7 kW"])});
        edit_optional(&mut option, rng, "stockNumber", |rng| json!(rng.pick(&STOCK_NUMBERS)));
        edit_optional(&mut option, rng, "default", |rng| json!(rng.chance(50)));
        edit_optional(&mut option, rng, "retail", |rng| json!(rng.pick(&PRICES)));
        edit_optional(&mut option, rng, "levels", levels);
        option
    };
    let group = |uid: &str, rng: &mut Rng| {
        let options: Vec<Value> = rng.some_of(&["a", "b", "c"], 3).into_iter().map(|uid| option(uid, rng)).collect();
        json!({"uid": uid, "name": "Motor", "required": rng.chance(50), "options": options})
    };
    let groups: Vec<Value> = rng.some_of(&["g", "h"], 2).into_iter().map(|uid| group(uid, rng)).collect();
    json!({"groups": groups, "priceData": rng.number(0..2)})
}

/// Changes a price inside the configurator, if there is one, and nothing else.
fn edit_prices(product: &mut Value, rng: &mut Rng, now: i64) {
    match product.pointer_mut("/configurator/groups/0/options/0") {
        Some(option) => edit_optional(option, rng, "retail", |rng| json!(rng.pick(&PRICES))),
        None => product["offer"] = offer(rng, now),
    }
}

/// Prices by level as pairs.
fn levels(rng: &mut Rng) -> Value {
    rng.some_of(&LEVELS, 3).into_iter().map(|level| json!([level, rng.pick(&PRICES)])).collect()
}

fn stock(rng: &mut Rng) -> Value {
    let warehouses = rng.some_of(&WAREHOUSES, 3);
    warehouses.into_iter().map(|id| json!({"warehouseId": id, "quantity": rng.pick(&[-1, 0, 5])})).collect()
}

/// Something on the storefront.
fn page(path: &str) -> Value {
    json!(format!("https://{STOREFRONT}/{path}"))
}

/// A moment around the run, usually before it.
fn moment(rng: &mut Rng, now: i64) -> Value {
    let second = now + i64::try_from(rng.number(0..900)).unwrap() - 700;
    json!(iso(second * 1_000_000 + rng.pick(&[0, 0, 250_000])))
}
