//! Everything in which pieces of numbers are looked for, in one block of bytes that is scanned.
//!
//! A record is the number part of the stock number, then pieces of the number parts of the names, then the whole stock
//! number. Of names, only what is near a digit is here: a piece of a number has one. Marks are no bytes of UTF-8.

use catalog_domain::products::Product;
use catalog_domain::search::{SearchWord, fold, number_part, stock_number_key};
use memchr::{memmem, memrchr};

/// How many letters before and after each digit of a name are in the block. A piece with more of them is looked for by
/// these, and then in the names.
const NEAR: usize = 4;

/// Ends the parts of a record.
const END: u8 = 0xff;
/// Ends a piece of a name.
const PIECE_END: u8 = 0xfe;

#[derive(Debug, Default)]
pub(super) struct NumberBlock {
    bytes: Vec<u8>,
    /// By record: where it ends.
    ends: Vec<u32>,
}

/// Where a piece of a number was found first in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    StockNumber,
    Name,
}

impl NumberBlock {
    /// Appends the record of a product; an empty one for none.
    pub(super) fn push(&mut self, product: Option<&Product>) {
        if let Some(product) = product {
            let key = stock_number_key(product.stock_number());
            self.bytes.extend(number_part(&key).bytes().chain([END]));
            let (name, full_name) = (number_part(&fold(product.name())), number_part(&fold(product.full_name())));
            if !full_name.contains(&name) {
                self.push_pieces(&name);
            }
            self.push_pieces(&full_name);
            self.bytes.extend([END].into_iter().chain(key.bytes()).chain([END]));
        }
        // Fewer than 2^32 bytes exist.
        self.ends.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
    }

    fn push_pieces(&mut self, number: &str) {
        for piece in near_digits(number) {
            self.bytes.extend(piece.bytes().chain([PIECE_END]));
        }
    }

    /// Passes on each record in which `piece` is, with the first place.
    pub(super) fn find(&self, piece: &str, mut visit: impl FnMut(usize, Place)) {
        let finder = memmem::Finder::new(piece.as_bytes());
        let (mut record, mut from) = (0, 0);
        while let Some(found) = finder.find(&self.bytes[from..]) {
            let at = from + found;
            while self.ends[record] as usize <= at {
                record += 1;
            }
            let start = self.start(record);
            from = self.ends[record] as usize;
            let before = &self.bytes[start..at];
            match before.iter().rev().position(|byte| *byte == END) {
                None => visit(record, Place::StockNumber),
                Some(back) if !before[..before.len() - back - 1].contains(&END) => visit(record, Place::Name),
                // In the whole stock number, which is last.
                Some(_) => {}
            }
        }
    }

    /// The whole stock number of a record, as stock numbers are compared.
    pub(super) fn stock_number(&self, record: usize) -> &[u8] {
        let bytes = &self.bytes[self.start(record)..self.ends[record] as usize];
        let bytes = bytes.strip_suffix(&[END]).unwrap_or_default();
        memrchr(END, bytes).map_or(bytes, |before| &bytes[before + 1..])
    }

    /// Whether the word with a digit is a word of that record's stock number.
    pub(super) fn has_word(&self, record: usize, asked: &str) -> bool {
        let text = self.stock_number(record);
        let has_signs = asked.contains(|character: char| !character.is_alphanumeric());
        let is_end = |neighbour: Option<char>| match neighbour {
            Some(character) if has_signs => character == ' ',
            Some(character) => !character.is_alphanumeric(),
            None => true,
        };
        // Stock numbers are short.
        let mut places = text.windows(asked.len()).enumerate().filter(|(_, piece)| *piece == asked.as_bytes());
        places.any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + asked.len()..]);
            is_end(last_character(before)) && is_end(first_character(after))
        })
    }

    fn start(&self, record: usize) -> usize {
        record.checked_sub(1).map_or(0, |before| self.ends[before] as usize)
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<u32>()
    }

    pub(super) fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

/// The part of the number of `asked` that is looked for in the block, and whether it is all of it.
pub(super) fn block_piece(asked: &SearchWord) -> (&str, bool) {
    let piece = near_digits(&asked.number).next().unwrap_or_default();
    (piece, piece.len() == asked.number.len())
}

/// The pieces of a number part that are near its digits.
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
