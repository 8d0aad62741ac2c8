//! What the fields of v1 mean, by their names.

use crate::difference::Kind;
use crate::unit::Shape;
use serde_json::Value;

/// Fields of v1 responses that our document describes. Any other field of a shape that the contract does not show is
/// listed in the report, and is no failure.
const KNOWN: &str = "company createdAt currency default description documentation email features field_id fileType \
    fullName groups id inStock isActive login name options phone photos previewPhoto price priceLevel \
    quantity required role shipping size sizeBytes stockNumber title token uid updatedAt url value \
    vendor warehouses";

/// Names of members by which the objects of an array are matched, the best first.
pub(super) const KEYS: &[&str] = &["id", "uid", "key", "url", "value"];

/// The last name of a path, or that of its wrapper: `price` for `price` and `price.value`.
pub(super) fn name_of(path: &str) -> &str {
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
    let is_shown = matches!(shape, Shape::Tree | Shape::Vendors | Shape::SectionMeta | Shape::Token);
    let last = path.rsplit('.').next().unwrap_or_default();
    let parent = path.strip_suffix(last).map(|parent| name_of(parent.trim_end_matches('.')));
    path.is_empty()
        || is_shown
        || last.ends_with(']')
        || parent == Some("features")
        || KNOWN.split(' ').any(|known| known == last)
}

/// Whether there is nothing: no value, or a wrapper without one.
pub(super) fn is_empty(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::Array(array)) => array.is_empty(),
        Some(Value::Object(object)) => object.is_empty() || is_wrapper(object) && is_empty(object.get("value")),
        Some(_) => false,
    }
}

/// `{name, value, field_id, uid}`
fn is_wrapper(object: &serde_json::Map<String, Value>) -> bool {
    object.contains_key("field_id") && object.contains_key("uid")
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
        assert!(is_known(Shape::SectionMeta, "section.anything") && is_known(Shape::Configurator, ""));
        assert_eq!(kind_of("groups[motor].options[m5].price"), Kind::Price);
        assert_eq!(kind_of("warehouses.value[msk].quantity"), Kind::Stock);
    }

    #[test]
    fn an_empty_wrapper_is_nothing() {
        assert!(is_empty(Some(&json!({"name": "Photos", "uid": "photos", "field_id": -6, "value": []}))));
        assert!(!is_empty(Some(&json!({"name": "In stock", "uid": "inStock", "field_id": -8, "value": "0"}))));
        assert!(!is_empty(Some(&json!(0))) && !is_empty(Some(&json!(false))));
    }
}
