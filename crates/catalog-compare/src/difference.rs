//! A difference between two responses.

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// The old system has it, and the new one does not.
    Missing,
    /// The new system has it, and the old one does not.
    Extra,
    Value,
    Price,
    /// A quantity differs.
    Stock,
    /// The same values in another order, where an order is promised.
    Order,
    /// The HTTP status, `status` or the error code differs.
    Status,
    /// Values of different types, or a body that is no JSON.
    Shape,
}

impl Kind {
    pub(crate) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// One difference, with everything that the report says about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Difference {
    pub(crate) route: String,
    /// What was compared, such as `item 90001`.
    pub(crate) identity: String,
    /// Where in it, such as `warehouses[msk].quantity`; empty for the whole.
    pub(crate) path: String,
    /// The value of the old system, shortened; null when it has none.
    pub(crate) old: Value,
    /// The value of the new system, shortened; null when it has none.
    pub(crate) new: Value,
    pub(crate) kind: Kind,
    /// The rule by which it is no failure.
    pub(crate) allowed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) product: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) section: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) label: Option<Label>,
}

/// A difference at a path, before it is known what it belongs to.
#[derive(Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) path: String,
    pub(crate) old: Value,
    pub(crate) new: Value,
    pub(crate) kind: Kind,
    /// The rule of the contract that announces it.
    pub(crate) rule: Option<&'static str>,
}

/// What differences are about: a product, a section or a response.
#[derive(Debug, Clone)]
pub(crate) struct Subject {
    pub(crate) route: String,
    pub(crate) identity: String,
    pub(crate) product: Option<i64>,
    pub(crate) section: Option<i64>,
    pub(crate) label: Option<Label>,
}

impl Subject {
    pub(crate) fn difference(&self, found: Found) -> Difference {
        let Self { route, identity, product, section, label } = self.clone();
        let Found { path, old, new, kind, rule } = found;
        Difference { route, identity, path, old, new, kind, allowed: rule.map(str::to_owned), product, section, label }
    }
}

/// A path without the keys of array elements: `warehouses[].zone`.
pub(crate) fn without_keys(path: &str) -> String {
    let mut parts = path.split('[');
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        shown.push_str("[]");
        shown.push_str(part.split_once(']').map_or("", |(_, rest)| rest));
    }
    shown
}

/// What a product is called, as far as a response says it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Label {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) stock_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) vendor: Option<String>,
}

impl Label {
    /// The label of a product in a response of v1.
    pub(crate) fn of_item(item: &Value) -> Option<Self> {
        let text = |name: &str| {
            let value = item.get(name)?;
            let text = value.get("value").unwrap_or(value).as_str()?;
            (!text.is_empty()).then(|| text.to_owned())
        };
        let label = Self { name: text("name"), stock_number: text("stockNumber"), vendor: text("vendor") };
        (label != Self::default()).then_some(label)
    }

    pub(crate) fn shown(&self) -> Option<&str> {
        self.name.as_deref().or(self.stock_number.as_deref())
    }
}

/// The most characters of a text that a report shows.
const LONGEST_TEXT: usize = 200;
/// How much of what two long texts have in common is shown before they differ.
const LEAD: usize = 30;

/// Both values as the report shows them: long texts from shortly before they differ.
pub(crate) fn shortened(old: Option<&Value>, new: Option<&Value>) -> (Value, Value) {
    let texts = (old.and_then(Value::as_str), new.and_then(Value::as_str));
    let skip = match texts {
        (Some(old), Some(new)) => {
            let common = old.chars().zip(new.chars()).take_while(|(old, new)| old == new).count();
            if common > LEAD * 2 { common - LEAD } else { 0 }
        }
        _ => 0,
    };
    (shorten(old, skip), shorten(new, skip))
}

fn shorten(value: Option<&Value>, skip: usize) -> Value {
    match value {
        None => Value::Null,
        Some(Value::String(text)) => cut(text, skip).into(),
        Some(value @ (Value::Array(_) | Value::Object(_))) => {
            let text = value.to_string();
            if text.chars().count() <= LONGEST_TEXT { value.clone() } else { cut(&text, 0).into() }
        }
        Some(value) => value.clone(),
    }
}

fn cut(text: &str, skip: usize) -> String {
    let mut characters = text.chars().skip(skip);
    let mut shown: String = characters.by_ref().take(LONGEST_TEXT).collect();
    if skip > 0 {
        shown.insert(0, '…');
    }
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn long_texts_are_shown_from_shortly_before_they_differ() {
        let (old, new) = (json!(format!("{}a", "x".repeat(500))), json!(format!("{}b", "x".repeat(500))));
        let expected = |end| json!(format!("…{}{end}", "x".repeat(LEAD)));
        assert_eq!(shortened(Some(&old), Some(&new)), (expected("a"), expected("b")));
        let (old, new) = shortened(Some(&json!({"a": "y".repeat(500)})), None);
        assert_eq!((old.as_str().unwrap().chars().count(), new), (LONGEST_TEXT + 1, Value::Null));
    }
}
