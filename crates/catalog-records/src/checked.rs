//! Values that are read. Each refuses invalid ones itself, so the reader knows the exact location.

use crate::suggestion::closest_name;
use crate::values::{Readable, Values};
use catalog_domain::pricing::{Money, MoneyError};
use catalog_domain::products::{FeatureRole, is_stock_number};
use catalog_domain::values::{PageUrl, Timestamp};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Longest id that is a text (of a vendor, a warehouse, a filter), in characters.
const IDENTIFIER_MAXIMUM_CHARACTERS: usize = 255;

/// The values of records that are read.
pub struct Checked;

impl Values for Checked {
    type Text = Text<2_000>;
    type LongText = Text<20_000>;
    type Description = Text<1_000_000>;
    type Identifier = Identifier;
    type StockNumber = StockNumber;
    type Url = Url;
    type Moment = Moment;
    type Role = Role;
    type Id = PositiveInteger;
    type Integer = Integer;
    type Price = Price;
    type Json = Box<RawValue>;
}

impl Readable<'_> for Checked {}

/// A text of at most so many characters, without U+0000, which not every store can hold. The bounds are generous, and
/// keep a page of products from being hundreds of megabytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text<const MOST: usize>(pub Box<str>);

/// A text that identifies something: 1 to 255 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier(pub Box<str>);

/// A stock number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockNumber(pub Box<str>);

/// An absolute http(s) URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Url(pub PageUrl);

/// A moment, to the microsecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment(pub Timestamp);

/// The role of a feature group or field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Role(pub FeatureRole);

/// A positive 64-bit integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PositiveInteger(pub i64);

/// Any 64-bit integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Integer(pub i64);

/// An amount in USD, read from the number's own text; zero, `""` and null mean no price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Price(pub Option<Money>);

impl Default for Role {
    fn default() -> Self {
        Self(FeatureRole::Feature)
    }
}

impl<'de, const MOST: usize> Deserialize<'de> for Text<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer, "a string", |text| {
            // No text has more characters than bytes.
            if text.len() > MOST && text.chars().count() > MOST {
                return Err(format!("must have at most {MOST} characters"));
            }
            clean(text).map(Self)
        })
    }
}

impl<'de> Deserialize<'de> for Identifier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer, "a string of 1 to 255 characters", |text| {
            if text.is_empty() || text.chars().count() > IDENTIFIER_MAXIMUM_CHARACTERS {
                return Err("must have 1 to 255 characters".to_owned());
            }
            clean(text).map(Self)
        })
    }
}

impl StockNumber {
    /// What is said of a text that is none.
    pub const REFUSAL: &str = "must be a stock number: 1 to 64 characters without control characters, not `.` or `..`";
}

impl<'de> Deserialize<'de> for StockNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer, "a stock number", |text| {
            is_stock_number(text).then(|| Self(text.into())).ok_or_else(|| Self::REFUSAL.to_owned())
        })
    }
}

impl<'de> Deserialize<'de> for Url {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer, "a URL", |text| PageUrl::parse(text).map(Self).map_err(|error| error.to_string()))
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer, "a time such as \"2026-01-31T10:00:00Z\"", |text| {
            let refusal = || "must be an RFC 3339 time such as 2026-01-31T10:00:00Z".to_owned();
            // The parser takes any character between date and time; RFC 3339 knows `T`, and a blank for readability.
            if !matches!(text.as_bytes().get(10), Some(b'T' | b't' | b' ')) {
                return Err(refusal());
            }
            let moment = OffsetDateTime::parse(text, &Rfc3339).map_err(|_| refusal())?;
            // An offset leads out of the years 0 to 9999, which fit into 64 bits of microseconds several times over.
            let microseconds = i64::try_from(moment.unix_timestamp_nanos().div_euclid(1_000)).unwrap_or(i64::MAX);
            let moment = Timestamp::from_unix_microseconds(microseconds);
            let is_common = moment == moment.in_common_years();
            is_common.then_some(Self(moment)).ok_or_else(|| "must be in the years 1 to 9999 of UTC".to_owned())
        })
    }
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer, "a role", |text| {
            FeatureRole::from_name(text).map(Self).ok_or_else(|| {
                let names = FeatureRole::ALL.map(FeatureRole::name);
                let hint =
                    closest_name(text, &names).map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
                format!("unknown role `{text}`{hint} (expected one of {})", names.join(", "))
            })
        })
    }
}

impl<'de> Deserialize<'de> for PositiveInteger {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(IntegerVisitor { minimum: 1, expected: "a positive 64-bit integer" }).map(Self)
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(IntegerVisitor { minimum: i64::MIN, expected: "a 64-bit integer" }).map(Self)
    }
}

impl<'de> Deserialize<'de> for Price {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let literal = <&RawValue>::deserialize(deserializer)?.get();
        let text = match literal.as_bytes().first() {
            Some(b'n') => return Ok(Self(None)),
            Some(b'"') => {
                let text = serde_json::from_str::<Cow<'_, str>>(literal).map_err(Error::custom)?;
                // Only a JSON number may have an exponent, and only there a zero may have a sign.
                if let Some(odd) = text.find(['e', 'E', '-']) {
                    let error = if odd == 0 { MoneyError::Negative } else { MoneyError::Malformed };
                    return Err(Error::custom(format_args!("a price {error}")));
                }
                text
            }
            Some(b'-' | b'0'..=b'9') => Cow::Borrowed(literal),
            _ => return Err(Error::custom("expected a price: a number or a decimal string in USD")),
        };
        if text.is_empty() {
            return Ok(Self(None));
        }
        let money = Money::parse(&text).map_err(|error| Error::custom(format_args!("a price {error}")))?;
        Ok(Self(Some(money).filter(|money| money.is_positive())))
    }
}

fn clean(text: &str) -> Result<Box<str>, String> {
    if text.contains('\0') { Err("must not contain the character U+0000".to_owned()) } else { Ok(text.into()) }
}

fn read_text<'de, D, T>(
    deserializer: D,
    expected: &'static str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
{
    deserializer.deserialize_str(TextVisitor { expected, parse })
}

struct TextVisitor<F> {
    expected: &'static str,
    parse: F,
}

impl<T, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for TextVisitor<F> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text).map_err(E::custom)
    }
}

struct IntegerVisitor {
    minimum: i64,
    expected: &'static str,
}

impl Visitor<'_> for IntegerVisitor {
    type Value = i64;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.expected)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<i64, E> {
        if value < self.minimum {
            return Err(E::invalid_value(serde::de::Unexpected::Signed(value), &self));
        }
        Ok(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<i64, E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => Err(E::invalid_value(serde::de::Unexpected::Unsigned(value), &self)),
        }
    }
}
