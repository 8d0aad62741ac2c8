//! Texts of products in which pieces of numbers are looked for: scanned, but for what is found often.

use super::FEW;
use super::frequent_pieces::FrequentPieces;
use super::ordinal_set::OrdinalSet;
use super::postings::position;
use super::record_block::RecordBlock;

/// How many letters before and after each digit of a name are in the block. A piece with more of them is looked for by
/// these, and then in the names.
const NEAR: usize = 4;

#[derive(Debug, Default)]
pub(super) struct NumberBlock {
    texts: RecordBlock,
    /// By digit, 0 to 9: the records that have it.
    digits: [OrdinalSet; 10],
    frequent: FrequentPieces,
}

impl NumberBlock {
    /// A block for so many records, without any.
    pub(super) fn new(records: u32) -> Self {
        Self { digits: std::array::from_fn(|_| OrdinalSet::new(records)), ..Self::default() }
    }

    /// Appends a text of the record that is not ended yet.
    pub(super) fn push(&mut self, text: &str) {
        let record = self.texts.records();
        text.bytes().filter_map(digit).for_each(|digit| self.digits[digit].insert(record));
        self.texts.push(text);
    }

    pub(super) fn end_record(&mut self) {
        self.texts.end_record();
    }

    pub(super) fn record(&self, record: usize) -> &[u8] {
        self.texts.record(record)
    }

    /// Adds the products that have `number`, of which `piece` is in the block: those with the piece that `has_number`,
    /// if the piece is not all of it; only those `within`, if these are given. `ordinals` are those of the records, or
    /// empty where they are the same.
    pub(super) fn find(
        &self,
        (number, piece): (&str, &str),
        within: Option<&[usize]>,
        ordinals: &[u32],
        has_number: impl Fn(u32) -> bool,
        all: &mut OrdinalSet,
    ) {
        let ordinal = |record: usize| ordinals.get(record).copied().unwrap_or_else(|| position(record));
        if let [byte] = piece.as_bytes()
            && let Some(digit) = digit(*byte)
        {
            return match ordinals {
                [] => all.unite(&self.digits[digit]),
                _ => all.extend(self.digits[digit].iter().map(|record| ordinal(record as usize))),
            };
        }
        if ordinals.is_empty()
            && let Some(found) = self.frequent.find(number)
        {
            return all.unite(&found);
        }
        let mut found = OrdinalSet::new(position(all.bits().len()) * u64::BITS);
        self.texts.find(
            piece,
            within,
            |_| true,
            |record| {
                let ordinal = ordinal(record);
                if piece.len() == number.len() || has_number(ordinal) {
                    found.insert(ordinal);
                }
            },
        );
        all.unite(&found);
        if within.is_none() && ordinals.is_empty() && found.len() > self.texts.records() / FEW {
            self.frequent.store(number, found);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let digits: usize = self.digits.iter().map(OrdinalSet::bytes).sum();
        self.texts.bytes() + digits + self.frequent.bytes()
    }

    pub(super) fn shrink(&mut self) {
        self.texts.shrink();
    }
}

fn digit(byte: u8) -> Option<usize> {
    byte.is_ascii_digit().then(|| usize::from(byte - b'0'))
}

/// Whether a block of what is near digits has everything of the number, so that names need not be looked at.
pub(super) fn is_whole(number: &str) -> bool {
    near_digits(number).all(|piece| piece.len() == number.len())
}

pub(super) fn near_digits(number: &str) -> impl Iterator<Item = &str> {
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
