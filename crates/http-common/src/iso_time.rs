//! Moments as ISO 8601 text in UTC.

use catalog_domain::timestamp::Timestamp;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// How long such a text can be.
const LONGEST: usize = "2026-01-31T10:00:00.000000Z".len();

/// `2026-01-31T10:00:00Z`, with as many decimals of a second as the moment has. A moment outside the years 1 to 9999
/// is shown as the nearest one inside.
#[must_use]
pub fn iso_time(at: Timestamp) -> String {
    let mut text = Vec::with_capacity(LONGEST);
    write_iso_time(at, &mut text);
    // Digits and signs are valid text.
    String::from_utf8(text).unwrap_or_default()
}

/// Adds the same to `text`. Every product has two moments, so the digits are written without a general formatter.
pub(crate) fn write_iso_time(at: Timestamp, text: &mut Vec<u8>) {
    // The first second of year 1, and the last microsecond of year 9999.
    let bounded = at.unix_microseconds().clamp(-62_135_596_800_000_000, 253_402_300_799_999_999);
    let moment = OffsetDateTime::from_unix_timestamp(bounded.div_euclid(1_000_000));
    let moment = moment.unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let microsecond = bounded.rem_euclid(1_000_000);
    let (year, month, day) = moment.to_calendar_date();
    let (hour, minute, second) = moment.to_hms();
    let [y1, y2] = two_digits(year / 100);
    let [y3, y4] = two_digits(year % 100);
    let [[mo1, mo2], [d1, d2]] = [u8::from(month), day].map(two_digits);
    let [[h1, h2], [mi1, mi2], [s1, s2]] = [hour, minute, second].map(two_digits);
    text.extend_from_slice(&[y1, y2, y3, y4, b'-', mo1, mo2, b'-', d1, d2, b'T', h1, h2, b':', mi1, mi2, b':', s1, s2]);
    if microsecond > 0 {
        let pairs = [microsecond / 10_000, microsecond / 100 % 100, microsecond % 100].map(two_digits);
        let digits = pairs.as_flattened();
        let zeros = digits.iter().rev().take_while(|digit| **digit == b'0').count();
        text.push(b'.');
        text.extend_from_slice(&digits[..digits.len() - zeros]);
    }
    text.push(b'Z');
}

/// The two digits of a number below 100.
fn two_digits<N: TryInto<u8>>(number: N) -> [u8; 2] {
    let number = number.try_into().unwrap_or(0);
    [b'0' + number / 10, b'0' + number % 10]
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
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn a_moment_is_read_as_it_was_written(microseconds in -62_135_596_800_000_000_i64..=253_402_300_799_999_999) {
            let at = Timestamp::from_unix_microseconds(microseconds);
            prop_assert_eq!(read_iso_time(&iso_time(at)), Some(at));
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
