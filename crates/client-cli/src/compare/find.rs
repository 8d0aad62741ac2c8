//! Finds what differs between what two systems responded to the same units.

use super::difference::{Difference, Kind};
use super::fields::{KEYS, are_equal_numbers, is_empty, is_ordered, is_success, item_key, kind_of, text, text_of};
use super::rules::Rules;
use super::sorted::{join, unit_of};
use super::unit::{Shape, Unit};
use anyhow::{Result, bail};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;
use std::path::PathBuf;

/// Compares two files, and visits all that was compared with its key: each product and section of a response that has
/// several, and each response without them.
pub(super) fn find(
    units: &[Unit],
    files: &[PathBuf; 2],
    rules: &Rules,
    mut visit: impl FnMut(&Unit, &str, &[Difference]) -> Result<()>,
) -> Result<()> {
    let mut is_broken = false;
    for pair in join(files)? {
        let (key, sides) = pair?;
        let (number, item) = unit_of(&key);
        let Some(unit) = units.get(number) else { continue };
        let found = if item.is_empty() {
            let [Some(old), Some(new)] = &sides else { bail!("what was read is not whole; compare without --resume") };
            is_broken = !(is_success(old) && is_success(new));
            responses(unit, rules, old, new)
        } else if is_broken {
            continue;
        } else {
            items(unit, rules, item, sides)
        };
        visit(unit, &key, &found)?;
    }
    Ok(())
}

/// Compares all of two responses but the items, which have lines of their own.
fn responses(unit: &Unit, rules: &Rules, old: &Value, new: &Value) -> Vec<Difference> {
    let data = [old, new].map(|response| &response["body"]["data"]);
    let shown = data.into_iter().find(|data| unit.product.is_some() && !is_empty(data));
    let subject = subject(unit, shown.unwrap_or(&Value::Null));
    let is_thing = unit.product.is_some() && matches!(unit.shape, Shape::Items | Shape::Stock);
    let mut walk = Walk { unit, rules, subject, is_thing, found: Vec::new() };
    if walk.compare_envelopes(old, new) {
        walk.compare("", data[0], data[1]);
        walk.compare_items_order(&old["order"], &new["order"]);
    }
    walk.found
}

/// Compares a product or section of an array or a tree, which one system may not have.
fn items(unit: &Unit, rules: &Rules, item: &str, sides: [Option<Value>; 2]) -> Vec<Difference> {
    let [mut old, mut new] = sides.map(Option::unwrap_or_default);
    let shown = if old.is_null() { &new } else { &old };
    let (subject, id) = (subject(unit, shown), item.parse().ok());
    let (subject, short) = if unit.shape == Shape::Tree {
        (Difference { identity: format!("section {item}"), section: id, ..subject }, shown["name"].clone())
    } else {
        let place = unit.section.map(|section| format!(" of section {section}")).unwrap_or_default();
        let short = json!({"id": item_key(shown), "stockNumber": text_of(shown, "stockNumber")});
        (Difference { identity: format!("item {item}{place}"), product: id, ..subject }, short)
    };
    let mut walk = Walk { unit, rules, subject, is_thing: true, found: Vec::new() };
    match (old.is_null(), new.is_null()) {
        (false, true) => walk.differ("", &short, &new, Kind::Missing),
        (true, false) => walk.differ("", &old, &short, Kind::Extra),
        _ => {
            if unit.shape == Shape::Tree {
                walk.compare_items_order(&old["order"].take(), &new["order"].take());
                // Where it is shows in the order, and in the section above it.
                new["place"] = old["place"].clone();
            }
            walk.compare("", &old, &new);
        }
    }
    walk.found
}

/// What the response of a unit is about, as this value of it says.
fn subject(unit: &Unit, shown: &Value) -> Difference {
    let [name, stock_number, vendor] = ["name", "stockNumber", "vendor"].map(|name| text_of(shown, name));
    Difference {
        route: unit.route.to_owned(),
        identity: unit.identity.clone(),
        name: name.or(stock_number.clone()),
        product: unit.product,
        stock_number,
        vendor,
        section: unit.section,
        ..Difference::default()
    }
}

/// Walks two values side by side.
struct Walk<'a> {
    unit: &'a Unit,
    rules: &'a Rules,
    subject: Difference,
    /// Whether the subject is a product or a section, which one system may lack as a whole.
    is_thing: bool,
    found: Vec<Difference>,
}

impl Walk<'_> {
    /// Compares everything but `data`. Whether those can be compared as well.
    fn compare_envelopes(&mut self, old: &Value, new: &Value) -> bool {
        let form = |response: &Value| json!(if response["body"].is_null() { "not JSON" } else { "JSON" });
        let status = |response: &Value| response["status"].clone();
        for (kind, [old, new]) in [(Kind::Status, [old, new].map(status)), (Kind::Shape, [old, new].map(form))] {
            if old != new {
                self.differ("", &old, &new, kind);
                return false;
            }
        }
        for (path, kind) in [
            ("status", Kind::Status),
            ("error.code", Kind::Status),
            ("error.name", Kind::Value),
            ("message", Kind::Value),
        ] {
            let pointer = format!("/body/{}", path.replace('.', "/"));
            let [old, new] = [old, new].map(|response| response.pointer(&pointer).unwrap_or(&Value::Null));
            // Not every system names its errors.
            if old != new && (path != "error.name" || !old.is_null() && !new.is_null()) {
                self.differ(path, old, new, kind);
            }
        }
        is_success(old) == is_success(new)
    }

    fn compare(&mut self, path: &str, old: &Value, new: &Value) {
        match (is_empty(old), is_empty(new), old, new) {
            (true, true, ..) => {}
            (false, true, ..) => self.differ(path, old, new, Kind::Missing),
            (true, false, ..) => self.differ(path, old, new, Kind::Extra),
            (_, _, Value::Object(old_members), Value::Object(new_members)) => {
                for name in old_members.keys().chain(new_members.keys()).collect::<BTreeSet<_>>() {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    self.compare(&path, &old[name], &new[name]);
                }
            }
            (_, _, Value::Array(old), Value::Array(new)) => self.compare_arrays(path, old, new),
            _ => self.compare_scalars(path, old, new),
        }
    }

    fn compare_scalars(&mut self, path: &str, old: &Value, new: &Value) {
        let kind = kind_of(path);
        let is_number = old.is_number() && new.is_number() || kind != Kind::Value;
        if old == new || is_number && are_equal_numbers(old, new) {
            return;
        }
        let are_of_one_type = std::mem::discriminant(old) == std::mem::discriminant(new);
        let is_shape = !are_of_one_type && (kind == Kind::Value || text(old).is_none() || text(new).is_none());
        self.differ(path, old, new, if is_shape { Kind::Shape } else { kind });
    }

    /// Elements are matched by their key, so that one more or less is one difference.
    fn compare_arrays(&mut self, path: &str, old: &[Value], new: &[Value]) {
        let both = || old.iter().chain(new);
        let key = KEYS.iter().find(|key| both().all(|element| element.get(key).is_some()));
        let is_scalar = both().all(|element| !element.is_object() && !element.is_array());
        let key_of = |element: &Value| if is_scalar { text(element) } else { text(element.get(key?)?) };
        let (old_keys, new_keys) = (numbered(old, key_of), numbered(new, key_of));
        let by_key = |keys: &[String], elements: &[Value]| -> BTreeMap<String, Value> {
            keys.iter().cloned().zip(elements.iter().cloned()).collect()
        };
        let (old, new) = (by_key(&old_keys, old), by_key(&new_keys, new));
        for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
            let [old, new] = [&old, &new].map(|elements| elements.get(key).unwrap_or(&Value::Null));
            self.compare(&format!("{path}[{key}]"), old, new);
        }
        if is_ordered(self.unit.shape, path) {
            self.compare_order(path, &old_keys, &new_keys);
        }
    }

    /// Compares the order of the items of a response, or of the sections below one.
    fn compare_items_order(&mut self, old: &Value, new: &Value) {
        let path = if self.unit.shape == Shape::Tree { "subSections" } else { "data" };
        let [old, new] = [old, new].map(|order| order.as_array().map_or(&[][..], Vec::as_slice));
        self.compare_order(path, old, new);
    }

    /// Finds the first two of those that both have that are the other way round. Lists may have all products.
    fn compare_order<Key: Eq + Hash + Serialize>(&mut self, path: &str, old: &[Key], new: &[Key]) {
        // Of what occurs again, the first counts.
        let mut places: HashMap<&Key, usize> = new.iter().enumerate().map(|(place, key)| (key, place)).rev().collect();
        let mut previous = None;
        for key in old {
            let Some(place) = places.remove(key) else { continue };
            if let Some((last, before)) = previous.replace((place, key))
                && place < last
            {
                return self.differ(path, &json!([before, key]), &json!([key, before]), Kind::Order);
            }
        }
    }

    fn differ(&mut self, path: &str, old: &Value, new: &Value, kind: Kind) {
        let (path, old, new) = (path.to_owned(), old.clone(), new.clone());
        let mut found = Difference { path, old, new, kind, ..self.subject.clone() };
        found.is_whole = self.is_thing && found.path.is_empty() && found.side().is_some();
        found.allowed = self.rules.find(self.unit, &found);
        found.shorten();
        self.found.push(found);
    }
}

/// The keys of the elements; one that occurs again is numbered, and an element without one is named by its place.
fn numbered(elements: &[Value], key: impl Fn(&Value) -> Option<String>) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let named = elements.iter().enumerate().map(|(index, element)| {
        let Some(key) = key(element) else { return index.to_string() };
        let count = seen.entry(key.clone()).or_default();
        *count += 1;
        if *count == 1 { key } else { format!("{key}#{count}") }
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, body: &Value) -> Value {
        json!({"status": status, "body": body})
    }

    fn success(data: &Value) -> Value {
        response(200, &json!({"status": true, "error": {}, "message": "", "data": data}))
    }

    fn of_item(old: &Value, new: &Value) -> Vec<(String, Kind)> {
        let rules = Rules::read(None).unwrap();
        let found = responses(&Unit::by_path("/api/v1/get/item/:id", "1"), &rules, old, new);
        found.into_iter().map(|found| (found.path, found.kind)).collect()
    }

    #[test]
    fn envelopes_differ_by_status_and_code_but_not_by_the_words_for_people() {
        let refusal =
            |code: u16| response(200, &json!({"status": false, "data": {}, "error": {"code": code, "name": "X"}}));
        assert_eq!(of_item(&refusal(404), &refusal(404)), []);
        assert_eq!(of_item(&refusal(404), &refusal(400)), [("error.code".to_owned(), Kind::Status)]);
        let failed = |status| response(status, &Value::Null);
        assert_eq!(of_item(&success(&json!({})), &failed(500)), [(String::new(), Kind::Status)]);
        assert_eq!(of_item(&success(&json!({})), &failed(200)), [(String::new(), Kind::Shape)]);
    }
}
