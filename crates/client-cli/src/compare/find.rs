//! Finds what differs between what two systems responded to the same units.

use super::difference::{Difference, Kind, item_key, shortened, text_of};
use super::fields::{KEYS, are_equal_numbers, is_empty, is_ordered, kind_of, rule_for, text};
use super::sorted::{Record, join, unit_of};
use super::system::Response;
use super::units::{Access, Form, Shape, Unit};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Compares two files unit by unit, and gives every difference to `report` with its key, and how many things a unit had
/// to `count`. In memory are the places of the products of one list.
pub(super) fn find(
    units: &[Unit],
    files: &[PathBuf; 2],
    count: &mut dyn FnMut(&Unit, u64),
    report: &mut dyn FnMut(&str, Difference) -> Result<()>,
) -> Result<()> {
    let mut pairs = join(files)?.peekable();
    while let Some(first) = pairs.peek() {
        let first = first.as_ref().map(|(key, _)| key.clone()).unwrap_or_default();
        let number = unit_of(&first).0;
        let is_of_unit = |key: &str| unit_of(key).0 == number;
        let (mut is_broken, mut items, mut places) = (false, 0, Vec::new());
        while let Some(pair) = pairs.next_if(|pair| pair.as_ref().map_or(true, |(key, _)| is_of_unit(key))) {
            let (key, [old, new]) = pair?;
            let Some(unit) = units.get(number) else { continue };
            let found = if unit_of(&key).1.is_empty() {
                let (old, new) = (response(old)?, response(new)?);
                is_broken = !(old.is_success() && new.is_success());
                compare_responses(unit, old, new)
            } else if is_broken {
                continue;
            } else {
                items += 1;
                places.extend(places_of(&old, &new));
                compare_items(unit, old.map(|old| old.value).as_ref(), new.map(|new| new.value).as_ref())
            };
            found.into_iter().try_for_each(|difference| report(&key, difference))?;
        }
        if let Some(unit) = units.get(number) {
            disorder(unit, places).into_iter().try_for_each(|difference| report(&first, difference))?;
            count(unit, items.max(1));
        }
    }
    Ok(())
}

fn response(side: Option<Record>) -> Result<Response> {
    Ok(serde_json::from_value(side.context("what was read is not whole")?.value)?)
}

/// Of an item that both have: within what it is ordered, where it is in both, and which it is.
type Place = (i64, u64, u64, Option<i64>);

fn places_of(old: &Option<Record>, new: &Option<Record>) -> Option<Place> {
    let (old, new) = (old.as_ref()?, new.as_ref()?);
    // A section that is elsewhere is a difference of its own, and not one of order.
    (old.group == new.group).then(|| (old.group, old.at, new.at, item_key(&old.value).and_then(|key| key.parse().ok())))
}

/// The first two items of a group, in the old order, that the new system has the other way round.
fn disorder(unit: &Unit, mut places: Vec<Place>) -> Vec<Difference> {
    places.sort_unstable();
    let mut found: BTreeMap<i64, Difference> = BTreeMap::new();
    for pair in places.windows(2) {
        let ((group, _, first, first_id), (other, _, second, second_id)) = (pair[0], pair[1]);
        if group == other && first > second && !found.contains_key(&group) {
            let path = if unit.shape == Shape::Tree { "subSections" } else { "data" };
            let values = (json!([first_id, second_id]), json!([second_id, first_id]));
            found.insert(group, Difference::of_section(unit, group).at(unit, path, Kind::Order, values));
        }
    }
    found.into_values().collect()
}

/// Compares a product or section of an array or a tree, which one system may not have.
fn compare_items(unit: &Unit, old: Option<&Value>, new: Option<&Value>) -> Vec<Difference> {
    let Some(item) = old.or(new) else { return Vec::new() };
    let mut walk = Walk { unit, subject: Difference::of_item(unit, item), found: Vec::new() };
    let short = match unit.shape {
        Shape::Tree => item["name"].clone(),
        _ => json!({"id": item_key(item), "stockNumber": text_of(item, "stockNumber")}),
    };
    match (old, new) {
        (Some(_), None) => walk.differ("", Some(&short), None, Kind::Missing),
        (None, Some(_)) => walk.differ("", None, Some(&short), Kind::Extra),
        _ => walk.compare("", old, new),
    }
    walk.found
}

/// Compares all of two responses but the items, which are records of their own.
fn compare_responses(unit: &Unit, mut old: Response, mut new: Response) -> Vec<Difference> {
    let [old_data, new_data] = [&mut old, &mut new].map(|response| data(unit, response));
    let label = [&old_data, &new_data].into_iter().flatten().find(|data| !is_empty(Some(data)));
    let subject = Difference::of_unit(unit, label.filter(|_| unit.product.is_some()));
    let mut walk = Walk { unit, subject, found: Vec::new() };
    if walk.compare_envelopes(&old, &new) {
        walk.compare("", old_data.as_ref(), new_data.as_ref());
    }
    walk.found
}

/// Takes the data of a response. Of a token, which is a secret and like no other, only that it is there.
fn data(unit: &Unit, response: &mut Response) -> Option<Value> {
    let mut data = response.data_mut()?.take();
    let is_secret = |value: &Value| !value.is_number() && !is_empty(Some(value));
    match &mut data {
        Value::Object(members) if unit.shape == Shape::Token => {
            members.values_mut().filter(|value| is_secret(value)).for_each(|value| *value = "…".into());
        }
        data if unit.shape == Shape::Token && is_secret(data) => *data = "…".into(),
        _ => {}
    }
    Some(data)
}

/// Walks two values side by side.
struct Walk<'a> {
    unit: &'a Unit,
    subject: Difference,
    found: Vec<Difference>,
}

impl Walk<'_> {
    /// Compares everything but `data`. Texts for people are equal when both are there, or neither. Whether `data` can
    /// be compared as well.
    fn compare_envelopes(&mut self, old: &Response, new: &Response) -> bool {
        // Of a list there is one message a page, and of a login it says until when the token is valid.
        let has_message = self.unit.form != Form::List && self.unit.access != Access::Password;
        let mut differs = |path: &str, old: Value, new: Value, kind| {
            if old != new {
                self.differ(path, Some(&old), Some(&new), kind);
            }
        };
        if old.status != new.status {
            differs("", old.status.into(), new.status.into(), Kind::Status);
            return false;
        }
        let (Some(old_body), Some(new_body)) = (&old.body, &new.body) else {
            let form = |body: &Option<Value>| json!(if body.is_some() { "JSON" } else { "not JSON" });
            differs("", form(&old.body), form(&new.body), Kind::Shape);
            return false;
        };
        differs("status", old_body["status"].clone(), new_body["status"].clone(), Kind::Status);
        let (old_error, new_error) = (&old_body["error"], &new_body["error"]);
        differs("error.code", old_error["code"].clone(), new_error["code"].clone(), Kind::Status);
        if !old_error["name"].is_null() && !new_error["name"].is_null() {
            differs("error.name", old_error["name"].clone(), new_error["name"].clone(), Kind::Value);
        }
        if has_message {
            let has_text = |body: &Value| body["message"].as_str().is_some_and(|text| !text.is_empty());
            let shown = |body: &Value| if has_text(body) { json!("a message") } else { json!("") };
            differs("message", shown(old_body), shown(new_body), Kind::Value);
        }
        old.is_success() == new.is_success()
    }

    fn compare(&mut self, path: &str, old: Option<&Value>, new: Option<&Value>) {
        match (is_empty(old), is_empty(new)) {
            (true, true) => return,
            (false, true) => return self.differ(path, old, new, Kind::Missing),
            (true, false) => return self.differ(path, old, new, Kind::Extra),
            (false, false) => {}
        }
        match (old, new) {
            (Some(Value::Object(old_members)), Some(Value::Object(new_members))) => {
                for name in old_members.keys().chain(new_members.keys()).collect::<BTreeSet<_>>() {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    self.compare(&path, old_members.get(name), new_members.get(name));
                }
            }
            (Some(Value::Array(old_elements)), Some(Value::Array(new_elements))) => {
                self.compare_arrays(path, old_elements, new_elements);
            }
            (Some(old), Some(new)) => self.compare_scalars(path, old, new),
            _ => {}
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
        self.differ(path, Some(old), Some(new), if is_shape { Kind::Shape } else { kind });
    }

    /// Elements are matched by their key, so that one more or less is one difference.
    fn compare_arrays(&mut self, path: &str, old: &[Value], new: &[Value]) {
        let both = || old.iter().chain(new);
        let key = KEYS.iter().find(|key| both().all(|element| element.get(key).is_some()));
        let is_scalar = both().all(|element| !element.is_object() && !element.is_array());
        let key_of = |element: &Value| if is_scalar { text(element) } else { text(element.get(key?)?) };
        let (old_keys, new_keys) = (keys(old, key_of), keys(new, key_of));
        let elements = |keys: &[String], elements: &[Value]| -> BTreeMap<String, Value> {
            keys.iter().cloned().zip(elements.iter().cloned()).collect()
        };
        let (old_elements, new_elements) = (elements(&old_keys, old), elements(&new_keys, new));
        for key in old_elements.keys().chain(new_elements.keys()).collect::<BTreeSet<_>>() {
            self.compare(&format!("{path}[{key}]"), old_elements.get(key), new_elements.get(key));
        }
        if is_ordered(self.unit.shape, path) {
            let common = |keys: Vec<String>, other: &BTreeMap<String, Value>| -> Value {
                keys.into_iter().filter(|key| other.contains_key(key)).collect()
            };
            let (old, new) = (common(old_keys, &new_elements), common(new_keys, &old_elements));
            if old != new {
                self.differ(path, Some(&old), Some(&new), Kind::Order);
            }
        }
    }

    fn differ(&mut self, path: &str, old: Option<&Value>, new: Option<&Value>, kind: Kind) {
        let mut found = self.subject.at(self.unit, path, kind, shortened(old, new));
        found.allowed = rule_for(self.unit, &found, old, new);
        self.found.push(found);
    }
}

/// The keys of the elements; one that occurs again is numbered, and an element without one is named by its place.
fn keys(elements: &[Value], key: impl Fn(&Value) -> Option<String>) -> Vec<String> {
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

    fn success(data: impl Into<Value>) -> Response {
        let data = data.into();
        Response { status: 200, body: Some(json!({"status": true, "error": {}, "message": "", "data": data})) }
    }

    fn refusal(code: u16) -> Response {
        Response { status: 200, body: Some(json!({"status": false, "data": {}, "error": {"code": code, "name": "X"}})) }
    }

    fn of_item(old: Response, new: Response) -> Vec<(String, Kind)> {
        let found = compare_responses(&Unit::by_path("/api/v1/get/item/:id", "1"), old, new);
        found.into_iter().map(|found| (found.path, found.kind)).collect()
    }

    #[test]
    fn values_are_compared_by_their_meaning() {
        let with = |name: &str, value: Value| json!({"id": 1, name: value});
        let wrapper = |value: Value| json!({"name": "x", "uid": "x", "field_id": 1, "value": value});
        for (old, new) in [
            (with("price", wrapper(json!("1500.50"))), with("price", wrapper(json!(1500.5)))),
            (with("inStock", json!("7")), with("inStock", json!(7))),
            (with("photos", wrapper(json!([]))), json!({"id": 1})),
            (with("description", json!("")), with("description", json!(null))),
            (with("documentation", json!([])), json!({"id": 1})),
            (with("features", json!({})), json!({"id": 1.0})),
        ] {
            assert_eq!(of_item(success(old.clone()), success(new.clone())), [], "{old} {new}");
        }
    }

    #[test]
    fn only_a_batch_multiplies_quantities_and_only_by_the_number_of_its_ids() {
        let batch = Unit::by_query("/api/v1/get/items", "id_list=1,2,3", 3);
        let single = Unit::by_path("/api/v1/get/item/:id", "1");
        let item = |quantity: i64| json!({"id": 1, "inStock": quantity});
        for (unit, old, is_allowed) in [(&batch, 15, true), (&batch, 10, false), (&single, 15, false)] {
            let found = compare_items(unit, Some(&item(old)), Some(&item(5)));
            assert_eq!(found[0].allowed.as_deref(), is_allowed.then_some("contract: quantities multiplied"));
        }
    }

    #[test]
    fn no_token_is_a_difference_or_gets_into_a_report() {
        let unit = Unit::by_path("/auth/token/:login", "").with(Access::Password, "");
        let token = |token: Value| success(json!({"token": token}));
        let compare = |old, new| compare_responses(&unit, old, new);
        assert!(compare(token(json!("secret-a")), token(json!("secret-b"))).is_empty());
        for other in [json!({}), json!({"token": ["secret-b"]}), json!({"token": {}}), json!("secret-c")] {
            let found = format!("{:?}", compare(token(json!("secret-a")), success(other.clone())));
            assert!(!found.contains("secret"), "{found}");
            assert!(other["token"].is_array() || found.contains("Missing") || found.contains("Shape"), "{found}");
        }
    }

    #[test]
    fn envelopes_differ_by_status_and_code_but_not_by_the_words_for_people() {
        assert_eq!(of_item(refusal(404), refusal(404)), []);
        assert_eq!(of_item(refusal(404), refusal(400)), [("error.code".to_owned(), Kind::Status)]);
        let failed = |status| Response { status, body: None };
        assert_eq!(of_item(success(json!({})), failed(500)), [(String::new(), Kind::Status)]);
        assert_eq!(of_item(success(json!({})), failed(200)), [(String::new(), Kind::Shape)]);
    }
}
