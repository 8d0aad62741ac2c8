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

/// A moment as text, to the microsecond.
///
/// # Errors
/// When it is not in the years 0 to 9999.
pub fn moment(at: Timestamp) -> io::Result<String> {
    let nanoseconds = i128::from(at.unix_microseconds()) * 1_000;
    let moment = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).map_err(io::Error::other)?;
    moment.format(&Rfc3339).map_err(io::Error::other)
}
