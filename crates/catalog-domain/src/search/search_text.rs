//! What somebody searches for: a text, and its words (`docs/contract.md#search`).

use super::folding::{comparable, fold, has_digit, number_part, stock_number_key, without_look_alikes};
use super::typos::Typos;
use hashbrown::HashSet;

/// A text to search for, which has a letter or a digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SearchText {
    text: Box<str>,
    stock_number: Box<str>,
    words: Vec<SearchWord>,
}

/// One word of it. Signs alone are none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SearchWord {
    /// The word as words of texts are compared with it.
    pub word: Box<str>,
    /// The word as words with a digit are compared with it.
    pub without_look_alikes: Box<str>,
    /// Whether it has a digit, so that it is a piece of a number.
    pub has_digit: bool,
    /// Its letters and digits, of which there is at least one: the piece of numbers that it finds.
    pub number: Box<str>,
    /// The typos that it may have.
    pub typos: Typos,
}

/// Why a text is not searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SearchTextError {
    /// It is empty, or has signs and blanks only.
    #[error("must have a letter or a digit")]
    NoLetterOrDigit,
    /// It has too many characters.
    #[error("must have at most {} characters", SearchText::LONGEST)]
    TooLong,
    /// It has too many words.
    #[error("must have at most {} words", SearchText::MOST_WORDS)]
    TooManyWords,
}

impl SearchText {
    /// The most characters of a text, as it is sent.
    pub const LONGEST: usize = 200;
    /// The most words of a text, those of signs included.
    pub const MOST_WORDS: usize = 10;

    /// The text, checked.
    ///
    /// # Errors
    /// [`SearchTextError`].
    pub fn parse(text: &str) -> Result<Self, SearchTextError> {
        if text.chars().count() > Self::LONGEST {
            return Err(SearchTextError::TooLong);
        }
        let folded = fold(text);
        if folded.split_whitespace().count() > Self::MOST_WORDS {
            return Err(SearchTextError::TooManyWords);
        }
        let mut words: Vec<_> = folded.split_whitespace().filter_map(SearchWord::new).collect();
        let mut known = HashSet::new();
        words.retain(|word| known.insert(word.word.clone()));
        if words.is_empty() {
            return Err(SearchTextError::NoLetterOrDigit);
        }
        Ok(Self { text: text.trim().into(), stock_number: stock_number_key(text).into(), words })
    }

    /// The text as it was sent, without blanks around it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The whole text as whole stock numbers are compared with it.
    pub fn stock_number(&self) -> &str {
        &self.stock_number
    }

    /// The different words, of which there is at least one. All of them have to be found.
    pub fn words(&self) -> &[SearchWord] {
        &self.words
    }
}

impl SearchWord {
    /// The fewest letters of a word without a digit that is looked for within stock numbers.
    const SHORTEST_PIECE: usize = 2;

    fn new(folded: &str) -> Option<Self> {
        let number = number_part(folded);
        (!number.is_empty()).then(|| Self {
            has_digit: has_digit(folded),
            word: comparable(folded).into(),
            without_look_alikes: without_look_alikes(folded).into(),
            number: number.into(),
            typos: Typos::of(folded),
        })
    }

    /// Whether it is looked for anywhere within a stock number.
    pub fn is_piece_of_stock_numbers(&self) -> bool {
        self.has_digit || self.number.chars().nth(Self::SHORTEST_PIECE - 1).is_some()
    }

    /// Whether a word of a product begins with this one.
    pub fn begins(&self, word: &str) -> bool {
        word.starts_with(&*self.word) || (has_digit(word) && word.starts_with(&*self.without_look_alikes))
    }

    /// Whether a word of a product is this one with a typo, or two.
    pub fn is_mistyped(&self, word: &str) -> bool {
        !self.has_digit && !has_digit(word) && self.typos.allow(&self.word, word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_words_and_limits() {
        let words = |count: usize| vec!["a"; count].join(" ");
        for (text, expected) in [
            ("", Err(SearchTextError::NoLetterOrDigit)),
            (" -- № ", Ok(1)),
            (" -- + ", Err(SearchTextError::NoLetterOrDigit)),
            (&"й".repeat(200), Ok(1)),
            (&format!("{} ", "й".repeat(200)), Err(SearchTextError::TooLong)),
            (&words(10), Ok(1)),
            ("a B b A", Ok(2)),
            (&words(11), Err(SearchTextError::TooManyWords)),
            (&format!("{} -", words(10)), Err(SearchTextError::TooManyWords)),
            (&format!("{} -", words(9)), Ok(1)),
        ] {
            assert_eq!(SearchText::parse(text).map(|text| text.words().len()), expected, "{text}");
        }
        assert_eq!(SearchText::parse("\u{a0} KT  1 ").unwrap().as_str(), "KT  1");
    }
}
