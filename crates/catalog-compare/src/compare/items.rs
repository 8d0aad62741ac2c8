//! Arrays of products, matched by their ids.

use super::{Compared, compare_item, list_difference, one_sided_item};
use crate::difference::Kind;
use crate::request::Request;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What products of two arrays are matched by: the id, else the stock number. `None` when the value is no product.
pub(crate) fn item_key(item: &Value) -> Option<String> {
    let id = match item.get("id") {
        Some(Value::Number(id)) => Some(id.to_string()),
        Some(Value::String(id)) => Some(id.clone()),
        _ => None,
    };
    id.or_else(|| item_stock_number(item))
}

/// The stock number of a product: a text, or a wrapper of one.
pub(crate) fn item_stock_number(item: &Value) -> Option<String> {
    let stock_number = item.get("stockNumber")?;
    stock_number.as_str().or_else(|| stock_number.get("value")?.as_str()).map(str::to_owned)
}

/// Compares two arrays of products that were named one by one.
pub(super) fn compare_items(request: &Request, old: &[Value], new: &[Value]) -> Compared {
    let (old_places, new_places) = (places(old), places(new));
    let mut compared = Compared { count: old_places.len().max(new_places.len()) as u64, ..Compared::default() };
    for (key, index) in &old_places {
        match new_places.get(key) {
            Some(other) => compared.differences.extend(compare_item(request, &old[*index], &new[*other])),
            None => compared.differences.push(one_sided_item(request, Some(&old[*index]), None)),
        }
    }
    let extra = new_places.iter().filter(|(key, _)| !old_places.contains_key(*key));
    compared.differences.extend(extra.map(|(_, index)| one_sided_item(request, None, Some(&new[*index]))));
    let common = |items: &[Value], own: &BTreeMap<String, usize>, other: &BTreeMap<String, usize>| -> Vec<String> {
        let keys = items.iter().enumerate().map(|(index, item)| key_of(index, item));
        keys.filter(|key| own.contains_key(key) && other.contains_key(key)).collect()
    };
    let (old, new) = (common(old, &old_places, &new_places), common(new, &new_places, &old_places));
    if let Some(first) = old.iter().zip(&new).position(|(old, new)| old != new) {
        compared.differences.push(list_difference(request, "data", Kind::Order, json!(old[first]), json!(new[first])));
    }
    compared
}

/// Where each product is; the later of two with the same id counts as another.
fn places(items: &[Value]) -> BTreeMap<String, usize> {
    let mut places = BTreeMap::new();
    for (index, item) in items.iter().enumerate() {
        let key = key_of(index, item);
        if places.contains_key(&key) {
            places.insert(format!("{key} again at {index}"), index);
        } else {
            places.insert(key, index);
        }
    }
    places
}

fn key_of(index: usize, item: &Value) -> String {
    item_key(item).unwrap_or_else(|| format!("at {index}"))
}
