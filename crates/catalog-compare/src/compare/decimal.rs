//! Numbers by their value, however they are written.

use serde_json::Value;

/// A decimal number without what its notation adds: `1500.50`, `+1500.5` and `1500.5` are one.
#[derive(Debug, PartialEq, Eq)]
struct Decimal<'a> {
    is_negative: bool,
    whole: &'a str,
    fraction: &'a str,
}

/// Whether both are numbers, or texts of numbers, of the same value.
pub(super) fn are_equal_numbers(old: &Value, new: &Value) -> bool {
    let (old_text, new_text) = (text(old), text(new));
    match (old_text.as_deref().and_then(decimal), new_text.as_deref().and_then(decimal)) {
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

fn decimal(text: &str) -> Option<Decimal<'_>> {
    let text = text.trim();
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    Some(Decimal { is_negative: is_negative && !(whole.is_empty() && fraction.is_empty()), whole, fraction })
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
