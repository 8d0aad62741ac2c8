//! Moments as ISO 8601 text in UTC.

use catalog_domain::values::Timestamp;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// How long such a text can be.
const LONGEST: usize = "2026-01-31T10:00:00.000000Z".len();

/// The most decimals of a second that are read. Those beyond a microsecond do not count.
const MOST_DECIMALS: usize = 9;

/// `2026-01-31T10:00:00Z`, with as many decimals of a second as the moment has. A moment outside the years 1 to 9999
/// is shown as the nearest one inside.
#[must_use]
pub fn iso_time(at: Timestamp) -> String {
    let mut text = Vec::with_capacity(LONGEST);
    write_iso_time(at, &mut text);
    // Digits and signs are valid text.
    String::from_utf8(text).unwrap_or_default()
}

/// Appends the same to `text`. Every product has two moments, so the digits are written without a general formatter.
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

/// The moment that an ISO 8601 text names, in the forms that clients send, to whole microseconds; `None` for anything
/// else.
///
/// A date, `T`, `t` or a space, hours, minutes and seconds with up to nine decimals, and an offset: `Z`, `z`, `+03:00`,
/// `+0300` or `+03`, with a space before it or instead of its plus, which is what a query decodes a bare `+` to. A date
/// alone is its midnight in UTC (`docs/contract.md#since`).
#[must_use]
pub fn read_iso_time(text: &str) -> Option<Timestamp> {
    let moment = OffsetDateTime::parse(&as_rfc_3339(text)?, &Rfc3339).ok()?;
    let microseconds = i64::try_from(moment.unix_timestamp_nanos().div_euclid(1_000)).ok()?;
    Some(Timestamp::from_unix_microseconds(microseconds))
}

/// The same moment in the one form that the parser accepts, which also checks every number. `None` for an unsupported
/// form.
fn as_rfc_3339(text: &str) -> Option<String> {
    let (date, rest) = text.split_at_checked("2026-01-31".len())?;
    if rest.is_empty() {
        return Some(format!("{date}T00:00:00Z"));
    }
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let (time, rest) = rest.split_at_checked("10:00:00".len())?;
    let (decimals, offset) = match rest.strip_prefix('.') {
        Some(rest) => rest.split_at(rest.find(|each: char| !each.is_ascii_digit())?),
        None => ("", rest),
    };
    let has_decimals = rest.starts_with('.');
    if has_decimals && !(1..=MOST_DECIMALS).contains(&decimals.len()) {
        return None;
    }
    let point = if has_decimals { "." } else { "" };
    Some(format!("{date}T{time}{point}{decimals}{}", rfc_3339_offset(offset)?))
}

/// `Z`, or sign, hours, colon and minutes.
fn rfc_3339_offset(text: &str) -> Option<String> {
    let signed = text.strip_prefix(' ').unwrap_or(text);
    if signed.eq_ignore_ascii_case("Z") {
        return Some("Z".into());
    }
    let (sign, digits) = match signed.split_at_checked(1)? {
        (sign @ ("+" | "-"), digits) => (sign, digits),
        // The space was a plus.
        _ if signed.len() < text.len() => ("+", signed),
        _ => return None,
    };
    let (hours, minutes) = match digits.len() {
        2 => (digits, "00"),
        4 => digits.split_at_checked(2)?,
        5 => digits.split_once(':')?,
        _ => return None,
    };
    Some(format!("{sign}{hours}:{minutes}"))
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
    fn moments_are_read_in_every_form_that_clients_send() {
        let ten = Some(1_769_853_600_000_000);
        for text in [
            "2026-01-31T10:00:00Z",
            "2026-01-31t10:00:00z",
            "2026-01-31 10:00:00Z",
            "2026-01-31T10:00:00 Z",
            "2026-01-31T10:00:00+00:00",
            "2026-01-31T10:00:00-00:00",
            "2026-01-31T10:00:00+0000",
            "2026-01-31T10:00:00+00",
            "2026-01-31T10:00:00 00:00",
            "2026-01-31T10:00:00 0000",
            "2026-01-31 10:00:00 00",
            "2026-01-31T13:00:00 03:00",
            "2026-01-31T13:00:00 +03:00",
            "2026-01-31T13:00:00+0300",
            "2026-01-31T13:00:00+03",
            "2026-01-31T05:30:00-04:30",
            "2026-01-31T05:30:00 -0430",
            "2026-01-31T10:00:00.0Z",
            "2026-01-31T10:00:00.000000000 00:00",
        ] {
            assert_eq!(read_iso_time(text), ten.map(Timestamp::from_unix_microseconds), "{text}");
        }
        for (text, microseconds) in [
            ("2026-01-31", Some(1_769_817_600_000_000)),
            ("2026-01-31T10:00:00.25Z", Some(1_769_853_600_250_000)),
            ("2026-01-31 10:00:00.123456789+00", Some(1_769_853_600_123_456)),
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2026-01-31T13:00:00+03:00", Some(1_769_853_600_000_000)),
            ("2026-01-31T10:00:00.2500009-00:00", Some(1_769_853_600_250_000)),
            ("1969-12-31T23:59:59.9999999Z", Some(-1)),
            ("2026-01-31T10:00:00", None),
            ("2026-01-31 10:00:00", None),
            ("2026-01-31Z", None),
            ("2026-01-31T10:00Z", None),
            ("2026-01-31T10Z", None),
            ("20260131T100000Z", None),
            ("2026-1-31", None),
            ("26-01-31", None),
            ("+2026-01-31", None),
            ("2026-01-31 ", None),
            (" 2026-01-31", None),
            ("2026-01-31  10:00:00Z", None),
            ("2026-01-31T10:00:00  03:00", None),
            ("2026-01-31T10:00:00.Z", None),
            ("2026-01-31T10:00:00,5Z", None),
            ("2026-01-31T10:00:00.1234567890Z", None),
            ("2026-01-31T10:00:00.5", None),
            ("2026-01-31T10:00:00+3", None),
            ("2026-01-31T10:00:00+03:0", None),
            ("2026-01-31T10:00:00+03:60", None),
            ("2026-01-31T10:00:00+24:00", None),
            ("2026-01-31T10:00:00+0a", None),
            ("2026-01-31T10:00:00 ++0", None),
            ("2026-01-31T10:00:00UTC", None),
            ("2026-01-31T25:00:00Z", None),
            ("2026-13-01", None),
            ("2026-02-30", None),
            ("٢٠٢٦-٠١-٣١", None),
            ("2026-01-31T10:00:00Ж", None),
            ("2026-02-30T10:00:00Z", None),
            ("1769853600", None),
            ("", None),
        ] {
            assert_eq!(read_iso_time(text), microseconds.map(Timestamp::from_unix_microseconds), "{text}");
        }
    }
}
