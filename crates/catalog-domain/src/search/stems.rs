//! The stems of words (`docs/contract.md#search-stems`).

use super::folding::has_digit;
use snowball_stemmers_rs::{Algorithm, Stemmer};

/// The stem of a folded word without a digit: Russian for Cyrillic letters, English for Latin ones; `None` for any
/// other word, and for one with both.
///
/// ```
/// use catalog_domain::search::stem;
///
/// assert_eq!(stem("насосов"), stem("насос"));
/// assert_eq!(stem("batteries"), stem("battery"));
/// assert_eq!(stem("μπαταρία"), None);
/// ```
pub fn stem(word: &str) -> Option<String> {
    let letters = || word.chars().filter(|character| character.is_alphabetic());
    let algorithm = if letters().all(|letter| matches!(letter, 'a'..='z' | '\u{df}'..='\u{24f}')) {
        Algorithm::English
    } else if letters().all(|letter| matches!(letter, '\u{400}'..='\u{52f}')) {
        Algorithm::Russian
    } else {
        return None;
    };
    (!has_digit(word)).then(|| Stemmer::create(algorithm).stem(word).into_owned())
}
