//! Writes JSON piece by piece: the constant parts of every product are copied, the variable parts are written between
//! them.
//!
//! A page has up to a thousand products, and a general serialiser takes several times as long. Everything that does not
//! come by the thousand goes through serde, here, too.

use catalog_app::text::IsoTime;
use catalog_app::text::digits::{EIGHT_DIGITS, ZEROS, eight_digits, significant, without_trailing_zeros};
use catalog_domain::pricing::{DecimalText, Money};
use catalog_domain::values::{Timestamp, is_plain};
use serde::Serialize;

/// Builds a JSON text. The caller makes sure that the pieces form valid JSON.
#[derive(Debug)]
pub struct JsonWriter {
    text: Vec<u8>,
    /// The last two moments, the latest first. What one import run changed has the same moment.
    moments: [IsoTime; 2],
}

impl Default for JsonWriter {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl JsonWriter {
    /// An empty text with that capacity in bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { text: Vec::with_capacity(bytes), moments: [IsoTime::EPOCH; 2] }
    }

    /// Appends raw JSON.
    #[inline]
    pub fn raw(&mut self, json: &str) -> &mut Self {
        self.text.extend_from_slice(json.as_bytes());
        self
    }

    /// Appends a string in quotes.
    pub fn string(&mut self, text: &str) -> &mut Self {
        self.raw("\"").text(text, is_plain(text)).raw("\"")
    }

    /// Appends the inside of a string. A text that is known to be plain is not checked again.
    #[inline]
    pub fn text(&mut self, text: &str, is_plain: bool) -> &mut Self {
        if is_plain {
            return self.raw(text);
        }
        text.bytes().for_each(|byte| self.escape(byte));
        self
    }

    /// Appends an integer.
    #[inline]
    pub fn integer(&mut self, number: i64) -> &mut Self {
        match u64::try_from(number) {
            Ok(number) => self.count(number),
            Err(_) => self.raw(itoa::Buffer::new().format(number)),
        }
    }

    /// Appends a count.
    #[inline]
    pub fn count(&mut self, number: u64) -> &mut Self {
        match u32::try_from(number) {
            Ok(small) if number < EIGHT_DIGITS => {
                let digits = eight_digits(small);
                let length = significant(digits);
                self.first_of(((digits | ZEROS) >> (8 * (8 - length))).to_le_bytes(), length)
            }
            _ => self.raw(itoa::Buffer::new().format(number)),
        }
    }

    /// Appends an integer as a string in quotes, which is the form of ids.
    pub fn integer_text(&mut self, number: i64) -> &mut Self {
        self.raw("\"").integer(number).raw("\"")
    }

    /// Appends a number; `null` for none.
    pub fn decimal(&mut self, number: Option<DecimalText>) -> &mut Self {
        self.text.extend_from_slice(number.as_ref().map_or(b"null", DecimalText::as_bytes));
        self
    }

    /// Appends an amount in its shortest decimal form; `null` for none.
    pub fn money(&mut self, amount: Option<Money>) -> &mut Self {
        let Some(amount) = amount else { return self.raw("null") };
        let Ok(units) = u64::try_from(amount.units()) else { return self.decimal(Some(amount.to_decimal_text())) };
        let dollar = Money::UNITS_PER_DOLLAR.unsigned_abs();
        self.count(units / dollar);
        // Less than a dollar: four digits, at the end of the eight.
        let digits = eight_digits(u32::try_from(units % dollar).unwrap_or(0)) >> 32;
        if digits > 0 {
            let text = u64::from(b'.') | (digits | ZEROS) << 8;
            self.first_of(text.to_le_bytes(), 1 + without_trailing_zeros(digits));
        }
        self
    }

    /// Appends `true` or `false`.
    pub fn flag(&mut self, flag: bool) -> &mut Self {
        // Texts of known lengths are copied faster.
        if flag { self.raw("true") } else { self.raw("false") }
    }

    /// Appends a moment as ISO 8601 text in UTC, in quotes.
    pub fn moment(&mut self, at: Timestamp) -> &mut Self {
        if self.moments[0].at != at {
            self.moments.swap(0, 1);
            if self.moments[0].at != at {
                self.moments[0] = IsoTime::of(at);
            }
        }
        let IsoTime { text, length, .. } = self.moments[0];
        self.raw("\"").first_of(text, length).raw("\"")
    }

    /// Appends a value serialised by serde.
    ///
    /// # Errors
    /// Those of the value; the part already written stays.
    pub fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> serde_json::Result<&mut Self> {
        serde_json::to_writer(&mut self.text, value)?;
        Ok(self)
    }

    /// Appends `head`, which is a comma, a name and a colon, and the value; nothing when there is none.
    ///
    /// # Errors
    /// Those of [`Self::value`].
    pub fn optional<T: Serialize>(&mut self, head: &str, value: Option<&T>) -> serde_json::Result<&mut Self> {
        match value {
            Some(value) => self.raw(head).value(value),
            None => Ok(self),
        }
    }

    /// Appends an array whose items are written by `write`.
    pub fn array<T>(&mut self, values: &[T], write: impl Fn(&T, &mut Self)) -> &mut Self {
        self.raw("[");
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                self.raw(",");
            }
            write(value, self);
        }
        self.raw("]")
    }

    /// Reserves capacity for that number of further bytes, and little more.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.text.reserve_exact(bytes);
    }

    /// The text so far.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// Appends bytes of another text.
    #[inline]
    pub fn bytes(&mut self, json: &[u8]) -> &mut Self {
        self.text.extend_from_slice(json);
        self
    }

    /// Keeps the first bytes only.
    pub(crate) fn truncate(&mut self, bytes: usize) {
        self.text.truncate(bytes);
    }

    /// The whole text.
    pub fn into_bytes(self) -> Vec<u8> {
        self.text
    }

    /// Appends the first bytes of `text`. All are copied, which is faster than to copy some.
    #[inline]
    fn first_of<const SIZE: usize>(&mut self, text: [u8; SIZE], length: usize) -> &mut Self {
        let end = self.text.len() + length;
        self.text.extend_from_slice(&text);
        self.text.truncate(end);
        self
    }

    fn escape(&mut self, byte: u8) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let short = match byte {
            b'"' | b'\\' => byte,
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0x08 => b'b',
            0x0C => b'f',
            _ if needs_escape(byte) => {
                let (high, low) = (DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]);
                return self.text.extend_from_slice(&[b'\\', b'u', b'0', b'0', high, low]);
            }
            _ => return self.text.push(byte),
        };
        self.text.extend_from_slice(&[b'\\', short]);
    }
}

/// Whether a byte of a string needs an escape (RFC 8259, section 7).
fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_app::text::iso_time;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn written(write: impl FnOnce(&mut JsonWriter)) -> String {
        let mut json = JsonWriter::default();
        write(&mut json);
        String::from_utf8(json.into_bytes()).unwrap()
    }

    #[test]
    fn values_are_written_one_after_the_other() {
        let text = written(|json| {
            json.raw("[").flag(true).raw(",").flag(false).raw(",").integer(-7).raw(",").integer_text(i64::MIN);
            json.raw(",").count(u64::MAX).bytes(b",8");
            json.raw(",").decimal(Some(Money::from_units(19_999_000).to_decimal_text())).raw(",").decimal(None);
            json.raw(",").moment(Timestamp::from_unix_microseconds(1_769_853_600_250_000));
            json.optional(",\"a\":", Some(&[1, 2])).unwrap().optional(",\"b\":", None::<&u8>).unwrap().raw("]");
        });
        let expected = r#"[true,false,-7,"-9223372036854775808",18446744073709551615,8,1999.9,null,"2026-01-31T10:00:00.25Z","a":[1,2]]"#;
        assert_eq!(text, expected);
    }

    #[test]
    fn every_character_that_needs_it_is_escaped_as_serde_does() {
        let all: String = ('\0'..'\u{100}').chain(['\u{2028}', 'Я', '😀']).collect();
        assert_eq!(written(|json| _ = json.string(&all)), serde_json::to_string(&all).unwrap());
    }

    proptest! {
        #[test]
        fn numbers_and_amounts_are_written_digit_by_digit(units: i64, shift in 0..64_u32, power in 0..18_u32) {
            let power = 10_i64.pow(power);
            for units in [units, units >> shift, units / power * power, units / power] {
                prop_assert_eq!(written(|json| _ = json.integer(units)), units.to_string());
                let amount = Money::from_units(units);
                prop_assert_eq!(written(|json| _ = json.money(Some(amount))), amount.to_string());
            }
        }

        #[test]
        fn moments_that_come_again_are_written_as_they_were(order in vec(0..4_usize, 0..20), others: [i64; 3]) {
            let [one, two, three] = others;
            // A writer knows the first one from its beginning.
            let moments = [0, one, two, three].map(Timestamp::from_unix_microseconds);
            let expected: String = order.iter().map(|at| format!("\"{}\"", iso_time(moments[*at]))).collect();
            prop_assert_eq!(written(|json| order.iter().for_each(|at| _ = json.moment(moments[*at]))), expected);
        }

        #[test]
        fn texts_are_written_as_serde_writes_them(text: String, plain in "[ -!#-\\[\\]-~]{0,80}", tail in "[\"\\\\\n]?") {
            for text in [text, format!("{plain}{tail}")] {
                prop_assert_eq!(written(|json| _ = json.string(&text)), serde_json::to_string(&text).unwrap());
            }
        }
    }
}
