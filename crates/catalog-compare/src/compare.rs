//! Compares two responses by their meaning.
//!
//! - [`values`]: walks two JSON values side by side.
//! - [`fields`]: what a field means: a price, a quantity, an array in no order.
//! - [`contract_rules`]: differences that the contract announces.

mod contract_rules;
mod decimal;
mod fields;
mod values;

pub(crate) use contract_rules::{CONTRACT_RULES, FIELD_NOT_SHOWN};

use crate::difference::{Difference, Found, Kind, Label, Subject};
use crate::source::Response;
use crate::unit::{Access, Form, Route, Shape, Unit};
use serde_json::{Value, json};
use values::compare_values;

/// What products of two arrays are matched by: the id, else the stock number. `None` when the value is no product.
pub(crate) fn item_key(item: &Value) -> Option<String> {
    let id = match item.get("id") {
        Some(Value::Number(id)) => Some(id.to_string()),
        Some(Value::String(id)) => Some(id.clone()),
        _ => None,
    };
    id.or_else(|| item_stock_number(item))
}

pub(crate) fn item_stock_number(item: &Value) -> Option<String> {
    let stock_number = item.get("stockNumber")?;
    stock_number.as_str().or_else(|| stock_number.get("value")?.as_str()).map(str::to_owned)
}

/// Compares all of two responses but the items, which are records of their own.
pub(crate) fn compare_heads(unit: &Unit, old: &Response, new: &Response) -> Vec<Difference> {
    let mut found = Vec::new();
    if compare_envelopes(unit, old, new, &mut found) {
        found.extend(compare_values(unit, old.data(), new.data()));
    }
    let label = [old, new].into_iter().find_map(|response| Label::of_item(response.data()?));
    differences(&Subject { label: label.filter(|_| unit.product.is_some()), ..subject(unit) }, found)
}

/// Compares a product or section that the arrays or trees of both systems have.
pub(crate) fn compare_items(unit: &Unit, old: &Value, new: &Value) -> Vec<Difference> {
    differences(&item_subject(unit, old), compare_values(unit, Some(old), Some(new)))
}

/// A product or section that only one system has.
pub(crate) fn one_sided_item(unit: &Unit, old: Option<&Value>, new: Option<&Value>) -> Difference {
    let short = |item: Option<&Value>| match item {
        Some(section) if unit.route.shape == Shape::Tree => section["name"].clone(),
        Some(item) => json!({"id": item_key(item), "stockNumber": item_stock_number(item)}),
        None => Value::Null,
    };
    let kind = if new.is_none() { Kind::Missing } else { Kind::Extra };
    let found = Found { path: String::new(), old: short(old), new: short(new), kind, rule: None };
    item_subject(unit, old.or(new).unwrap_or(&Value::Null)).difference(found)
}

/// What a response as a whole is about.
pub(crate) fn subject(unit: &Unit) -> Subject {
    let Unit { identity, product, section, .. } = unit.clone();
    Subject { route: unit.route.pattern.to_owned(), identity, product, section, label: None }
}

/// A section of a tree; 0 is the tree.
pub(crate) fn section_subject(unit: &Unit, id: i64) -> Subject {
    let whole = subject(unit);
    if id == 0 { whole } else { Subject { identity: format!("section {id}"), section: Some(id), ..whole } }
}

fn item_subject(unit: &Unit, item: &Value) -> Subject {
    if unit.route.shape == Shape::Tree {
        return section_subject(unit, item["id"].as_i64().unwrap_or_default());
    }
    let key = item_key(item).unwrap_or_else(|| "without an id".to_owned());
    let identity = match unit.section {
        Some(section) => format!("item {key} of section {section}"),
        None => format!("item {key}"),
    };
    Subject { identity, product: key.parse().ok(), label: Label::of_item(item), ..subject(unit) }
}

fn differences(subject: &Subject, found: Vec<Found>) -> Vec<Difference> {
    found.into_iter().map(|found| subject.difference(found)).collect()
}

/// Compares everything but `data`. Texts for people are equal when both are there, or neither. Whether `data` can be
/// compared as well.
fn compare_envelopes(unit: &Unit, old: &Response, new: &Response, found: &mut Vec<Found>) -> bool {
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
    differs("status", old_body["status"].clone(), new_body["status"].clone(), Kind::Status);
    let (old_error, new_error) = (&old_body["error"], &new_body["error"]);
    differs("error.code", old_error["code"].clone(), new_error["code"].clone(), Kind::Status);
    if !old_error["name"].is_null() && !new_error["name"].is_null() {
        differs("error.name", old_error["name"].clone(), new_error["name"].clone(), Kind::Value);
    }
    // Of a list there is one message a page, and of a login it says until when the token is valid.
    if unit.route.form != Form::List && (unit.route, unit.access) != (Route::TOKEN, Access::Password) {
        let has_text = |body: &Value| body["message"].as_str().is_some_and(|text| !text.is_empty());
        let shown = |body: &Value| if has_text(body) { json!("a message") } else { json!("") };
        differs("message", shown(old_body), shown(new_body), Kind::Value);
    }
    old.is_success() == new.is_success()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn success(data: impl Into<Value>) -> Response {
        let data: Value = data.into();
        Response { status: 200, body: Some(json!({"status": true, "error": {}, "message": "", "data": data})) }
    }

    fn refusal(code: u16) -> Response {
        Response { status: 200, body: Some(json!({"status": false, "data": {}, "error": {"code": code, "name": "X"}})) }
    }

    fn found(unit: &Unit, old: &Response, new: &Response) -> Vec<(String, Kind)> {
        compare_heads(unit, old, new).into_iter().map(|found| (found.path, found.kind)).collect()
    }

    fn wrapper(uid: &str, value: impl Into<Value>) -> Value {
        let value: Value = value.into();
        json!({"name": uid, "uid": uid, "field_id": 1, "value": value})
    }

    #[test]
    fn values_are_compared_by_their_meaning() {
        let with = |name: &str, value: Value| json!({"id": 1, name: value});
        for (old, new) in [
            (with("price", wrapper("price", json!("1500.50"))), with("price", wrapper("price", json!(1500.5)))),
            (with("inStock", json!("7")), with("inStock", json!(7))),
            (with("photos", wrapper("photos", json!([]))), json!({"id": 1})),
            (with("description", json!("")), with("description", json!(null))),
            (with("documentation", json!([])), json!({"id": 1})),
            (with("features", json!({})), json!({"id": 1.0})),
            (
                with("warehouses", json!([{"id": "a", "quantity": 1}, {"id": "b", "quantity": 2}])),
                with("warehouses", json!([{"id": "b", "quantity": "2"}, {"id": "a", "quantity": 1}])),
            ),
            (
                with("features", json!({"x": wrapper("x", json!(["a", "b"]))})),
                with("features", json!({"x": wrapper("x", json!(["b", "a"]))})),
            ),
        ] {
            let unit = Unit::by_path(Route::ITEM, "90001");
            assert_eq!(found(&unit, &success(old.clone()), &success(new.clone())), [], "{old} {new}");
        }
    }

    #[test]
    fn only_a_batch_multiplies_quantities_and_only_by_the_number_of_its_ids() {
        let allowed = |unit: &Unit, old: i64| {
            let item = |quantity: i64| json!({"id": 1, "inStock": quantity});
            compare_items(unit, &item(old), &item(5))[0].allowed.clone()
        };
        let batch = Unit::by_query(Route::ITEMS, "id_list=1,2,3", 3);
        assert_eq!(allowed(&batch, 15).as_deref(), Some("contract: quantities multiplied"));
        assert_eq!(allowed(&batch, 10), None);
        assert_eq!(allowed(&Unit::by_path(Route::ITEM, "1"), 15), None);
    }

    #[test]
    fn no_token_is_a_difference_or_gets_into_a_report() {
        let unit = Unit::by_path(Route::TOKEN, "{login}").with(Access::Password);
        let token = |token: &str| success(json!({"token": token}));
        assert_eq!(found(&unit, &token("secret-a"), &token("secret-b")), []);
        let differences = compare_heads(&unit, &token("secret-a"), &success(json!({})));
        assert_eq!(differences[0].kind, Kind::Missing);
        assert!(!format!("{differences:?}").contains("secret"), "{differences:?}");
    }

    #[test]
    fn envelopes_differ_by_status_and_code_but_not_by_the_words_for_people() {
        let unit = Unit::by_path(Route::ITEM, "1");
        assert_eq!(found(&unit, &refusal(404), &refusal(404)), []);
        assert_eq!(found(&unit, &refusal(404), &refusal(400)), [("error.code".to_owned(), Kind::Status)]);
        let failed = |status| Response { status, body: None };
        assert_eq!(found(&unit, &success(json!({})), &failed(500)), [(String::new(), Kind::Status)]);
        assert_eq!(found(&unit, &success(json!({})), &failed(200)), [(String::new(), Kind::Shape)]);
    }
}
