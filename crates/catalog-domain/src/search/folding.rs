//! How texts are folded before they are compared (`docs/contract.md#search-folding`).

use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

/// The text without differences of case, width, combining marks and signs of multiplication. `й` stays itself.
///
/// ```
/// use catalog_domain::search::fold;
///
/// assert_eq!(fold("Ёлка Straße ΣΊΣΥΦΟΣ Ｋ１ Ножной"), "елка strasse σισυφοσ k1 ножной");
/// assert_eq!(fold("M8 × 40"), "m8x40");
/// ```
pub fn fold(text: &str) -> String {
    let mut folded = fold_characters(text);
    multiplications(&folded).into_iter().rev().for_each(|range| folded.replace_range(range, "x"));
    folded
}

/// Where a folded text has a sign of multiplication between digits, with the blanks beside it.
pub(super) fn multiplications(folded: &str) -> Vec<Range<usize>> {
    let signs = folded.match_indices(['×', '✕', '⨯', '*', 'х']);
    let between_digits = signs.filter_map(|(at, sign)| {
        let (before, after) = (folded[..at].trim_end(), folded[at + sign.len()..].trim_start());
        let is_between = before.ends_with(char::is_numeric) && after.starts_with(char::is_numeric);
        is_between.then(|| before.len()..folded.len() - after.len())
    });
    between_digits.collect()
}

/// The text folded character by character.
pub(super) fn fold_characters(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    if let Some(folded) = fold_russian(text) {
        return folded;
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.nfkc() {
        match character {
            'й' | 'Й' => folded.push('й'),
            // No character: indexes may use it as a mark.
            char::MAX => {}
            _ => fold_character(character, &mut folded),
        }
    }
    // Hangul and what else was taken apart only for its marks.
    if folded.is_ascii() { folded } else { folded.nfc().collect() }
}

fn fold_russian(text: &str) -> Option<String> {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        folded.push(match character {
            'ё' | 'Ё' => 'е',
            'а'..='я' => character,
            'А'..='Я' => char::from_u32(u32::from(character) + 0x20)?,
            _ if character.is_ascii() => character.to_ascii_lowercase(),
            _ => return None,
        });
    }
    Some(folded)
}

/// By way of upper case, letters are equal that differ in lower case only: `ß` and `ss`, `ς` and `σ`, `ı` and `i`.
fn fold_character(character: char, folded: &mut String) {
    let upper = character.to_lowercase().flat_map(char::to_uppercase);
    let each = upper.flat_map(char::to_lowercase);
    each.for_each(|lower| decompose_canonical(lower, |part| folded.extend((!is_combining_mark(part)).then_some(part))));
}

/// Whether the text has a digit.
pub fn has_digit(text: &str) -> bool {
    text.chars().any(char::is_numeric)
}

/// `folded` with Latin letters in place of the Cyrillic ones that look like them.
pub(super) fn without_look_alikes(folded: &str) -> String {
    let latin = |character| match character {
        'а' => 'a',
        'в' => 'b',
        'е' => 'e',
        'к' => 'k',
        'м' => 'm',
        'н' => 'h',
        'о' => 'o',
        'р' => 'p',
        'с' => 'c',
        'т' => 't',
        'у' => 'y',
        'х' => 'x',
        _ => character,
    };
    folded.chars().map(latin).collect()
}

/// What numbers are compared by: the letters and digits of a folded text, without look-alikes.
///
/// ```
/// use catalog_domain::search::{fold, number_part};
///
/// assert_eq!(number_part(&fold("КТ-INS 114/Б")), "ktins114б");
/// ```
pub fn number_part(folded: &str) -> String {
    let part: String = folded.chars().filter(|character| character.is_alphanumeric()).collect();
    if part.is_ascii() { part } else { without_look_alikes(&part) }
}

/// What whole stock numbers are compared by: folded, without look-alikes, and with single blanks.
pub fn stock_number_key(text: &str) -> String {
    without_look_alikes(&fold(text).split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A folded word as it is compared: with a digit, without look-alikes.
pub(super) fn comparable(word: &str) -> String {
    if has_digit(word) && !word.is_ascii() { without_look_alikes(word) } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_mean_the_same_fold_to_the_same() {
        for (text, folded) in [
            ("Straße STRASSE ẞ", "strasse strasse ss"),
            ("ΣΊΣΥΦΟΣ σίσυφος", "σισυφοσ σισυφοσ"),
            ("Ёж ёж е\u{308}ж", "еж еж еж"),
            ("Чайный чайныи\u{306} ЧАЙНЫЙ", "чайный чайный чайный"),
            ("Müller Łódź Ångström", "muller łodz angstrom"),
            ("ＫＴ－１１４ ﬁlter №5 m²", "kt-114 filter no5 m2"),
            ("\u{a0}x\u{3000}y", " x y"),
            ("İstanbul ıssız Dıgıtal", "istanbul issiz digital"),
            ("M8×40 M8 ✕ 40 М8х40 М8 Х 40 M8*40 M8⨯ 40", "m8x40 m8x40 м8x40 м8x40 m8x40 m8x40"),
            ("600 * 15*38 5× ×5 вход 5 м х5", "600x15x38 5× ×5 вход 5 м х5"),
            ("한국 パイプ", "한국 ハイフ"),
            ("и\u{301}", "и"),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn folding_a_folded_text_changes_nothing() {
        for character in ('\0'..=char::MAX).filter(|character| character.is_alphanumeric()) {
            let folded = fold(&character.to_string());
            assert_eq!(fold(&folded), folded, "{character} U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn a_letter_folds_alike_whatever_is_beside_it() {
        for character in ('\0'..'\u{500}').filter(|character| !is_combining_mark(*character)) {
            let beside = fold(&format!("{character}Ω"));
            assert_eq!(Some(&*fold(&character.to_string())), beside.strip_suffix('ω'), "{character}");
        }
    }
}
