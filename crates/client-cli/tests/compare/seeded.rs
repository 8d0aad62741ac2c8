//! Each seeded difference is found and named, among all others and without any of them, and nothing else is.

use crate::catalog::usual;
use crate::comparison::{Comparison, Report};
use crate::site::{Reply, Site};
use serde_json::{Value, json};

/// How many products: enough for every difference.
const PRODUCTS: i64 = 70;

struct Seeded {
    name: &'static str,
    /// What every difference that is found is about: the beginning of its identity.
    about: &'static [&'static str],
    /// Path and kind of every difference; all of them have to be found. `*` at the end of a path matches any rest.
    expected: &'static [(&'static str, &'static str)],
    /// What the new system responds to a target instead.
    change: fn(&str, &mut Reply),
}

macro_rules! seeded {
    ($($name:literal $about:expr, [$($path:literal $kind:literal),*], $change:expr;)*) => {
        /// All of them. No two are about the same value.
        const SEEDED: &[Seeded] = &[$(
            Seeded { name: $name, about: &$about, expected: &[$(($path, $kind)),*], change: $change },
        )*];
    };
}

/// A product wherever a response has it.
fn item(reply: &mut Reply, id: i64, change: impl Fn(&mut Value)) {
    match &mut reply.body["data"] {
        Value::Array(items) => items.iter_mut().filter(|item| item["id"] == id).for_each(change),
        item if item["id"] == id => change(item),
        _ => {}
    }
}

/// A property of a product, where it is shown.
fn property(reply: &mut Reply, id: i64, name: &str, change: impl Fn(&mut Value)) {
    item(reply, id, |item| match item.get_mut(name) {
        Some(wrapper) if wrapper.get("uid").is_some() => change(&mut wrapper["value"]),
        Some(value) => change(value),
        None => {}
    });
}

fn set(reply: &mut Reply, id: i64, name: &str, value: impl Into<Value>) {
    let new = value.into();
    property(reply, id, name, |value| *value = new.clone());
}

/// All links of a product, in every shape.
fn links(target: &str, reply: &mut Reply, id: i64, change: fn(&mut Value)) {
    property(reply, id, "documentation", change);
    at(target, reply, &format!("/api/v1/get/item/{id}/documentation"), change);
}

fn at(target: &str, reply: &mut Reply, expected: &str, change: impl Fn(&mut Value)) {
    if target == expected {
        change(&mut reply.body["data"]);
    }
}

fn elements(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().unwrap()
}

fn tree(target: &str, reply: &mut Reply, change: fn(&mut Value)) {
    if reply.body["status"] == true {
        at(target, reply, "/api/v1/get/catalog", change);
    }
}

fn meta(target: &str, reply: &mut Reply, change: fn(&mut Value)) {
    at(target, reply, "/api/v1/get/section-meta/100002", change);
}

seeded! {
    "a name" ["item 90060"], ["name" "value"], |_, reply| set(reply, 90_060, "name", "Another");
    "a full name" ["item 90060"], ["fullName.value" "value"], |_, reply| set(reply, 90_060, "fullName", "Another");
    "a vendor is lost" ["item 90061"], ["vendor" "missing"], |_, reply| set(reply, 90_061, "vendor", Value::Null);
    "a vendor's trailing blank" ["item 90062"], ["vendor.value" "value"], |_, reply| set(reply, 90_062, "vendor", "Acme");
    "a description" ["item 90060"], ["description.value" "value"], |_, reply| set(reply, 90_060, "description", "x");
    "a description is lost" ["item 90004"], ["description" "missing"], |_, reply| set(reply, 90_004, "description", "");
    "a description is new" ["item 90003"], ["description" "extra"], |_, reply| item(reply, 90_003, |item| {
        if item["fullName"].is_object() {
            item["description"] = json!({"name": "x", "uid": "description", "field_id": 5, "value": "new"});
        }
    });
    "a path" ["item 90060"], ["url" "value"], |_, reply| set(reply, 90_060, "url", "/another/");
    "a path is lost" ["item 90007"], ["url" "missing"], |_, reply| set(reply, 90_007, "url", "");
    "a preview" ["item 90060"], ["previewPhoto.value" "value"], |_, reply| set(reply, 90_060, "previewPhoto", "x.jpg");
    "a photo" ["item 90060"], ["photos.value[*" "missing", "photos.value[*" "extra"],
        |_, reply| property(reply, 90_060, "photos", |photos| photos[1] = json!("https://a.example/y.jpg"));
    "a photo is lost" ["item 90006"], ["photos.value[*" "missing"],
        |_, reply| property(reply, 90_006, "photos", |photos| drop(elements(photos).pop()));
    "all photos are lost" ["item 90009"], ["photos" "missing"], |_, reply| set(reply, 90_009, "photos", json!([]));
    "a feature" ["item 90060"], ["features.power.value" "value"],
        |_, reply| property(reply, 90_060, "features", |features| features["power"]["value"] = json!("61 kW"));
    "the only feature is lost" ["item 90005"], ["features" "missing"], |_, reply| set(reply, 90_005, "features", json!({}));
    "one of several values" ["item 90060"], ["features.color.value[*" "missing", "features.color.value[*" "extra"],
        |_, reply| property(reply, 90_060, "features", |features| features["color"]["value"][0] = json!("green"));
    "the name of a feature" ["item 90064", "section 100002"],
        ["features.power.name" "value", "featureSchema.fields.100.name" "value"],
        |target, reply| {
            property(reply, 90_064, "features", |features| features["power"]["name"] = json!("Power"));
            meta(target, reply, |meta| meta["featureSchema"]["fields"]["100"]["name"] = json!("Power"));
        };
    "a price" ["item 90001"], ["price.value" "price", "price" "price"], |_, reply| set(reply, 90_001, "price", "1.75");
    "the last digits of a price" ["item 90002"], ["price.value" "price", "price" "price"],
        |_, reply| set(reply, 90_002, "price", "300.2500001");
    "the price of an option" ["item 90031"], ["groups[motor].options[m5].price" "price"],
        |target, reply| at(target, reply, "/api/v1/get/item/90031/configurator", |configurator| {
            configurator["groups"][0]["options"][0]["price"] = json!(41);
        });
    "a configurator is lost" ["item 90041"], ["" "missing", "message" "value"], |target, reply| {
        if target == "/api/v1/get/item/90041/configurator" {
            (reply.body["data"], reply.body["message"]) = (json!({}), json!("none"));
        }
    };
    "a quantity" ["item 90010"],
        ["inStock" "stock", "inStock.value" "stock", "warehouses[a].quantity" "stock", "warehouses.value[a].quantity" "stock"],
        |_, reply| {
            set(reply, 90_010, "inStock", "77");
            property(reply, 90_010, "warehouses", |stock| stock[0]["quantity"] = json!(76));
        };
    "a warehouse is new" ["item 90013"], ["warehouses[c]" "extra", "warehouses.value[c]" "extra"],
        |_, reply| property(reply, 90_013, "warehouses", |stock| {
            elements(stock).push(json!({"id": "c", "name": "C", "quantity": 1}));
        });
    "all warehouses are lost" ["item 90015"], ["warehouses" "missing"], |_, reply| set(reply, 90_015, "warehouses", json!([]));
    "a quantity on its way" ["item 90016"], ["shipping" "stock", "shipping.value" "stock"],
        |_, reply| set(reply, 90_016, "shipping", "9");
    "the title of a document" ["item 90060"], ["documentation[*" "value", "[*" "value"],
        |target, reply| links(target, reply, 90_060, |links| links[0]["title"] = json!("Another manual"));
    "a document is lost" ["item 90006"], ["documentation" "missing", "" "missing"],
        |target, reply| links(target, reply, 90_006, |links| *links = json!([]));
    "a stock number" ["item 90017"], ["stockNumber" "value", "stockNumber.value" "value"],
        |_, reply| set(reply, 90_017, "stockNumber", "NEW-17");
    "a product is lost" ["item 90019"], ["" "missing", "message" "value"], |target, reply| match &mut reply.body["data"] {
        // Pages of lists would overlap.
        Value::Array(items) if !target.contains("/from?") => items.retain(|item| item["id"] != 90_019),
        item if item["id"] == 90_019 => (reply.body["data"], reply.body["message"]) = (json!({}), json!("none")),
        _ => {}
    };
    "a product is new" ["item 91000"], ["" "extra"], |target, reply| {
        if target.starts_with("/api/v1/get/items?id_list=90000") {
            elements(&mut reply.body["data"]).push(json!({"id": 91_000, "stockNumber": "N"}));
        }
    };
    "the name of a section" ["section 100002"], ["name" "value", "section.name" "value"], |target, reply| {
        meta(target, reply, |meta| meta["section"]["name"] = json!("New pumps"));
        tree(target, reply, |tree| tree[0]["subSections"][0]["name"] = json!("New pumps"));
    };
    "a section is lost" ["section 100006"], ["" "missing"],
        |target, reply| tree(target, reply, |tree| drop(elements(&mut tree[1]["subSections"]).pop()));
    "a section is elsewhere" ["section 100005"], ["parent" "value"], |target, reply| tree(target, reply, |tree| {
        let section = elements(&mut tree[1]["subSections"]).remove(0);
        elements(tree).push(section);
    });
    "the order of sections" ["section 100001"], ["subSections" "order"],
        |target, reply| tree(target, reply, |tree| elements(&mut tree[0]["subSections"]).reverse());
    "a filter" ["section 100002"], ["filters[power].name" "value"],
        |target, reply| meta(target, reply, |meta| meta["filters"][0]["name"] = json!("New power"));
    "the count of a filter value" ["section 100002"], ["filters[power].values[*" "value"],
        |target, reply| meta(target, reply, |meta| meta["filters"][0]["values"][0]["count"] = json!(99));
    "the index of a section" ["section 100002"], ["filterValuesSource" "extra"],
        |target, reply| meta(target, reply, |meta| meta["filterValuesSource"] = json!("pumps_v2"));
    "the order of vendors" ["section 100004"], ["" "order"], |target, reply| {
        at(target, reply, "/api/v1/get/vendors/for/100004", |vendors| elements(vendors).reverse());
    };
    "the order of a batch" ["/api/v1/get/items/documentation?"], ["data" "order"], |target, reply| {
        if target.starts_with("/api/v1/get/items/documentation?id_list=90000") {
            elements(&mut reply.body["data"]).reverse();
        }
    };
    "a status" ["item 90020"], ["" "status"], |target, reply| {
        if target == "/api/v1/get/item/90020/availability" {
            reply.status = 403;
        }
    };
    "a refusal" ["item 90033"], ["status" "status", "error.code" "status"], |target, reply| {
        if target == "/api/v1/get/item/90033" {
            reply.body = json!({"status": false, "data": {}, "error": {"code": 403, "name": "X"}, "message": ""});
        }
    };
    "a number as a text" ["item 90040"], ["id" "shape"],
        |target, reply| at(target, reply, "/api/v1/get/item/90040", |item| item["id"] = json!("90040"));
    "the price level of the account" ["the account"], ["priceLevel" "value"], |target, reply| {
        if reply.body["status"] == true {
            at(target, reply, "/auth/check", |account| account["priceLevel"] = json!("Розн"));
        }
    };
}

fn fits(pattern: &str, path: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == path, |start| path.starts_with(start))
}

/// All that is expected is found, and nothing else.
fn assert_found(report: &Report, seeded: &[&Seeded]) {
    let found = report.counting();
    let is_about = |seeded: &Seeded, identity: &str| seeded.about.iter().any(|about| identity.starts_with(about));
    for seeded in seeded {
        for (pattern, kind) in seeded.expected {
            let is_found = found
                .iter()
                .any(|[identity, path, found]| fits(pattern, path) && found == kind && is_about(seeded, identity));
            assert!(is_found, "{}: nothing at {pattern:?} of kind {kind} in {found:#?}", seeded.name);
        }
    }
    let names: Vec<&str> = seeded.iter().map(|seeded| seeded.name).collect();
    for [identity, path, kind] in found {
        let is_expected = |seeded: &Seeded| {
            is_about(seeded, identity) && seeded.expected.iter().any(|(known, of)| fits(known, path) && *of == kind)
        };
        assert!(seeded.iter().copied().any(is_expected), "{names:?} is no reason for {identity} {path} {kind}");
    }
}

#[test]
fn each_seeded_difference_is_found_and_named_and_nothing_else_is() {
    let (old, new) = (Site::of(usual(PRODUCTS)), Site::of(usual(PRODUCTS)));
    let find = |group: Vec<&'static Seeded>| {
        let changes = group.clone();
        new.change(move |target, reply| changes.iter().for_each(|seeded| (seeded.change)(target, reply)));
        let report = Comparison::between(&old, &new, "").report(&[]);
        assert_found(&report, &group);
        report
    };
    // Of any two, some group has the first and not the second, because their numbers differ in a binary digit.
    for digit in 0..usize::BITS - SEEDED.len().leading_zeros() {
        for value in [0, 1] {
            let numbered = SEEDED.iter().enumerate();
            find(numbered.filter(|(number, _)| number >> digit & 1 == value).map(|(_, seeded)| seeded).collect());
        }
    }
    let report = find(SEEDED.iter().collect());
    let summary = &report.summary;
    let kinds: Vec<&String> = summary["kinds"].as_object().unwrap().keys().collect();
    assert_eq!(kinds, ["extra", "missing", "order", "price", "shape", "status", "stock", "value"]);
    let page = &report.files[2];
    assert!(page.contains("The systems differ.") && !page.contains("Valves <&>"), "{page}");
}

#[test]
fn the_service_is_equal_to_itself_and_two_reports_of_it_are_the_same() {
    let site = Site::of(usual(PRODUCTS));
    let report = Comparison::between(&site, &site, "").report(&[]);
    assert_eq!(report.counting(), Vec::<[&str; 3]>::new());
    let summary = &report.summary;
    assert!(summary["compared"].as_u64() > Some(500) && summary["share"] == "100.00 %", "{summary}");
    assert_eq!(report.files, Comparison::between(&site, &site, "").report(&[]).files);
}
