//! Moments as ISO 8601 text in UTC.

use catalog_domain::timestamp::Timestamp;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// `2026-01-31T10:00:00Z`, with as many decimals of a second as the moment has. A moment outside the years 1 to 9999
/// is shown as the nearest one inside.
#[must_use]
pub fn iso_time(at: Timestamp) -> String {
    // -62135596800 and 253402300799 are the first second of year 1 and the last of year 9999.
    let nanoseconds = i128::from(at.unix_microseconds()) * 1_000;
    let bounded = nanoseconds.clamp(-62_135_596_800_000_000_000, 253_402_300_799_999_999_000);
    OffsetDateTime::from_unix_timestamp_nanos(bounded)
        .ok()
        .and_then(|moment| moment.format(&Rfc3339).ok())
        .unwrap_or_default()
}

/// The moment that an RFC 3339 text names, with `Z` or any offset, to whole microseconds; `None` for anything else.
#[must_use]
pub fn read_iso_time(text: &str) -> Option<Timestamp> {
    let moment = OffsetDateTime::parse(text, &Rfc3339).ok()?;
    let microseconds = i64::try_from(moment.unix_timestamp_nanos().div_euclid(1_000)).ok()?;
    Some(Timestamp::from_unix_microseconds(microseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_utc_with_the_decimals_they_have() {
        for (microseconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (1_769_853_600_000_000, "2026-01-31T10:00:00Z"),
            (1_769_853_600_250_000, "2026-01-31T10:00:00.25Z"),
            (1_769_853_600_000_001, "2026-01-31T10:00:00.000001Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
            (i64::MAX, "9999-12-31T23:59:59.999999Z"),
            (i64::MIN, "0001-01-01T00:00:00Z"),
        ] {
            assert_eq!(iso_time(Timestamp::from_unix_microseconds(microseconds)), text);
        }
    }

    #[test]
    fn moments_are_read_with_any_offset_and_never_without_one() {
        for (text, microseconds) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2026-01-31T13:00:00+03:00", Some(1_769_853_600_000_000)),
            ("2026-01-31T10:00:00.2500009-00:00", Some(1_769_853_600_250_000)),
            ("1969-12-31T23:59:59.9999999Z", Some(-1)),
            ("2026-01-31T10:00:00", None),
            ("2026-01-31", None),
            ("2026-01-31T10:00:00 03:00", None),
            ("2026-02-30T10:00:00Z", None),
            ("1769853600", None),
            ("", None),
        ] {
            assert_eq!(read_iso_time(text), microseconds.map(Timestamp::from_unix_microseconds), "{text}");
        }
    }
}
