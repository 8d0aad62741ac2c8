//! Texts that products share, each with a number of its own: vendors and filter values. A piece of a number is found at
//! the beginning of their words.

use super::record_block::RecordBlock;
use super::word_index::{WordIndex, WordIndexBuilder};
use super::word_matches::{Asked, Levels};
use crate::catalog::ordinal_set::OrdinalSet;
use crate::catalog::positions::position;
use catalog_domain::search::{number_with_starts, words_of};

#[derive(Debug, Default)]
pub(super) struct Texts {
    words: WordIndex,
    /// The letters and digits of each text.
    numbers: RecordBlock,
    /// The bytes of these with which a word begins.
    starts: OrdinalSet,
}

impl Texts {
    pub(super) fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let (mut words, mut numbers, mut starts) =
            (WordIndexBuilder::default(), RecordBlock::default(), OrdinalSet::default());
        for (at, text) in (0..).zip(texts) {
            words_of(text, |word| words.add(at, word));
            let (number, word_starts) = number_with_starts(text);
            starts.extend(word_starts.into_iter().map(|start| position(numbers.len() + start)));
            numbers.push(&number);
            numbers.end_record();
        }
        numbers.shrink();
        starts.shrink();
        Self { words: words.finish(), numbers, starts }
    }

    /// The texts in which `asked` is found, by their numbers.
    pub(super) fn find(&self, asked: Asked<'_>) -> Levels {
        let mut found = Levels::default();
        if let Some(word) = asked.word {
            self.words.find(word, &[], &mut found);
        }
        if let Some(number) = asked.number {
            let is_start = |at: usize| self.starts.contains(position(at));
            self.numbers.find(number, is_start, |text| found.pieces.insert(text));
            // Their products need not be collected twice.
            found.pieces.subtract(&found.whole);
        }
        found
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.bytes() + self.numbers.bytes() + self.starts.bytes()
    }
}
