//! Differences that the contract announces, each with the name under which the report counts it.

use super::decimal::are_equal_numbers;
use super::fields::name_of;
use crate::difference::Kind;
use crate::unit::{Form, Shape, Unit};
use serde_json::Value;

pub(crate) const CONTRACT_RULES: &[(&str, &str)] = &[
    (ACCOUNT_RECORD, "The two systems have different records of one account: ids, logins and times."),
    (BASE_FIELD_ID, "The base properties of a product have negative field ids of their own in the new system."),
    (FIELD_NOT_SHOWN, "Only one system has this field, in a response whose fields the contract does not show."),
    (PHOTO_ORDER, "The old system returns photos in no stable order."),
    (QUANTITIES, "The old system multiplies quantities by the number of ids in the request."),
];

const ACCOUNT_RECORD: &str = "contract: account record";
const BASE_FIELD_ID: &str = "contract: base field ids";
pub(crate) const FIELD_NOT_SHOWN: &str = "contract: field not shown";
const PHOTO_ORDER: &str = "contract: photo order";
const QUANTITIES: &str = "contract: quantities multiplied";

pub(super) fn rule_for(
    unit: &Unit,
    path: &str,
    kind: Kind,
    is_known: bool,
    values: (Option<&Value>, Option<&Value>),
) -> Option<&'static str> {
    let (old, new) = values;
    let is_one_sided = matches!(kind, Kind::Missing | Kind::Extra);
    let shape = unit.route.shape;
    match kind {
        Kind::Order if name_of(path) == "photos" => Some(PHOTO_ORDER),
        Kind::Stock if is_multiplied(unit, old, new) => Some(QUANTITIES),
        _ if shape == Shape::Account && is_own_record(path) => Some(ACCOUNT_RECORD),
        Kind::Value if shape == Shape::Items && is_base_field_id(path, new) => Some(BASE_FIELD_ID),
        _ if is_one_sided && !is_known => Some(FIELD_NOT_SHOWN),
        _ => None,
    }
}

/// Whether the old quantity is the new one times the number of ids requested.
fn is_multiplied(unit: &Unit, old: Option<&Value>, new: Option<&Value>) -> bool {
    let number = |value: Option<&Value>| match value {
        Some(Value::Number(number)) => number.as_i64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    };
    let product = number(new).and_then(|new| new.checked_mul(unit.listed));
    unit.route.form == Form::Batch
        && unit.listed > 1
        && product.is_some_and(|product| old.is_some_and(|old| are_equal_numbers(old, &product.into())))
}

/// Fields in which two records of one account differ by nature. Its role and price level decide what it sees.
fn is_own_record(path: &str) -> bool {
    ["id", "login", "email", "createdAt", "updatedAt"].contains(&path)
}

/// `price.field_id` and the like, but not `features.power.field_id`.
fn is_base_field_id(path: &str, new: Option<&Value>) -> bool {
    path.ends_with(".field_id")
        && path.matches('.').count() == 1
        && new.and_then(Value::as_i64).is_some_and(|id| id < 0)
}
