//! A sorted dictionary of words with posting lists.

use super::postings::Postings;
use super::word_matches::Levels;
use crate::catalog::positions::{piece, position};
use catalog_domain::search::{PlainWord, Typos, has_digit, stem};
use hashbrown::HashMap;
use std::ops::Range;

#[derive(Debug, Default)]
pub(super) struct WordIndex {
    /// All words, one after the other: those without a digit sorted, then the others likewise.
    text: Box<str>,
    ends: Box<[u32]>,
    /// More about the words without a digit.
    letters: Box<[Letters]>,
    postings: Postings,
}

#[derive(Debug, Clone, Copy)]
struct Letters {
    set: u32,
    stem_hash: u32,
    /// In characters; the longest are cut: no typo makes them equal to what may be asked for.
    length: u8,
}

impl WordIndex {
    /// Adds those in which `asked` is found; `ordinals` are those of the numbers in the lists, or empty where they are
    /// the same.
    pub(super) fn find(&self, asked: &PlainWord, ordinals: &[u32], found: &mut Levels) {
        let (letters, all) = (self.letters.len(), self.ends.len());
        let within = if asked.has_digit { letters..all } else { 0..letters };
        let mut begun = self.beginning_with(&asked.word, within);
        if begun.clone().next().is_some_and(|at| self.word(at) == &*asked.word) {
            self.postings.add(begun.start, ordinals, &mut found.whole);
            begun.start += 1;
        }
        // What a number begins it is a piece of.
        if asked.has_digit {
            return;
        }
        let with_digit = self.beginning_with(&asked.without_look_alikes, letters..all);
        begun.chain(with_digit).for_each(|at| self.postings.add(at, ordinals, &mut found.pieces));
        let asked_hash = asked.stem.as_deref().map(hash);
        for (at, Letters { set, stem_hash, length }) in self.letters.iter().enumerate() {
            if asked_hash == Some(*stem_hash) && asked.has_stem_of(self.word(at)) {
                self.postings.add(at, ordinals, &mut found.stems);
            } else if asked.typos.may_be((*length).into(), *set) && asked.typos.allow(&asked.word, self.word(at)) {
                self.postings.add(at, ordinals, &mut found.typos);
            }
        }
    }

    fn beginning_with(&self, beginning: &str, within: Range<usize>) -> Range<usize> {
        let at = |is_before: &dyn Fn(&str) -> bool| {
            let Range { start: mut from, end: mut to } = within.clone();
            while from < to {
                let middle = from + (to - from) / 2;
                if is_before(self.word(middle)) { from = middle + 1 } else { to = middle }
            }
            from
        };
        at(&|word| word < beginning)..at(&|word| word < beginning || word.starts_with(beginning))
    }

    fn word(&self, at: usize) -> &str {
        &self.text[piece(&self.ends, at)]
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.len() + size_of_val(&*self.ends) + size_of_val(&*self.letters) + self.postings.bytes()
    }
}

/// Of a stem: what has the same hash is compared by its letters.
fn hash(stem: &str) -> u32 {
    // FNV-1a.
    stem.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
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
        let number = self.numbers.get(word).copied().unwrap_or_else(|| {
            let number = position(self.lists.len());
            self.numbers.insert(word.into(), number);
            self.lists.push(Vec::new());
            number
        });
        let list = &mut self.lists[number as usize];
        if list.last() != Some(&item) {
            list.push(item);
        }
    }

    pub(super) fn finish(self) -> WordIndex {
        let mut sorted: Vec<(bool, Box<str>, u32)> =
            self.numbers.into_iter().map(|(word, number)| (has_digit(&word), word, number)).collect();
        sorted.sort_unstable();
        let (mut text, mut ends) = (String::new(), Vec::with_capacity(sorted.len()));
        for (_, word, _) in &sorted {
            text.push_str(word);
            ends.push(position(text.len()));
        }
        let letters = sorted.iter().take_while(|(has_digit, ..)| !has_digit).map(|(_, word, _)| Letters {
            set: Typos::letters(word),
            stem_hash: stem(word).map_or(0, |stem| hash(&stem)),
            length: u8::try_from(word.chars().count()).unwrap_or(u8::MAX),
        });
        let letters = letters.collect();
        let postings = Postings::new(sorted.iter().map(|(_, _, number)| &*self.lists[*number as usize]));
        WordIndex { text: text.into(), ends: ends.into(), letters, postings }
    }
}
