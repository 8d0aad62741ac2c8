//! Walks two JSON values side by side.

use super::contract_rules::rule_for;
use super::decimal::{are_equal_numbers, text};
use super::fields::{KEYS, is_empty, is_known, is_ordered, kind_of};
use crate::difference::{Found, Kind, shortened};
use crate::unit::{Shape, Unit};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Everything in which two values differ.
pub(super) fn compare_values(unit: &Unit, old: Option<&Value>, new: Option<&Value>) -> Vec<Found> {
    let mut walk = Walk { unit, found: Vec::new() };
    walk.compare("", old, new);
    walk.found
}

struct Walk<'a> {
    unit: &'a Unit,
    found: Vec<Found>,
}

impl Walk<'_> {
    fn compare(&mut self, path: &str, old: Option<&Value>, new: Option<&Value>) {
        match (is_empty(old), is_empty(new)) {
            (true, true) => return,
            (false, true) => return self.differ(path, old, new, Kind::Missing),
            (true, false) => return self.differ(path, old, new, Kind::Extra),
            (false, false) => {}
        }
        match (old, new) {
            (Some(Value::Object(old_members)), Some(Value::Object(new_members))) => {
                let names: BTreeSet<&String> = old_members.keys().chain(new_members.keys()).collect();
                for name in names {
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
        // No two tokens are equal.
        if self.unit.route.shape == Shape::Token && old.is_string() && new.is_string() {
            return;
        }
        let are_of_one_type = std::mem::discriminant(old) == std::mem::discriminant(new);
        let is_number = old.is_number() && new.is_number() || kind != Kind::Value;
        if old == new || is_number && are_equal_numbers(old, new) {
            return;
        }
        let is_shape = !are_of_one_type && (kind == Kind::Value || text(old).is_none() || text(new).is_none());
        self.differ(path, Some(old), Some(new), if is_shape { Kind::Shape } else { kind });
    }

    /// Elements are matched by their key, so that one more or less is one difference.
    fn compare_arrays(&mut self, path: &str, old: &[Value], new: &[Value]) {
        let key = KEYS.iter().find(|key| old.iter().chain(new).all(|element| element.get(key).is_some()));
        let is_scalar = old.iter().chain(new).all(|element| !element.is_object() && !element.is_array());
        let (old_keys, new_keys) = match key {
            _ if is_scalar => (keys(old, text), keys(new, text)),
            Some(key) => (keys(old, |element| text(element.get(key)?)), keys(new, |element| text(element.get(key)?))),
            None => (keys(old, |_| None), keys(new, |_| None)),
        };
        let place = |keys: &[String]| -> BTreeMap<String, usize> {
            keys.iter().enumerate().map(|(index, key)| (key.clone(), index)).collect()
        };
        let (old_places, new_places) = (place(&old_keys), place(&new_keys));
        let all: BTreeSet<&String> = old_places.keys().chain(new_places.keys()).collect();
        for key in all {
            let element = |elements: &'_ [Value], places: &BTreeMap<String, usize>| {
                places.get(key).and_then(|index| elements.get(*index)).cloned()
            };
            let (old, new) = (element(old, &old_places), element(new, &new_places));
            self.compare(&format!("{path}[{key}]"), old.as_ref(), new.as_ref());
        }
        if is_ordered(self.unit.route.shape, path) {
            let common = |keys: &[String], other: &BTreeMap<String, usize>| -> Vec<Value> {
                keys.iter().filter(|key| other.contains_key(*key)).map(|key| key.as_str().into()).collect()
            };
            let (old, new) = (common(&old_keys, &new_places), common(&new_keys, &old_places));
            if old != new {
                self.differ(path, Some(&old.into()), Some(&new.into()), Kind::Order);
            }
        }
    }

    fn differ(&mut self, path: &str, old: Option<&Value>, new: Option<&Value>, kind: Kind) {
        let is_known = is_known(self.unit.route.shape, path);
        let rule = rule_for(self.unit, path, kind, is_known, (old, new));
        let (old, new) = match self.unit.route.shape {
            // A token is a secret.
            Shape::Token => (old.map(|_| "…".into()).unwrap_or_default(), new.map(|_| "…".into()).unwrap_or_default()),
            _ => shortened(old, new),
        };
        self.found.push(Found { path: path.to_owned(), old, new, kind, rule });
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
