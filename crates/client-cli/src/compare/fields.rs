//! What the fields of v1 mean, by their names. Nothing is `Null`.

use super::difference::Kind;
use super::unit::Shape;
use serde_json::Value;

/// Fields of v1 responses that our document describes. Any other field of a shape that the contract does not show is
/// listed in the report, and is no failure.
const KNOWN: &str = "company createdAt currency default description documentation email features field_id fileType \
    fullName groups id inStock isActive login name options phone photos previewPhoto price priceLevel \
    quantity required role shipping size sizeBytes stockNumber title token uid updatedAt url value \
    vendor warehouses";

/// Names of members by which the objects of an array are matched, the best first.
pub(super) const KEYS: &[&str] = &["id", "uid", "key", "url", "value"];

/// What products of two arrays are matched by: the id, else the stock number. `None` when the value is no product.
pub(super) fn item_key(item: &Value) -> Option<String> {
    text(&item["id"]).filter(|id| !id.is_empty()).or_else(|| text_of(item, "stockNumber"))
}

/// A text of a product, which may be in a wrapper.
pub(super) fn text_of(item: &Value, name: &str) -> Option<String> {
    let value = item.get(name)?;
    value.get("value").unwrap_or(value).as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

pub(super) fn is_success(response: &Value) -> bool {
    response["status"] == 200 && response["body"]["status"] == true
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
pub(super) fn is_ordered(shape: Shape, path: &str) -> bool {
    shape == Shape::Vendors && path.is_empty() || matches!(name_of(path), "filters" | "photos")
}

/// Whether a field that only one system has is data that is lost or added. Otherwise it belongs to a shape that the
/// contract does not show.
pub(super) fn is_known(shape: Shape, path: &str) -> bool {
    let is_shown = matches!(shape, Shape::Tree | Shape::Vendors | Shape::Meta | Shape::Token);
    let (parent, last) = path.rsplit_once('.').unwrap_or(("", path));
    path.is_empty()
        || is_shown
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

/// Whether both are numbers, or texts of numbers, of the same value.
pub(super) fn are_equal_numbers(old: &Value, new: &Value) -> bool {
    let decimal = |value| text(value).and_then(|text| decimal(&text));
    match (decimal(old), decimal(new)) {
        (Some(old), Some(new)) => old == new,
        _ => matches!((old, new), (Value::Number(old), Value::Number(new)) if old.as_f64() == new.as_f64()),
    }
}

pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A decimal number without what its notation adds: `1500.50`, `+1500.5` and `01500.5` are one.
fn decimal(text: &str) -> Option<String> {
    let text = text.trim();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut bytes = whole.bytes().chain(fraction.bytes()).peekable();
    if bytes.peek().is_none() || !bytes.all(|byte| byte.is_ascii_digit()) {
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
    fn fields_are_known_by_name_and_features_by_their_place() {
        for (path, is_expected) in [
            ("price.value", true),
            ("warehouses.value[msk].quantity", true),
            ("warehouses.value[msk]", true),
            ("features.anything", true),
            ("seoTitle", false),
            ("warehouses.value[msk].zone", false),
        ] {
            assert_eq!(is_known(Shape::Items, path), is_expected, "{path}");
        }
        assert!(is_known(Shape::Meta, "section.anything") && is_known(Shape::Configurator, ""));
        assert_eq!(kind_of("groups[motor].options[m5].price"), Kind::Price);
        assert_eq!(kind_of("warehouses.value[msk].quantity"), Kind::Stock);
    }

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
