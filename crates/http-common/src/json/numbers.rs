//! Exact decimals as JSON numbers: the digits of the domain's `Display`, without a floating-point number in between.
//!
//! Values that clients see as strings though they are numbers.

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt::Display;

/// Serialises a value as the text of its `Display`: for `serialize_with`.
///
/// # Errors
/// Those of the serialiser.
pub fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// A value whose `Display` is a JSON number, serialised as exactly those digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecimalNumber<T>(pub T);

impl<T: Display> Serialize for DecimalNumber<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.to_string()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::pricing::Money;

    #[test]
    fn money_is_written_digit_by_digit() {
        for text in ["0", "5", "1999.9", "0.0001", "99999999999.9999", "1234567890.1"] {
            let json = serde_json::to_string(&DecimalNumber(Money::parse(text).unwrap())).unwrap();
            assert_eq!(json, text);
        }
    }
}
