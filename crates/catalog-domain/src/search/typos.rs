//! Typos: insertions, removals, substitutions and swaps of neighbours (`docs/contract.md#search-words`).

use std::str::Chars;

/// From how many characters on a word may have one typo, and two.
const LENGTHS: [usize; 2] = [4, 8];

/// What may be a certain word, mistyped.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Typos {
    length: usize,
    limit: usize,
    letters: u32,
}

impl Typos {
    /// The typos that `word` may have.
    pub fn of(word: &str) -> Self {
        let length = word.chars().count();
        let limit = LENGTHS.iter().filter(|least| length >= **least).count();
        Self { length, limit, letters: Self::letters(word) }
    }

    /// How many typos there may be: 0, 1 or 2.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// A set of the letters of a word, in which some share a place: words whose sets differ much are not compared.
    pub fn letters(word: &str) -> u32 {
        word.chars().fold(0, |letters, letter| letters | 1 << (u32::from(letter) % 31))
    }

    /// Whether a word of that length, in characters, and with these letters may be within the limit.
    pub fn may_be(&self, length: usize, letters: u32) -> bool {
        // A typo brings one letter in, and takes one away, at most.
        let most = self.limit as u32;
        self.limit > 0
            && self.length.abs_diff(length) <= self.limit
            && (self.letters & !letters).count_ones() <= most
            && (letters & !self.letters).count_ones() <= most
    }

    /// Whether `found` is `asked`, of which these are the typos, with as many typos as it may have.
    ///
    /// ```
    /// use catalog_domain::search::Typos;
    ///
    /// let is_typo = |asked: &str, found: &str| Typos::of(asked).allow(asked, found);
    /// assert!(is_typo("pupm", "pump") && is_typo("cenrtifugl", "centrifugal"));
    /// assert!(!is_typo("pum", "pump") && !is_typo("axel", "pump"));
    /// ```
    pub fn allow(&self, asked: &str, found: &str) -> bool {
        self.may_be(found.chars().count(), Self::letters(found)) && is_within(self.limit, asked.chars(), found.chars())
    }
}

/// Whether one text becomes the other by at most `limit` typos. Quick where there are more: it looks no further.
fn is_within(limit: usize, mut asked: Chars<'_>, mut found: Chars<'_>) -> bool {
    // What both begin with costs nothing.
    let (first, other, longer_asked, longer_found) = loop {
        let (longer_asked, longer_found) = (asked.clone(), found.clone());
        match (asked.next(), found.next()) {
            (None, None) => return true,
            (None, Some(_)) => return found.count() < limit,
            (Some(_), None) => return asked.count() < limit,
            (Some(first), Some(other)) if first != other => break (first, other, longer_asked, longer_found),
            _ => {}
        }
    };
    let Some(rest) = limit.checked_sub(1) else { return false };
    let swapped = || {
        // A swap may have letters between the two, each of which is a typo, too.
        let mut places = (0..=rest).flat_map(|between| (0..=between).map(move |asked| (asked, between - asked)));
        places.any(|(in_asked, in_found)| {
            let (mut asked, mut found) = (asked.clone(), found.clone());
            asked.nth(in_asked) == Some(other)
                && found.nth(in_found) == Some(first)
                && is_within(rest - in_asked - in_found, asked, found)
        })
    };
    is_within(rest, asked.clone(), found.clone())
        || is_within(rest, longer_asked, found.clone())
        || is_within(rest, asked.clone(), longer_found)
        || swapped()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn typos_are_counted_as_the_distance_of_damerau_and_levenshtein_counts_them(
            asked in "[abй]{0,9}",
            found in "[abй]{0,9}",
            limit in 0..3_usize,
        ) {
            let is_near = strsim::damerau_levenshtein(&asked, &found) <= limit;
            prop_assert_eq!(is_within(limit, asked.chars(), found.chars()), is_near);
        }
    }

    #[test]
    fn a_typo_is_one_of_four_changes_and_their_number_depends_on_the_asked_word() {
        for (asked, found, is_allowed) in [
            ("pump", "pumps", true),
            ("pump", "pum", true),
            ("pump", "bump", true),
            ("pump", "pupm", true),
            ("pump", "pumped", false),
            ("pum", "pump", false),
            ("насо", "насос", true),
            ("housings", "house", false),
            ("housings", "housin", true),
            ("housing", "housi", false),
            ("abcdefgh", "bacdefhg", true),
            ("abcdefgh", "bacdefhgi", false),
            // Two typos in one place: a swap, and a letter between the two.
            ("xxxxxxab", "xxxxxxbca", true),
        ] {
            assert_eq!(Typos::of(asked).allow(asked, found), is_allowed, "{asked} {found}");
        }
    }
}
