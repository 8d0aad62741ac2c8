//! Where a text has what it was found by, so that it can be marked.

use super::folding::{fold_characters, multiplications, number_part};
use super::search_text::{PlainWord, SearchText};
use super::words::{each_word, is_sign, pieces};
use std::ops::Range;
use unicode_normalization::char::is_combining_mark;

impl SearchText {
    /// Where a name has what is searched for. Places are in bytes, have the signs and blanks within them, and may
    /// overlap.
    ///
    /// ```
    /// use catalog_domain::search::SearchText;
    ///
    /// let places = |text| SearchText::parse(text).unwrap().places_in_name("Pump KT INS 114");
    /// assert_eq!(places("kt-ins-114"), [5..15]);
    /// assert_eq!(places("pmup"), [0..4]);
    /// ```
    pub fn places_in_name(&self, name: &str) -> Vec<Range<usize>> {
        self.places(name, |_| false)
    }

    /// The same for a stock number.
    pub fn places_in_stock_number(&self, stock_number: &str) -> Vec<Range<usize>> {
        self.places(stock_number, PlainWord::is_piece_of_stock_numbers)
    }

    fn places(&self, text: &str, is_piece: impl Fn(&PlainWord) -> bool) -> Vec<Range<usize>> {
        let text = FoldedText::new(text);
        let mut places = Vec::new();
        for (at, between_blanks) in pieces(&text.folded, char::is_whitespace) {
            let known = places.len();
            // Where a part of a word is enough, the whole is not what was searched for.
            let mut compound = None;
            each_word(between_blanks, |within, word| {
                let place = || text.origin(at + within.start, within.len());
                let is_compound = between_blanks[within.clone()].contains(is_sign);
                if self.has_word(word, is_compound) {
                    places.push(place());
                } else if is_compound && self.has_word(word, false) {
                    compound = compound.take().or_else(|| Some(place()));
                }
            });
            if places.len() == known {
                places.extend(compound);
            }
        }
        let pieces = self.words().iter().flat_map(|asked| {
            asked.numbers().chain(Some(&asked.whole).filter(|word| is_piece(word)).map(|word| &*word.number))
        });
        text.find_numbers(pieces, &mut places);
        places
    }

    /// Whether a word of a text is one of this one, its beginning, one with its stem, or it mistyped.
    fn has_word(&self, word: &str, by_compounds: bool) -> bool {
        let has = |asked: &PlainWord| {
            let is_equal = asked.begins(word) || asked.has_stem_of(word) || asked.is_mistyped(word);
            is_equal && (!by_compounds || asked.word.contains(is_sign))
        };
        self.words().iter().any(|asked| asked.alternatives().chain(&asked.parts).any(has))
    }
}

/// A folded text, whose bytes are known by where they come from.
pub(super) struct FoldedText {
    folded: String,
    /// By byte: the character of the text, with its combining marks.
    origins: Vec<Range<usize>>,
}

impl FoldedText {
    pub(super) fn new(text: &str) -> Self {
        let (mut folded, mut origins) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
        let starts = text.char_indices().filter(|(_, character)| !is_combining_mark(*character)).map(|(at, _)| at);
        let mut start = 0;
        for end in starts.skip_while(|at| *at == 0).chain([text.len()]) {
            folded.push_str(&fold_characters(&text[start..end]));
            origins.resize(folded.len(), start..end);
            start = end;
        }
        for range in multiplications(&folded).into_iter().rev() {
            let origin = origins[range.start].start..origins[range.end - 1].end;
            origins.splice(range.clone(), [origin]);
            folded.replace_range(range, "x");
        }
        Self { folded, origins }
    }

    pub(super) fn folded(&self) -> &str {
        &self.folded
    }

    /// Where the words between blanks come from, with the signs at their ends.
    pub(super) fn typed_words(&self) -> impl Iterator<Item = Range<usize>> {
        let words = pieces(&self.folded, char::is_whitespace);
        let words = words.filter(|(_, word)| word.contains(char::is_alphanumeric));
        words.map(|(at, word)| self.origin(at, word.len()))
    }

    /// Where so many bytes from that one on come from. There is at least one.
    fn origin(&self, from: usize, length: usize) -> Range<usize> {
        self.origins[from].start..self.origins[from + length - 1].end
    }

    fn find_numbers<'a>(&self, asked: impl Iterator<Item = &'a str>, places: &mut Vec<Range<usize>>) {
        let number = number_part(&self.folded);
        // A number part has one character for each letter and digit.
        let all: Vec<(usize, char)> = self.folded.char_indices().filter(|(_, each)| each.is_alphanumeric()).collect();
        for piece in asked {
            for (at, _) in number.match_indices(piece) {
                let first = number[..at].chars().count();
                let (last, character) = all[first + piece.chars().count() - 1];
                let from = all[first].0;
                places.push(self.origin(from, last + character.len_utf8() - from));
            }
        }
    }
}
