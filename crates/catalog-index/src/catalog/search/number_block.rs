//! Texts of products in which pieces of numbers are looked for: scanned, but for what was found lately, or often.

use super::known_pieces::KnownPieces;
use super::record_block::RecordBlock;
use crate::catalog::ordinal_set::OrdinalSet;

#[derive(Debug, Default)]
pub(super) struct NumberBlock {
    texts: RecordBlock,
    /// By digit, 0 to 9: the records that have it.
    digits: [OrdinalSet; 10],
    known: KnownPieces,
}

impl NumberBlock {
    /// Appends a text of the record that is not ended yet.
    pub(super) fn push(&mut self, text: &str) {
        let record = self.texts.records();
        text.bytes().filter_map(digit).for_each(|digit| self.digits[digit].insert(record));
        self.texts.push(text);
    }

    /// Appends what has no piece of a number to the record that is then ended.
    pub(super) fn push_signs(&mut self, signs: &[u8]) {
        self.texts.push_last(signs);
    }

    pub(super) fn end_record(&mut self) {
        self.texts.end_record();
    }

    pub(super) fn records(&self) -> u32 {
        self.texts.records()
    }

    pub(super) fn record(&self, record: usize) -> &[u8] {
        self.texts.record(record)
    }

    /// Adds the products that have `number`; if `within` is given, others may be missing. `ordinals` are those of the
    /// records, or empty where they are the same.
    pub(super) fn find(&self, number: &str, within: Option<&OrdinalSet>, ordinals: &[u32], all: &mut OrdinalSet) {
        if !ordinals.is_empty() {
            return self.texts.find(number, |_| true, |record| all.insert(ordinals[record as usize]));
        }
        if let [byte] = number.as_bytes()
            && let Some(digit) = digit(*byte)
        {
            return all.unite(&self.digits[digit]);
        }
        if let Some(found) = self.known.find(number) {
            return found.add(0, ordinals, all);
        }
        let (mut found, records) = (OrdinalSet::default(), self.texts.records());
        let mut candidates = within.map_or_else(|| OrdinalSet::below(records), OrdinalSet::clone);
        let having = (b'0'..).zip(&self.digits).filter(|(digit, _)| number.as_bytes().contains(digit));
        having.for_each(|(_, having)| candidates.intersect(having));
        // What has a longer piece has this one.
        if let Some(known) = self.known.containing(number) {
            known.add(0, ordinals, &mut found);
            candidates.subtract(&found);
        }
        let are_few = self.texts.are_few(candidates.len());
        if are_few {
            self.texts.find_among(candidates.iter(), number, |record| found.insert(record));
        } else {
            self.texts.find(number, |_| true, |record| found.insert(record));
        }
        all.unite(&found);
        if within.is_none() || !are_few {
            self.known.store(number, &found, records);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let digits: usize = self.digits.iter().map(OrdinalSet::bytes).sum();
        self.texts.bytes() + digits + self.known.bytes()
    }

    pub(super) fn shrink(&mut self) {
        self.texts.shrink();
        self.digits.iter_mut().for_each(OrdinalSet::shrink);
    }
}

fn digit(byte: u8) -> Option<usize> {
    byte.is_ascii_digit().then(|| usize::from(byte - b'0'))
}

/// `number` with one byte for each Cyrillic letter: that of a capital letter or of a sign, of which it has none.
///
/// Names are long, so they are read faster and take less memory.
pub(super) fn with_single_bytes(number: &str) -> String {
    const BETWEEN: u32 = 'а' as u32 - 'A' as u32;
    let single = |letter| match letter {
        'а'..='я' => char::from_u32(u32::from(letter) - BETWEEN).unwrap_or(letter),
        _ => letter,
    };
    number.chars().map(single).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::search::{fold, number_part};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Pieces are stored, and tell where pieces of these are.
        #[test]
        fn what_is_found_is_what_each_text_has(
            texts in vec("(ab){0,2}[ab1]{0,3}", 16..1_500),
            asked in vec("[ab]{0,2}1?[ab]{1,3}", 12),
        ) {
            let mut block = NumberBlock::default();
            for text in &texts {
                block.push(text);
                block.end_record();
            }
            for piece in &asked {
                let mut found = OrdinalSet::default();
                block.find(piece, None, &[], &mut found);
                let having = (0..).zip(&texts).filter(|(_, text)| text.contains(piece)).map(|(at, _)| at);
                prop_assert_eq!(found.iter().collect::<Vec<_>>(), having.collect::<Vec<u32>>(), "{}", piece);
            }
        }
    }

    #[test]
    fn no_letter_of_a_number_takes_the_byte_of_another() {
        let number = |letter: char| number_part(&fold(&letter.to_string()));
        let letters: BTreeSet<char> =
            ('\0'..=char::MAX).flat_map(|letter| number(letter).chars().collect::<Vec<_>>()).collect();
        let single: BTreeSet<String> = letters.iter().map(|letter| with_single_bytes(&letter.to_string())).collect();
        assert_eq!(single.len(), letters.len());
        assert_eq!(with_single_bytes("насос5ещё").len(), 10);
    }
}
