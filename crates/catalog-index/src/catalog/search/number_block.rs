//! Everything in which pieces of numbers are looked for, in blocks of bytes that are scanned.
//!
//! Of names, only what is near a digit is here: a piece of a number has one. Marks are no bytes of UTF-8.

use super::ordinal_set::OrdinalSet;
use super::record_block::RecordBlock;
use catalog_domain::products::Product;
use catalog_domain::search::{SearchWord, fold, number_part, stock_number_key};
use memchr::memchr;

/// How many letters before and after each digit of a name are in the block. A piece with more of them is looked for by
/// these, and then in the names.
const NEAR: usize = 4;

/// Ends a text of a record.
const END: u8 = 0xff;

#[derive(Debug, Default)]
pub(super) struct NumberBlock {
    stock_numbers: RecordBlock,
    /// Pieces of the number parts of the names.
    names: RecordBlock,
    /// By digit, 0 to 9: the records that have it.
    digits: [OrdinalSet; 10],
}

impl NumberBlock {
    /// A block for so many records, without any.
    pub(super) fn new(records: u32) -> Self {
        Self { digits: std::array::from_fn(|_| OrdinalSet::new(records)), ..Self::default() }
    }

    /// Appends the next `record`, of a product; an empty one for none.
    pub(super) fn push(&mut self, record: u32, product: Option<&Product>) {
        if let Some(product) = product {
            let key = stock_number_key(product.stock_number());
            let number = number_part(&key);
            [&key, &number].into_iter().for_each(|text| self.stock_numbers.push(text, END));
            let (name, full_name) = (number_part(&fold(product.name())), number_part(&fold(product.full_name())));
            if !full_name.contains(&name) {
                near_digits(&name).for_each(|piece| self.names.push(piece, END));
            }
            near_digits(&full_name).for_each(|piece| self.names.push(piece, END));
            let each = [&number, &name, &full_name].into_iter().flat_map(|text| text.bytes());
            each.filter_map(digit).for_each(|digit| self.digits[digit].insert(record));
        }
        self.stock_numbers.end_record();
        self.names.end_record();
    }

    /// The records in which `asked` is found, if it is one digit.
    pub(super) fn having_digit(&self, asked: &SearchWord) -> Option<&OrdinalSet> {
        let [byte] = asked.number.as_bytes() else { return None };
        digit(*byte).map(|digit| &self.digits[digit])
    }

    /// Passes on each record in which `asked` is found, some of them twice, and whether it is for certain: else its
    /// names have to be looked at. If there are few, only the records `within` these, which ascend.
    pub(super) fn find(&self, asked: &SearchWord, within: Option<&[usize]>, mut visit: impl FnMut(usize, bool)) {
        self.stock_numbers.find(&asked.number, within, |record| visit(record, true));
        if let Some(piece) = near_digits(&asked.number).next() {
            let is_whole = is_whole(asked);
            self.names.find(piece, within, |record| visit(record, is_whole));
        }
    }

    /// What follows `beginning` in the whole stock number of a record, as stock numbers are compared.
    pub(super) fn after_beginning(&self, record: usize, beginning: &str) -> Option<&[u8]> {
        self.stock_numbers.record(record).strip_prefix(beginning.as_bytes()).map(before_end)
    }

    /// Whether the word with a digit is a word of that record's stock number.
    pub(super) fn has_word(&self, record: usize, asked: &str) -> bool {
        let text = before_end(self.stock_numbers.record(record));
        let has_signs = asked.contains(|character: char| !character.is_alphanumeric());
        let is_end = |neighbour: Option<char>| match neighbour {
            Some(character) if has_signs => character == ' ',
            Some(character) => !character.is_alphanumeric(),
            None => true,
        };
        let is_asked = |piece: &[u8]| piece.first() == asked.as_bytes().first() && piece == asked.as_bytes();
        // Stock numbers are short.
        let mut places = text.windows(asked.len()).enumerate().filter(|(_, piece)| is_asked(piece));
        places.any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + asked.len()..]);
            is_end(last_character(before)) && is_end(first_character(after))
        })
    }

    pub(super) fn bytes(&self) -> usize {
        let digits: usize = self.digits.iter().map(OrdinalSet::bytes).sum();
        self.stock_numbers.bytes() + self.names.bytes() + digits
    }

    pub(super) fn shrink(&mut self) {
        self.stock_numbers.shrink();
        self.names.shrink();
    }
}

fn digit(byte: u8) -> Option<usize> {
    byte.is_ascii_digit().then(|| usize::from(byte - b'0'))
}

/// Whether the block has everything that the word is a piece of, so that names need not be looked at.
pub(super) fn is_whole(asked: &SearchWord) -> bool {
    near_digits(&asked.number).all(|piece| piece.len() == asked.number.len())
}

fn before_end(text: &[u8]) -> &[u8] {
    memchr(END, text).map_or(text, |end| &text[..end])
}

fn near_digits(number: &str) -> impl Iterator<Item = &str> {
    let characters: Vec<(usize, char)> = number.char_indices().collect();
    let (mut is_near, mut pieces) = (vec![false; characters.len()], Vec::new());
    for (at, _) in characters.iter().enumerate().filter(|(_, (_, character))| character.is_numeric()) {
        is_near[at.saturating_sub(NEAR)..characters.len().min(at + NEAR + 1)].fill(true);
    }
    let mut at = 0;
    for run in is_near.chunk_by(|a, b| a == b) {
        let byte = |at: usize| characters.get(at).map_or(number.len(), |(byte, _)| *byte);
        if run[0] {
            pieces.push(&number[byte(at)..byte(at + run.len())]);
        }
        at += run.len();
    }
    pieces.into_iter()
}

/// The bytes are of whole characters.
fn first_character(bytes: &[u8]) -> Option<char> {
    match bytes.first()? {
        ascii if ascii.is_ascii() => Some(char::from(*ascii)),
        _ => std::str::from_utf8(bytes).ok()?.chars().next(),
    }
}

fn last_character(bytes: &[u8]) -> Option<char> {
    match bytes.last()? {
        ascii if ascii.is_ascii() => Some(char::from(*ascii)),
        _ => std::str::from_utf8(bytes).ok()?.chars().next_back(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_a_digit_is_kept() {
        for (number, pieces) in [
            ("centrifugalpumptrx401605kwcastiron", &["ptrx401605kwca"][..]),
            ("насос5иещечтото", &["асос5ещеч"]),
            ("1abcdefghi2", &["1abcd", "fghi2"]),
            ("1abcdefgh2", &["1abcdefgh2"]),
            ("насос", &[]),
            ("", &[]),
        ] {
            let pieces: Vec<String> = pieces.iter().map(|piece| piece.replace("ещеч", "иеще")).collect();
            assert_eq!(near_digits(number).collect::<Vec<_>>(), pieces, "{number}");
        }
    }
}
