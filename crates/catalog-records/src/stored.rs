//! Values as they are written from a store.

use crate::values::{Values, Writable};
use catalog_domain::pricing::Money;
use catalog_domain::values::Timestamp;
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::io;
use std::marker::PhantomData;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The values of records that are written from a store.
pub struct Stored<'a>(PhantomData<&'a str>);

/// A price: its decimal text, or null for none.
pub struct StoredPrice(pub Option<Money>);

impl<'a> Values for Stored<'a> {
    type Text = &'a str;
    type LongText = &'a str;
    type Description = &'a str;
    type Identifier = &'a str;
    type StockNumber = &'a str;
    type Url = &'a str;
    type Moment = String;
    type Role = &'static str;
    type Id = i64;
    type Integer = i64;
    type Price = StoredPrice;
    type Json = &'a RawValue;
}

impl Writable for Stored<'_> {}

impl Serialize for StoredPrice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(price) => serializer.collect_str(&price),
            None => serializer.serialize_none(),
        }
    }
}

/// A moment as text, to the microsecond: as it is shown, so that imports take it.
///
/// # Errors
/// None that is known: the years fit.
pub fn moment(at: Timestamp) -> io::Result<String> {
    let nanoseconds = i128::from(at.in_common_years().unix_microseconds()) * 1_000;
    let moment = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).map_err(io::Error::other)?;
    moment.format(&Rfc3339).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_beyond_the_years_of_an_import_is_written_as_the_nearest_one_inside() {
        let cases = [
            (i64::MIN, "0001-01-01T00:00:00Z"),
            (253_402_300_800_000_000, "9999-12-31T23:59:59.999999Z"),
            (250_000, "1970-01-01T00:00:00.25Z"),
        ];
        for (microseconds, text) in cases {
            assert_eq!(moment(Timestamp::from_unix_microseconds(microseconds)).unwrap(), text);
        }
    }
}
