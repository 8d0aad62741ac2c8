//! A sorted dictionary of words with posting lists: short ones as differences, long ones as serialized bitmaps.

use super::ordinal_set::{OrdinalSet, WordMatches};
use crate::catalog::rank_bitmaps::ascending;
use catalog_domain::search::{SearchWord, Typos, has_digit};
use hashbrown::HashMap;
use roaring::RoaringBitmap;
use std::ops::Range;

/// From how many members on a posting list is a bitmap.
const LONG_LIST: usize = 128;

#[derive(Debug, Default)]
pub(super) struct WordIndex {
    /// All words, sorted, one after the other.
    text: Box<str>,
    words: Box<[Word]>,
    postings: Box<[u8]>,
}

#[derive(Debug, Clone, Copy)]
struct Word {
    end: u32,
    postings_end: u32,
    letters: u32,
    /// In characters; the longest are cut: no typo makes them equal to what may be asked for.
    length: u8,
    has_digit: bool,
    is_long_list: bool,
}

impl WordIndex {
    /// Adds those in which `asked` is found, to one set each; `ordinal` gives that of a number in the lists.
    pub(super) fn find(&self, asked: &SearchWord, ordinal: impl Fn(u32) -> u32, matches: &mut WordMatches) {
        let mut begun = self.beginning_with(&asked.word);
        if begun.clone().next().is_some_and(|at| self.word(at) == &*asked.word) {
            self.add(begun.start, &ordinal, &mut matches.whole);
            begun.start += 1;
        }
        begun.for_each(|at| self.add(at, &ordinal, &mut matches.pieces));
        if !asked.has_digit {
            if asked.word != asked.without_look_alikes {
                let with_digit = self.beginning_with(&asked.without_look_alikes).filter(|at| self.words[*at].has_digit);
                with_digit.for_each(|at| self.add(at, &ordinal, &mut matches.pieces));
            }
            self.mistyped(asked).for_each(|at| self.add(at, &ordinal, &mut matches.typos));
        }
    }

    /// The words without a digit that are `asked` with typos.
    fn mistyped<'a>(&'a self, asked: &'a SearchWord) -> impl Iterator<Item = usize> + 'a {
        let is_typo = |at: &usize| {
            let Word { letters, length, has_digit, .. } = self.words[*at];
            !has_digit && asked.typos.may_be(length.into(), letters) && asked.typos.allow(&asked.word, self.word(*at))
        };
        let words = if asked.typos.limit() > 0 { self.words.len() } else { 0 };
        (0..words).filter(is_typo)
    }

    fn beginning_with(&self, beginning: &str) -> Range<usize> {
        let at = |is_before: &dyn Fn(&str) -> bool| {
            let (mut from, mut to) = (0, self.words.len());
            while from < to {
                let middle = from + (to - from) / 2;
                if is_before(self.word(middle)) { from = middle + 1 } else { to = middle }
            }
            from
        };
        at(&|word| word < beginning)..at(&|word| word < beginning || word.starts_with(beginning))
    }

    fn word(&self, at: usize) -> &str {
        &self.text[self.before(at, |word| word.end)..self.words[at].end as usize]
    }

    fn before(&self, at: usize, end: impl Fn(&Word) -> u32) -> usize {
        at.checked_sub(1).map_or(0, |before| end(&self.words[before]) as usize)
    }

    fn add(&self, at: usize, ordinal: impl Fn(u32) -> u32, set: &mut OrdinalSet) {
        let word = self.words[at];
        let bytes = &self.postings[self.before(at, |word| word.postings_end)..word.postings_end as usize];
        if word.is_long_list {
            // What was serialized deserializes.
            let list = RoaringBitmap::deserialize_unchecked_from(bytes).unwrap_or_default();
            set.extend(list.iter().map(ordinal));
        } else {
            set.extend(differences(bytes).map(ordinal));
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.len() + self.postings.len() + size_of_val(&*self.words)
    }
}

/// The numbers that a short list has: each byte has seven bits of a difference, and whether others follow.
fn differences(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let (mut number, mut difference, mut shift) = (0_u32, 0, 0);
    bytes.iter().filter_map(move |byte| {
        difference |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        (byte & 0x80 == 0).then(|| {
            number += std::mem::take(&mut difference);
            shift = 0;
            number
        })
    })
}

fn push_difference(mut difference: u32, bytes: &mut Vec<u8>) {
    while difference > 0x7f {
        bytes.push(difference as u8 | 0x80);
        difference >>= 7;
    }
    bytes.push(difference as u8);
}

/// Collects the words of things that are numbered.
#[derive(Debug, Default)]
pub(super) struct WordIndexBuilder {
    numbers: HashMap<Box<str>, u32>,
    /// By number of a word: in what it is.
    lists: Vec<Vec<u32>>,
}

impl WordIndexBuilder {
    /// Adds a word of `item`, whose number is not below those before.
    pub(super) fn add(&mut self, item: u32, word: &str) {
        let number = self.number(word);
        self.add_known(item, number);
    }

    pub(super) fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = position(self.lists.len());
        self.numbers.insert(word.into(), number);
        self.lists.push(Vec::new());
        number
    }

    pub(super) fn add_known(&mut self, item: u32, number: u32) {
        let list = &mut self.lists[number as usize];
        if list.last() != Some(&item) {
            list.push(item);
        }
    }

    pub(super) fn finish(self) -> WordIndex {
        let mut sorted: Vec<(Box<str>, u32)> = self.numbers.into_iter().collect();
        sorted.sort_unstable();
        let (mut text, mut postings, mut words) = (String::new(), Vec::new(), Vec::with_capacity(sorted.len()));
        for (word, number) in sorted {
            let list = &self.lists[number as usize];
            let is_long_list = list.len() >= LONG_LIST;
            if is_long_list {
                let written = ascending(list.iter().copied()).serialize_into(&mut postings);
                debug_assert!(written.is_ok(), "memory takes whatever is written to it");
            } else {
                let mut before = 0;
                list.iter()
                    .for_each(|item| push_difference(item - std::mem::replace(&mut before, *item), &mut postings));
            }
            text.push_str(&word);
            words.push(Word {
                end: position(text.len()),
                postings_end: position(postings.len()),
                letters: Typos::letters(&word),
                length: u8::try_from(word.chars().count()).unwrap_or(u8::MAX),
                has_digit: has_digit(&word),
                is_long_list,
            });
        }
        WordIndex { text: text.into(), words: words.into(), postings: postings.into() }
    }
}

/// Fewer than 2^32 bytes and products exist.
pub(super) fn position(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::search::SearchText;

    #[test]
    fn lists_come_out_as_they_went_in_short_and_long() {
        let mut words = WordIndexBuilder::default();
        for item in 0..70_000 {
            words.add(item, "all");
            if item % 1_000 == 7 {
                words.add(item, "also");
                words.add(item, "also");
            }
        }
        words.add(69_999, "b1");
        let words = words.finish();
        for (text, whole, pieces) in [("all", 70_000, 0), ("also", 70, 0), ("al", 0, 70_000), ("b", 0, 1)] {
            let mut matches = WordMatches::new(70_000);
            words.find(&SearchText::parse(text).unwrap().words()[0], |at| at, &mut matches);
            assert_eq!((matches.whole.iter().count(), matches.pieces.iter().count()), (whole, pieces), "{text}");
        }
    }
}
