//! Amounts of money.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// An amount in USD, exact: an integer count of 1/10000 USD.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount {
    /// The count of 1/10000 USD.
    pub ten_thousandths: i64,
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        shortest(&(self.ten_thousandths as f64 / 10_000.0), serializer)
    }
}

/// Serialises a number without a fraction of zero. Floating-point numbers have 15 digits, as many as an amount.
pub(crate) fn shortest<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.fract() == 0.0 { serializer.serialize_i64(*number as i64) } else { serializer.serialize_f64(*number) }
}

impl<'de> Deserialize<'de> for Amount {
    /// Amounts have at most 4 decimals and stay below 10^11, so every one of them survives a floating-point number.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        Ok(Self { ten_thousandths: (number * 10_000.0).round() as i64 })
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, digits) = (if self.ten_thousandths < 0 { "-" } else { "" }, self.ten_thousandths.unsigned_abs());
        let text = format!("{sign}{}.{:04}", digits / 10_000, digits % 10_000);
        formatter.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_exact_and_printed_in_its_shortest_form() {
        for (text, ten_thousandths) in [
            ("0", 0),
            ("1", 10_000),
            ("1200", 12_000_000),
            ("0.1", 1_000),
            ("1.0005", 10_005),
            ("-2.5", -25_000),
            ("99999999999.9999", 999_999_999_999_999),
        ] {
            let amount: Amount = serde_json::from_str(text).unwrap();
            assert_eq!((amount.ten_thousandths, amount.to_string().as_str()), (ten_thousandths, text));
            assert_eq!(serde_json::to_string(&amount).unwrap(), text);
        }
    }
}
