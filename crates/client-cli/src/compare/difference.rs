//! A difference between two responses, with everything that the report says about it.

use super::units::{Form, Shape, Unit};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// Only the old system has it.
    Missing,
    /// Only the new system has it.
    Extra,
    Value,
    Price,
    Stock,
    /// The same values in another order, where an order is promised.
    Order,
    /// The HTTP status, `status` or the error code differs.
    Status,
    /// Values of different types, or a body that is no JSON.
    Shape,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Difference {
    pub(super) route: String,
    /// What was compared, such as `item 90001`.
    pub(super) identity: String,
    /// Where in it, such as `warehouses[msk].quantity`; empty for the whole.
    pub(super) path: String,
    /// The value of the old system, shortened; null when it has none.
    pub(super) old: Value,
    pub(super) new: Value,
    pub(super) kind: Kind,
    /// The rule by which it is no failure.
    pub(super) allowed: Option<String>,
    pub(super) product: Option<i64>,
    pub(super) section: Option<i64>,
    /// Name, stock number and vendor of the product, as far as a response says them.
    pub(super) label: [Option<String>; 3],
    /// Whether one system does not have a product or section at all.
    pub(super) is_whole: bool,
}

/// What products of two arrays are matched by: the id, else the stock number. `None` when the value is no product.
pub(super) fn item_key(item: &Value) -> Option<String> {
    match item.get("id") {
        Some(Value::Number(id)) => Some(id.to_string()),
        Some(Value::String(id)) => Some(id.clone()),
        _ => text_of(item, "stockNumber"),
    }
}

/// A text of a product, which may be in a wrapper.
pub(super) fn text_of(item: &Value, name: &str) -> Option<String> {
    let value = item.get(name)?;
    value.get("value").unwrap_or(value).as_str().map(str::to_owned)
}

impl Difference {
    /// What a response as a whole is about. Nothing differs yet.
    pub(super) fn of_unit(unit: &Unit, label: Option<&Value>) -> Self {
        let text = |name: &str| text_of(label?, name).filter(|text| !text.is_empty());
        Self {
            route: unit.route.to_owned(),
            identity: unit.identity.clone(),
            path: String::new(),
            old: Value::Null,
            new: Value::Null,
            kind: Kind::Value,
            allowed: None,
            product: unit.product,
            section: unit.section,
            label: ["name", "stockNumber", "vendor"].map(text),
            is_whole: false,
        }
    }

    /// The same of a product of an array, or of a section of a tree.
    pub(super) fn of_item(unit: &Unit, item: &Value) -> Self {
        if unit.shape == Shape::Tree {
            return Self::of_section(unit, item["id"].as_i64().unwrap_or_default());
        }
        let key = item_key(item).unwrap_or_else(|| "without an id".to_owned());
        let place = unit.section.map(|section| format!(" of section {section}")).unwrap_or_default();
        Self { identity: format!("item {key}{place}"), product: key.parse().ok(), ..Self::of_unit(unit, Some(item)) }
    }

    /// The same of a section of a tree; 0 is the tree.
    pub(super) fn of_section(unit: &Unit, id: i64) -> Self {
        let whole = Self::of_unit(unit, None);
        if id == 0 { whole } else { Self { identity: format!("section {id}"), section: Some(id), ..whole } }
    }

    /// The same subject with what differs in it.
    pub(super) fn at(&self, unit: &Unit, path: &str, kind: Kind, values: (Value, Value)) -> Self {
        let has_products = unit.form != Form::Single || matches!(unit.shape, Shape::Items | Shape::Stock);
        let is_thing = unit.shape == Shape::Tree || has_products && self.product.is_some();
        let is_whole = matches!(kind, Kind::Missing | Kind::Extra) && path.is_empty() && is_thing;
        Self { path: path.to_owned(), kind, old: values.0, new: values.1, is_whole, ..self.clone() }
    }

    /// Which system has it, if only one: 0 is the old one.
    pub(super) fn side(&self) -> Option<usize> {
        [Kind::Missing, Kind::Extra].iter().position(|kind| *kind == self.kind)
    }

    /// The path without the keys of array elements: `warehouses[].zone`.
    pub(super) fn field(&self) -> String {
        let mut parts = self.path.split('[');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |path, part| path + "[]" + part.split_once(']').map_or("", |(_, rest)| rest))
    }
}

/// The most characters of a text that a report shows.
const LONGEST_TEXT: usize = 200;
/// How much of what two long texts have in common is shown before they differ.
const LEAD: usize = 30;

/// Both values as the report shows them: long texts from shortly before they differ.
pub(super) fn shortened(old: Option<&Value>, new: Option<&Value>) -> (Value, Value) {
    let skip = match (old.and_then(Value::as_str), new.and_then(Value::as_str)) {
        (Some(old), Some(new)) => {
            let common = old.chars().zip(new.chars()).take_while(|(old, new)| old == new).count();
            if common > LEAD * 2 { common - LEAD } else { 0 }
        }
        _ => 0,
    };
    let shorten = |value: Option<&Value>| match value {
        Some(Value::String(text)) => cut(text, skip).into(),
        Some(value @ (Value::Array(_) | Value::Object(_))) => {
            let text = value.to_string();
            if text.chars().count() <= LONGEST_TEXT { value.clone() } else { cut(&text, 0).into() }
        }
        value => value.cloned().unwrap_or_default(),
    };
    (shorten(old), shorten(new))
}

fn cut(text: &str, skip: usize) -> String {
    let mut characters = text.chars().skip(skip);
    let shown: String = characters.by_ref().take(LONGEST_TEXT).collect();
    let ellipsis = |is_cut: bool| if is_cut { "…" } else { "" };
    format!("{}{shown}{}", ellipsis(skip > 0), ellipsis(characters.next().is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn long_texts_are_shown_from_shortly_before_they_differ() {
        let text = |end: &str| json!("x".repeat(500) + end);
        let expected = |end| json!(format!("…{}{end}", "x".repeat(LEAD)));
        assert_eq!(shortened(Some(&text("a")), Some(&text("b"))), (expected("a"), expected("b")));
        let (old, new) = shortened(Some(&json!({"a": "y".repeat(500)})), None);
        assert_eq!((old.as_str().unwrap().chars().count(), new), (LONGEST_TEXT + 1, Value::Null));
    }
}
