//! Compares two responses by their meaning.
//!
//! - [`fields`]: what a field means: a price, a quantity, an array in no order.
//! - [`values`]: walks two JSON values side by side.
//! - [`items`]: arrays of products, matched by their ids.
//! - [`tree`]: the section tree, matched by section.
//! - [`contract_rules`]: differences that the contract announces.

mod contract_rules;
mod decimal;
mod fields;
mod items;
mod tree;
mod values;

pub(crate) use contract_rules::{CONTRACT_RULES, FIELD_NOT_SHOWN};
pub(crate) use decimal::{are_equal_numbers, text};
pub(crate) use items::{item_key, item_stock_number};

use crate::difference::{Difference, Found, Kind, Label, Subject};
use crate::request::{Access, Request};
use crate::route::{Form, Route, Shape};
use crate::source::Response;
use items::compare_items;
use serde_json::{Value, json};
use values::compare_values;

/// What two responses to one request come to.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// How many things were compared: the products of an array, or the response as a whole.
    pub(crate) count: u64,
    pub(crate) differences: Vec<Difference>,
}

/// Compares the responses to `request`.
pub(crate) fn compare_responses(request: &Request, old: &Response, new: &Response) -> Compared {
    let mut found = Vec::new();
    let are_comparable = compare_envelopes(request, old, new, &mut found);
    let mut subject = Subject::of(request);
    subject.label = [old, new].into_iter().find_map(|response| Label::of_item(response.data()?));
    subject.label.take_if(|_| subject.product.is_none());
    let mut compared = Compared { count: 1, differences: differences(&subject, found) };
    if !are_comparable {
        return compared;
    }
    match (old.data(), new.data()) {
        (Some(Value::Array(old)), Some(Value::Array(new))) if request.route.form() != Form::Single => {
            let of_items = compare_items(request, old, new);
            compared.count = of_items.count.max(1);
            compared.differences.extend(of_items.differences);
        }
        (Some(old), Some(new)) if request.route.shape() == Shape::Tree => {
            compared.count = tree::compare_trees(request, old, new, &mut compared.differences).max(1);
        }
        (old, new) => {
            let found = compare_values(request, old, new);
            compared.differences.extend(differences(&subject, found));
        }
    }
    compared
}

/// Compares the payload of one product that arrays of both systems have.
pub(crate) fn compare_item(request: &Request, old: &Value, new: &Value) -> Vec<Difference> {
    let subject = Subject::of_item(request, old);
    differences(&subject, compare_values(request, Some(old), Some(new)))
}

/// A product that the array of only one system has.
pub(crate) fn one_sided_item(request: &Request, old: Option<&Value>, new: Option<&Value>) -> Difference {
    let short = |item: Option<&Value>| {
        item.map(|item| json!({"id": item_key(item), "stockNumber": item_stock_number(item)})).unwrap_or_default()
    };
    let kind = if new.is_none() { Kind::Missing } else { Kind::Extra };
    let subject = Subject::of_item(request, old.or(new).unwrap_or(&Value::Null));
    let found = Found { path: String::new(), old: short(old), new: short(new), kind, rule: None };
    subject.difference(found)
}

/// A difference of two arrays of products as a whole: two products in another order, or an end.
pub(crate) fn list_difference(request: &Request, path: &str, kind: Kind, old: Value, new: Value) -> Difference {
    Subject::of(request).difference(Found { path: path.to_owned(), old, new, kind, rule: None })
}

impl Subject {
    fn of(request: &Request) -> Self {
        let section = request.section().filter(|_| request.route.form() == Form::From);
        let identity = section.map_or_else(|| request.subject(), |section| format!("section {section}"));
        let route = request.route.pattern().to_owned();
        Self { route, identity, product: request.product(), section: request.section(), label: None }
    }

    fn of_item(request: &Request, item: &Value) -> Self {
        let key = item_key(item).unwrap_or_else(|| "without an id".to_owned());
        let identity = match request.section() {
            Some(section) => format!("item {key} of section {section}"),
            None => format!("item {key}"),
        };
        Self { identity, product: key.parse().ok(), label: Label::of_item(item), ..Self::of(request) }
    }
}

fn differences(subject: &Subject, found: Vec<Found>) -> Vec<Difference> {
    found.into_iter().map(|found| subject.difference(found)).collect()
}

/// Compares everything but `data`. Texts for people are equal when both are there, or neither. Whether `data` can be
/// compared as well.
fn compare_envelopes(request: &Request, old: &Response, new: &Response, found: &mut Vec<Found>) -> bool {
    let mut differs = |path: &str, old: Value, new: Value, kind| {
        if old != new {
            found.push(Found { path: path.to_owned(), old, new, kind, rule: None });
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
    let member = |body: &Value, name: &str| body.get(name).cloned().unwrap_or_default();
    differs("status", member(old_body, "status"), member(new_body, "status"), Kind::Status);
    let error = |body: &Value, name: &str| member(&member(body, "error"), name);
    differs("error.code", error(old_body, "code"), error(new_body, "code"), Kind::Status);
    let (old_name, new_name) = (error(old_body, "name"), error(new_body, "name"));
    if !old_name.is_null() && !new_name.is_null() {
        differs("error.name", old_name, new_name, Kind::Value);
    }
    if (request.route, request.access) != (Route::Token, Access::Password) {
        let has_text = |body: &Value| member(body, "message").as_str().is_some_and(|text| !text.is_empty());
        let shown = |body: &Value| if has_text(body) { json!("a message") } else { json!("") };
        differs("message", shown(old_body), shown(new_body), Kind::Value);
    }
    old.is_success() == new.is_success()
}

#[cfg(test)]
mod tests;
