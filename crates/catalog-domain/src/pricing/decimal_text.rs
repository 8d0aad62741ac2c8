//! Exact decimals as text, made without an allocation: a page of products has hundreds of them.

/// The most characters that a number has: 19 digits, a point and a sign.
const LONGEST: usize = 21;

/// The shortest decimal form of a number: `1999.9`, `5`, `0.0001`. Valid as a JSON number.
#[derive(Debug, Clone, Copy)]
pub struct DecimalText {
    characters: [u8; LONGEST],
    start: usize,
}

impl DecimalText {
    /// The text of `units / 10^decimals`, of up to 18 decimals.
    pub(crate) fn new(units: i64, decimals: u32) -> Self {
        let mut text = Self { characters: [b'0'; LONGEST], start: LONGEST };
        let mut rest = units.unsigned_abs();
        let mut has_fraction = false;
        for _ in 0..decimals {
            let digit = rest % 10;
            rest /= 10;
            // Trailing zeros carry no information.
            if has_fraction || digit > 0 {
                text.put_digit(digit);
                has_fraction = true;
            }
        }
        if has_fraction {
            text.put(b'.');
        }
        text.put_digit(rest % 10);
        rest /= 10;
        while rest > 0 {
            text.put_digit(rest % 10);
            rest /= 10;
        }
        if units < 0 {
            text.put(b'-');
        }
        text
    }

    /// The same with another ASCII character before the decimals.
    #[must_use]
    pub fn with_mark(mut self, mark: u8) -> Self {
        self.characters.iter_mut().filter(|character| **character == b'.').for_each(|character| *character = mark);
        self
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        // Digits, a point and a sign are valid text.
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The text as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.characters[self.start..]
    }

    fn put_digit(&mut self, digit: u64) {
        // One digit always fits.
        self.put(b'0' + u8::try_from(digit).unwrap_or(0));
    }

    fn put(&mut self, character: u8) {
        self.start -= 1;
        self.characters[self.start] = character;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_have_their_shortest_form() {
        for (units, decimals, text) in [
            (0, 4, "0"),
            (1, 4, "0.0001"),
            (-1, 4, "-0.0001"),
            (10_000, 4, "1"),
            (19_999_000, 4, "1999.9"),
            (100_000_000, 4, "10000"),
            (1_250, 2, "12.5"),
            (-5, 0, "-5"),
            (i64::MIN, 4, "-922337203685477.5808"),
            (i64::MAX, 0, "9223372036854775807"),
            (i64::MIN, 18, "-9.223372036854775808"),
        ] {
            assert_eq!(DecimalText::new(units, decimals).as_str(), text);
        }
    }

    proptest! {
            #[test]
            fn a_number_is_read_back_as_it_was_written(units: i64, decimals in 0_u32..=18) {
                let text = DecimalText::new(units, decimals).as_str().to_owned();
                let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
                prop_assert!(!fraction.ends_with('0'));
    prop_assert!(fraction.len() <= decimals as usize);
                let digits = format!("{whole}{fraction:0<width$}", width = decimals as usize);
                prop_assert_eq!(digits.parse::<i64>(), Ok(units));
            }
        }
}
