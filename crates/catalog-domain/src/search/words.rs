//! The words of texts (`docs/contract.md#search-words`).

use super::folding::{comparable, fold, has_digit, without_look_alikes};
use std::ops::Range;

/// Passes on each word of a text as it is compared, some of them repeatedly. Signs alone are no word.
///
/// ```
/// let mut words = Vec::new();
/// catalog_domain::search::words_of("(5.1V)", |word| words.push(word.to_owned()));
/// assert_eq!(words, ["5.1v", "5.1", "v", "5", "1v", "1", "v"]);
/// ```
pub fn words_of(text: &str, mut visit: impl FnMut(&str)) {
    each_word(&fold(text), |_, word| visit(word));
}

/// The same with where the folded text has them, in bytes.
pub(super) fn each_word(folded: &str, mut visit: impl FnMut(Range<usize>, &str)) {
    let mut pass = |at: usize, word: &str| {
        let range = at..at + word.len();
        if has_digit(word) {
            return visit(range, &comparable(word));
        }
        visit(range.clone(), word);
        if word.contains(is_sign) {
            visit(range, &word.replace(is_sign, ""));
        }
    };
    for (at, word) in words_between_blanks(folded) {
        pass(at, word);
        runs(word).for_each(|(from, run)| pass(at + from, run));
        if word.contains(is_sign) {
            for (from, part) in pieces(word, is_sign) {
                pass(at + from, part);
                runs(part).for_each(|(within, run)| pass(at + from + within, run));
            }
        }
    }
}

/// How many words a text has between blanks.
pub fn word_count(text: &str) -> usize {
    words_between_blanks(&fold(text)).count()
}

/// The words between blanks without the signs at their ends, each with its first byte.
pub(super) fn words_between_blanks(folded: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = pieces(folded, char::is_whitespace).map(|(at, word)| {
        let from = word.len() - word.trim_start_matches(is_sign).len();
        (at + from, word.trim_matches(is_sign))
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// The runs of letters and of digits in a word that has both, each with its first byte; none in any other.
fn runs(word: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut starts = Vec::new();
    if has_digit(word) {
        let mut before = None;
        for (at, character) in word.char_indices() {
            let kind = character.is_alphanumeric().then(|| character.is_numeric());
            if kind.zip(before).is_some_and(|(kind, before)| kind != before) {
                starts.push(at);
            }
            before = kind;
        }
        if !starts.is_empty() {
            starts.insert(0, 0);
        }
    }
    let ends = starts.clone().into_iter().skip(1).chain([word.len()]);
    starts.into_iter().zip(ends).map(|(start, end)| (start, &word[start..end]))
}

/// The texts between certain characters, each with its first byte.
pub(super) fn pieces(text: &str, is_between: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let all = text.split_inclusive(is_between).map(move |piece| {
        let start = end;
        end += piece.len();
        (start, piece.trim_end_matches(is_between))
    });
    all.filter(|(_, piece)| !piece.is_empty())
}

pub(super) fn is_sign(character: char) -> bool {
    !character.is_alphanumeric()
}

/// What pieces of numbers are looked for in: the letters and digits of `text`, folded and without look-alikes, and in
/// bytes of these where its words begin.
///
/// ```
/// use catalog_domain::search::number_with_starts;
///
/// assert_eq!(number_with_starts("DN 50мм"), ("dn50mm".into(), vec![0, 2, 4]));
/// ```
pub fn number_with_starts(text: &str) -> (String, Vec<usize>) {
    let (mut number, mut starts, mut before) = (String::new(), Vec::new(), None);
    for character in without_look_alikes(&fold(text)).chars() {
        let kind = character.is_alphanumeric().then(|| character.is_numeric());
        if kind.is_some() {
            if kind != before {
                starts.push(number.len());
            }
            number.push(character);
        }
        before = kind;
    }
    (number, starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_between_blanks_between_signs_and_where_letters_and_digits_meet() {
        for (text, words) in [
            ("KT-INS-114, Насос", &["kt-ins-114", "kt", "ins", "114", "насос"][..]),
            ("5kW", &["5kw", "5", "kw"]),
            ("5.1V,", &["5.1v", "5.1", "v", "5", "1v", "1", "v"]),
            ("«МК10» МК-10", &["mk10", "мк", "10", "mk-10", "мк", "10"]),
            ("op-amp", &["op-amp", "opamp", "op", "amp"]),
            ("5V-x", &["5v-x", "5", "v-x", "vx", "5v", "5", "v", "x"]),
            ("М8 х 40", &["m8x40", "м", "8", "x", "40"]),
            ("- (a) --", &["a"]),
            ("", &[]),
        ] {
            let mut found = Vec::new();
            words_of(text, |word| found.push(word.to_owned()));
            assert_eq!(found, words, "{text}");
        }
    }
}
