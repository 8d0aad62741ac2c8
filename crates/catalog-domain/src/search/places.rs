//! Where a text has what it was found by, so that it can be marked.

use super::folding::{fold, number_part, words_of};
use super::search_text::{SearchText, SearchWord};
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
        self.places(name, |asked| asked.has_digit)
    }

    /// The same for a stock number.
    pub fn places_in_stock_number(&self, stock_number: &str) -> Vec<Range<usize>> {
        self.places(stock_number, SearchWord::is_piece_of_stock_numbers)
    }

    fn places(&self, text: &str, is_piece: impl Fn(&SearchWord) -> bool) -> Vec<Range<usize>> {
        let text = FoldedText::new(text);
        let mut places = Vec::new();
        for (at, word) in pieces(&text.folded, char::is_whitespace) {
            let known = places.len();
            let parts = pieces(word, is_sign).filter(|(_, part)| self.has_word(part));
            places.extend(parts.map(|(within, part)| text.origin(at + within, part.len())));
            if places.len() == known && self.has_word(word) {
                let from = word.len() - word.trim_start_matches(is_sign).len();
                places.push(text.origin(at + from, word.trim_matches(is_sign).len()));
            }
        }
        let asked = self.words().iter().filter(|asked| is_piece(asked));
        text.find_numbers(asked.map(|asked| &*asked.number), &mut places);
        places
    }

    /// Whether something of a folded text is a word of this one, its beginning, or it mistyped.
    fn has_word(&self, folded: &str) -> bool {
        let mut has_word = false;
        words_of(folded, |word| {
            has_word |= self.words().iter().any(|asked| asked.begins(word) || asked.is_mistyped(word));
        });
        has_word
    }
}

/// A folded text, whose bytes are known by where they come from.
struct FoldedText {
    folded: String,
    /// By byte: the character of the text, with its combining marks.
    origins: Vec<Range<usize>>,
}

impl FoldedText {
    fn new(text: &str) -> Self {
        let (mut folded, mut origins) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
        let starts = text.char_indices().filter(|(_, character)| !is_combining_mark(*character)).map(|(at, _)| at);
        let mut start = 0;
        for end in starts.skip_while(|at| *at == 0).chain([text.len()]) {
            folded.push_str(&fold(&text[start..end]));
            origins.resize(folded.len(), start..end);
            start = end;
        }
        Self { folded, origins }
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

fn is_sign(character: char) -> bool {
    !character.is_alphanumeric()
}

/// What stands between certain characters, each with its first byte.
fn pieces(text: &str, is_between: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let all = text.split_inclusive(is_between).map(move |piece| {
        let start = end;
        end += piece.len();
        (start, piece.trim_end_matches(is_between))
    });
    all.filter(|(_, piece)| !piece.is_empty())
}
