//! Values as records write them.

use catalog_domain::pricing::{LevelPrices, Money};
use catalog_domain::values::{SectionId, Timestamp};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::io;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A price: its decimal text, or null for none.
pub(super) struct Price(pub(super) Option<Money>);

/// Prices by level, in order.
pub(super) struct Levels<'a>(pub(super) &'a LevelPrices);

impl Serialize for Price {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(price) => serializer.collect_str(&price),
            None => serializer.serialize_none(),
        }
    }
}

impl Serialize for Levels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for entry in self.0.iter() {
            map.serialize_entry(entry.level.name(), &Price(entry.price))?;
        }
        map.end()
    }
}

/// A moment, to the microsecond.
pub(super) fn moment(at: Timestamp) -> io::Result<String> {
    let nanoseconds = i128::from(at.unix_microseconds()) * 1_000;
    let moment = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).map_err(io::Error::other)?;
    moment.format(&Rfc3339).map_err(io::Error::other)
}

/// Ids of sections.
pub(super) fn ids(sections: &[SectionId]) -> Vec<i64> {
    sections.iter().map(|section| section.0).collect()
}
