//! Moments as ISO 8601 text in UTC.

use crate::text::digits::{ZEROS, eight_digits, without_trailing_zeros};
use catalog_domain::values::Timestamp;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

const WHOLE_SECONDS: usize = "2026-01-31T10:00:00".len();

/// The most decimals of a second that are read. Those beyond a microsecond do not count.
const MOST_DECIMALS: usize = 9;

/// `2026-01-31T10:00:00Z`, with as many decimals of a second as the moment has. A moment outside the years 1 to 9999
/// is shown as the nearest one inside.
pub fn iso_time(at: Timestamp) -> String {
    // Digits and signs are valid text.
    String::from_utf8(IsoTime::of(at).as_bytes().to_vec()).unwrap_or_default()
}

/// A moment with its text.
#[derive(Debug, Clone, Copy)]
pub struct IsoTime {
    /// The moment.
    pub at: Timestamp,
    /// The text, and what does not belong to it.
    pub text: [u8; 32],
    /// The length of the text itself.
    pub length: usize,
}

impl IsoTime {
    /// The beginning of 1970.
    pub const EPOCH: Self = Self {
        at: Timestamp::from_unix_microseconds(0),
        text: *b"1970-01-01T00:00:00Z            ",
        length: WHOLE_SECONDS + 1,
    };

    /// The digits are written without a general formatter: every product has two moments.
    pub fn of(at: Timestamp) -> Self {
        let bounded = at.in_common_years().unix_microseconds();
        // Within these bounds, all of these fit.
        let part = |number: i64| u32::try_from(number).unwrap_or(0);
        let (seconds, microsecond) = (bounded.div_euclid(1_000_000), part(bounded.rem_euclid(1_000_000)));
        let (days, second) = (part(seconds.div_euclid(86_400) + DAYS_BEFORE_1970), part(seconds.rem_euclid(86_400)));
        let date = eight_digits(date_number(days)) | ZEROS;
        let time = eight_digits(second / 3_600 * 1_000_000 + second / 60 % 60 * 10_000 + second % 60 * 100) | ZEROS;
        let (year, month, day) = (date & 0xFFFF_FFFF, (date >> 32) & 0xFFFF, date >> 48);
        let [hour, minute, second] = [time, time >> 16, time >> 32].map(|digits| digits & 0xFFFF);
        let sign = |sign: u8, at: u32| u64::from(sign) << (8 * at);
        // `2026-01-`, `31T10:00`, `:00.` and up to six decimals.
        let start = year | sign(b'-', 4) | month << 40 | sign(b'-', 7);
        let middle = day | sign(b'T', 2) | hour << 24 | sign(b':', 5) | minute << 48;
        let decimals = eight_digits(microsecond * 100);
        let digits = decimals | ZEROS;
        let seconds = sign(b':', 0) | second << 8 | sign(b'.', 3) | digits << 32;
        let fraction = if microsecond == 0 { 0 } else { ".".len() + without_trailing_zeros(decimals) };
        let end = WHOLE_SECONDS + fraction;
        let mut text = [0; 32];
        text.as_chunks_mut().0.copy_from_slice(&[start, middle, seconds, digits >> 32].map(u64::to_le_bytes));
        text[end] = b'Z';
        Self { at, text, length: end + 1 }
    }

    fn as_bytes(&self) -> &[u8] {
        &self.text[..self.length]
    }
}

/// Days from 1 March of year 0 to 1 January 1970.
const DAYS_BEFORE_1970: i64 = 719_468;

/// The date so many days after 1 March of year 0, as a number with the digits of year, month and day. (C. Neri and L.
/// Schneider, Euclidean affine functions and their application to calendar algorithms, 2023.)
fn date_number(days: u32) -> u32 {
    let quarters = 4 * days + 3;
    let (century, quarters) = (quarters / 146_097, (quarters % 146_097) | 3);
    // A year begins in March here, so that the leap day is its last one.
    let years = 2_939_745 * u64::from(quarters);
    let (year_of_century, rest) = ((years >> 32) as u32, (years & 0xFFFF_FFFF) as u32);
    let day_of_year = rest / 2_939_745 / 4;
    let months = 2_141 * day_of_year + 197_913;
    let (month, day) = (months >> 16, (months & 0xFFFF) / 2_141 + 1);
    let is_next_year = day_of_year >= 306;
    let year = 100 * century + year_of_century + u32::from(is_next_year);
    year * 10_000 + (if is_next_year { month - 12 } else { month }) * 100 + day
}

/// The moment that an ISO 8601 text names, in the forms that clients send, to whole microseconds; `None` for anything
/// else.
///
/// A date, `T`, `t` or a space, hours, minutes and seconds with up to nine decimals, and an offset: `Z`, `z`, `+03:00`,
/// `+0300` or `+03`, with a space before it or instead of its plus, which is what a query decodes a bare `+` to. A date
/// alone is its midnight in UTC (`docs/contract.md#since`).
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
            for microseconds in [microseconds, microseconds.div_euclid(1_000_000) * 1_000_000] {
                let at = Timestamp::from_unix_microseconds(microseconds);
                prop_assert_eq!(read_iso_time(&iso_time(at)), Some(at));
            }
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
