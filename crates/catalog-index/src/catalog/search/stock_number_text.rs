//! Stock numbers as the index has them: their letters and digits, and apart from these the signs between them.

use super::record_block::END;

/// A stock number as whole ones are compared, taken apart: its letters and digits, [`END`], and each sign behind its
/// place.
#[derive(Debug, Clone, Copy)]
pub(super) struct StockNumberText<'a>(pub(super) &'a [u8]);

/// Bytes that begin no character are places, in bytes of the letters and digits; the last one stands for so many, and
/// the next place adds to it.
const PLACES: std::ops::RangeInclusive<u8> = 0x80..=0xbf;

/// The signs of a stock number as whole ones are compared, each behind its place.
pub(super) fn signs_of(key: &str) -> Vec<u8> {
    let (mut signs, mut at) = (Vec::new(), 0);
    for character in key.chars() {
        if character.is_alphanumeric() {
            at += character.len_utf8();
        } else {
            let most = usize::from(PLACES.end() - PLACES.start());
            signs.extend(std::iter::repeat_n(*PLACES.end(), at / most));
            signs.push(PLACES.start() + (at % most) as u8);
            signs.extend(character.encode_utf8(&mut [0; 4]).bytes());
        }
    }
    signs
}

/// Whether a word has one character or two, so that many stock numbers may have it.
pub(super) fn is_short(word: &str) -> bool {
    word.chars().nth(2).is_none()
}

impl<'a> StockNumberText<'a> {
    /// The letters and digits. There are few signs, so the end is looked for from behind.
    pub(super) fn number(self) -> &'a [u8] {
        &self.0[..self.0.iter().rposition(|byte| *byte == END).unwrap_or(self.0.len())]
    }

    /// The signs behind letters and digits with so many bytes.
    fn signs(self, number: usize) -> &'a [u8] {
        self.0.get(number + 1..).unwrap_or_default()
    }

    pub(super) fn begins_with(self, number: &str) -> bool {
        begins_with(self.0, number.as_bytes())
    }

    /// Whether `number`, with which it begins, is all of its letters and digits.
    pub(super) fn is(self, number: &str) -> bool {
        self.0.get(number.len()).is_none_or(|next| *next == END)
    }

    /// Whether it is, or begins with, a text that has this `number`, with which it begins, and these signs.
    pub(super) fn has_signs(self, number: &str, signs: &[u8]) -> bool {
        let whole = self.number().len();
        let all = self.signs(whole);
        begins_with(all, signs) && {
            let next = &all[signs.len()..];
            next.is_empty() || (whole > number.len() && place(next).0 >= number.len())
        }
    }

    /// Each sign with the place of the letter or digit that follows it.
    pub(super) fn each_sign(self, number: usize) -> impl Iterator<Item = (usize, &'a [u8])> {
        let mut rest = self.signs(number);
        std::iter::from_fn(move || next_sign(&mut rest))
    }

    /// Its letters, digits and signs in their order.
    pub(super) fn key(self) -> String {
        let number = self.number();
        let (mut key, mut from) = (String::new(), 0);
        for (at, sign) in self.each_sign(number.len()) {
            key.extend([text(&number[from..at]), text(sign)]);
            from = at;
        }
        key + text(&number[from..])
    }
}

/// The same as the method of slices, which takes many times longer for few bytes.
fn begins_with(bytes: &[u8], beginning: &[u8]) -> bool {
    bytes.len() >= beginning.len() && bytes.iter().zip(beginning).all(|(byte, other)| byte == other)
}

fn next_sign<'a>(rest: &mut &'a [u8]) -> Option<(usize, &'a [u8])> {
    let (at, signs) = place(rest);
    let length = match signs.first()? {
        ..0x80 => 1,
        ..0xe0 => 2,
        ..0xf0 => 3,
        _ => 4,
    };
    let (sign, others) = signs.split_at_checked(length)?;
    *rest = others;
    Some((at, sign))
}

/// The first place, and what is behind it.
fn place(signs: &[u8]) -> (usize, &[u8]) {
    let (mut at, mut rest) = (0, signs);
    while let [byte @ 0x80..=0xbf, others @ ..] = rest {
        at += usize::from(byte - PLACES.start());
        rest = others;
    }
    (at, rest)
}

/// Texts are cut between characters.
pub(super) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::search::{number_part, stock_number_key};
    use proptest::prelude::*;

    const TEXT: &str = "[ (]?[aД1é]{1,2}[- /]{0,2}[aД1é]{0,2}[ )-]?";

    fn record(key: &str) -> Vec<u8> {
        [number_part(key).as_bytes(), &[END], &signs_of(key)].concat()
    }

    fn check(key: &str, asked: &str) {
        let (record, number, signs) = (record(key), number_part(asked), signs_of(asked));
        let taken_apart = StockNumberText(&record);
        assert_eq!(taken_apart.key(), key);
        let begins = taken_apart.begins_with(&number);
        assert_eq!(begins, number_part(key).starts_with(&number));
        let has_signs = begins && taken_apart.has_signs(&number, &signs);
        assert_eq!(begins && taken_apart.is(&number), number_part(key) == number);
        assert_eq!(has_signs, if taken_apart.is(&number) { key == asked } else { key.starts_with(asked) }, "{asked}");
    }

    proptest! {
        #[test]
        fn a_stock_number_taken_apart_is_compared_as_the_whole(stock_number in TEXT, asked in TEXT, length in 0..140_usize) {
            let [key, asked] = [&stock_number, &asked].map(|text| stock_number_key(text));
            check(&key, &asked);
            let long = "a".repeat(length) + "-" + &key;
            check(&long, &asked);
            check(&long, &long);
        }
    }
}
