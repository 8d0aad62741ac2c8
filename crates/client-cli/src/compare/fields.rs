//! What the fields of v1 mean, by their names. Nothing is `Null`.

use super::difference::Kind;
use serde_json::Value;
use std::collections::HashMap;

/// Fields of products and accounts that the contract describes.
const KNOWN: &str = "company createdAt currency default description documentation email features field_id fileType \
    fullName groups id inStock isActive login name options phone photos previewPhoto price priceLevel \
    quantity required role shipping size sizeBytes stockNumber title token uid updatedAt url value \
    vendor warehouses";

/// Names of members by which the objects of an array are matched, the best first.
const KEYS: [&str; 5] = ["id", "uid", "key", "url", "value"];

/// The one of two values that is there, the old one first.
pub(super) fn first(sides: &[Value; 2]) -> &Value {
    if sides[0].is_null() { &sides[1] } else { &sides[0] }
}

/// A text of a product, which may be in a wrapper.
pub(super) fn text_of(item: &Value, name: &str) -> Option<String> {
    let value = item.get(name)?;
    value.get("value").unwrap_or(value).as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

pub(super) fn is_success(response: &Value) -> bool {
    response["status"] == 200 && response["body"]["status"] == true
}

/// Gives the elements of an array the names by which they are matched. One that occurs again is numbered, and one
/// without a key is named by its place.
#[derive(Default)]
pub(super) struct Names {
    seen: HashMap<String, u32>,
    count: usize,
}

impl Names {
    pub(super) fn of(&mut self, key: Option<String>) -> String {
        let key = key.unwrap_or_else(|| format!("at {}", self.count));
        self.count += 1;
        let times = self.seen.entry(key.clone()).or_default();
        *times += 1;
        if *times == 1 { key } else { format!("{key}#{times}") }
    }
}

/// What a product is matched by: the id, else the stock number.
pub(super) fn item_key(item: &Value) -> Option<String> {
    text(&item["id"]).filter(|id| !id.is_empty()).or_else(|| text_of(item, "stockNumber"))
}

/// What the elements of two arrays are matched by: themselves, or a member that all of them have.
pub(super) fn key_of(arrays: [&[Value]; 2]) -> impl Fn(&Value) -> Option<String> + use<> {
    let all = || arrays.into_iter().flatten();
    let is_scalar = all().all(|element| !element.is_object() && !element.is_array());
    let key = KEYS.into_iter().find(|key| all().all(|element| element.get(key).is_some()));
    move |element| if is_scalar { text(element) } else { text(element.get(key?)?) }
}

/// The last name of a path, or that of its wrapper: `price` for `price` and `price.value`.
fn name_of(path: &str) -> &str {
    let path = path.strip_suffix(".value").unwrap_or(path);
    let last = path.rsplit('.').next().unwrap_or_default();
    last.split('[').next().unwrap_or_default()
}

/// The kind of a difference between two values of a field.
pub(super) fn kind_of(path: &str) -> Kind {
    match name_of(path) {
        "price" => Kind::Price,
        "inStock" | "shipping" | "quantity" => Kind::Stock,
        _ => Kind::Value,
    }
}

/// Whether the order of an array is promised.
pub(super) fn is_ordered(route: &str, path: &str) -> bool {
    path.is_empty() && route.contains("/vendors/") || matches!(name_of(path), "filters" | "photos")
}

/// Whether the contract shows a field. Of the tree, of vendors and of section meta it shows all.
pub(super) fn is_known(route: &str, path: &str) -> bool {
    let (parent, last) = path.rsplit_once('.').unwrap_or(("", path));
    !(route.contains("/item") || route.contains("/check"))
        || path.is_empty()
        || last.ends_with(']')
        || name_of(parent) == "features"
        || KNOWN.split(' ').any(|known| known == last)
}

/// Whether there is nothing: no value, or a wrapper (`{name, value, field_id, uid}`) without one.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(array) => array.is_empty(),
        Value::Object(object) => {
            let is_wrapper = object.contains_key("field_id") && object.contains_key("uid");
            object.is_empty() || is_wrapper && is_empty(&value["value"])
        }
        _ => false,
    }
}

pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Whether both are numbers, or texts of numbers, of the same value.
pub(super) fn are_equal_numbers(old: &Value, new: &Value) -> bool {
    match [old, new].map(|value| text(value).and_then(|text| decimal(&text))) {
        [Some(old), Some(new)] => old == new,
        _ => old.as_f64().is_some_and(|old| Some(old) == new.as_f64()),
    }
}

/// A decimal number without what its notation adds: `1500.50`, `+1500.5` and `01500.5` are one.
fn decimal(text: &str) -> Option<String> {
    let text = text.trim();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) || digits.len() < 1 + fraction.len() {
        return None;
    }
    let number = format!("{}.{}", whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    Some(if text.starts_with('-') && number != "." { format!("-{number}") } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_equal_by_value_and_texts_that_are_no_numbers_never() {
        for (old, new, is_equal) in [
            (json!("1500.50"), json!(1500.5), true),
            (json!(1), json!(1.0), true),
            (json!(1e3), json!("1000"), true),
            (json!("0"), json!("-0.00"), true),
            (json!("007"), json!(7), true),
            (json!(10_000_000_000_i64), json!(1e10), true),
            (json!("1500.5"), json!("1500.51"), false),
            (json!("90000000000.0001"), json!("90000000000.0002"), false),
            (json!("1,5"), json!("1,5"), false),
            (json!(""), json!(0), false),
            (json!(null), json!(0), false),
            (json!("-1"), json!(1), false),
        ] {
            assert_eq!(are_equal_numbers(&old, &new), is_equal, "{old} {new}");
        }
    }
}
