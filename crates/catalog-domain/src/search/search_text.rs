//! What somebody searches for: a text, and its words (`docs/contract.md#search`).

use super::folding::{comparable, fold, has_digit, number_part, stock_number_key, without_look_alikes};
use super::places::FoldedText;
use super::stems::stem;
use super::typos::Typos;
use super::words::{is_sign, words_between_blanks, words_of};
use hashbrown::HashSet;

/// A text to search for, which has a letter or a digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SearchText {
    text: Box<str>,
    stock_number: Box<str>,
    number: Box<str>,
    words: Vec<SearchWord>,
}

/// One word of it, in the ways in which it may be found. Signs alone are none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SearchWord {
    /// The word itself.
    pub whole: PlainWord,
    /// The word without the signs in it, if it has any and no digit.
    pub joined: Option<PlainWord>,
    /// The words between these signs: all of them have to be found.
    pub parts: Vec<PlainWord>,
    /// The number that a short word goes on with, and the word: `24vdc` for the last of `24 V DC`.
    pub chain: Option<Box<str>>,
}

/// A word as it is compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlainWord {
    /// The word as words of texts are compared with it.
    pub word: Box<str>,
    /// The word as words with a digit are compared with it.
    pub without_look_alikes: Box<str>,
    /// Whether it has a digit, so that it is a piece of a number.
    pub has_digit: bool,
    /// Its letters and digits, of which there is at least one: the piece of numbers that it finds.
    pub number: Box<str>,
    /// The stem by which it is found, if it is long enough for that.
    pub stem: Option<Box<str>>,
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
        let mut words = all_words(words_between_blanks(&folded).map(|(_, word)| word));
        let mut known = HashSet::new();
        words.retain(|word| known.insert((word.whole.word.clone(), word.chain.clone())));
        if words.is_empty() {
            return Err(SearchTextError::NoLetterOrDigit);
        }
        let (stock_number, number) = (stock_number_key(text).into(), number_part(&folded).into());
        Ok(Self { text: text.trim().into(), stock_number, number, words })
    }

    /// The text as it was sent, without blanks around it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The whole text as whole stock numbers are compared with it, signs included.
    pub fn stock_number(&self) -> &str {
        &self.stock_number
    }

    /// The letters and digits of the whole text, as those of stock numbers are compared with them.
    pub fn number(&self) -> &str {
        &self.number
    }

    /// The different words, of which there is at least one. All of them have to be found.
    pub fn words(&self) -> &[SearchWord] {
        &self.words
    }

    /// Each word as it was typed, also a repeated one, and what it is.
    pub(super) fn typed_words(&self) -> Vec<(&str, SearchWord)> {
        let text = FoldedText::new(&self.text);
        let words = all_words(words_between_blanks(text.folded()).map(|(_, word)| word));
        let typed = text.typed_words().map(|range| &self.text[range]);
        typed.zip(words).collect()
    }

    /// Whether a name has all words, equal or by their beginning (`docs/contract.md#matching-sections`).
    pub fn is_in_name(&self, name: &str) -> bool {
        let mut words = Vec::new();
        words_of(name, |word| words.push(word.to_owned()));
        let has = |asked: &PlainWord| words.iter().any(|word| asked.begins(word));
        self.words.iter().all(|asked| {
            has(&asked.whole)
                || asked.joined.as_ref().is_some_and(has)
                || (!asked.parts.is_empty() && asked.parts.iter().all(has))
        })
    }
}

/// The words of a text, in its order, each with the chain that it is the end of.
fn all_words<'a>(folded: impl Iterator<Item = &'a str>) -> Vec<SearchWord> {
    let mut chain = String::new();
    let words = folded.map(|folded| {
        let mut word = SearchWord::new(folded);
        if word.whole.has_digit {
            chain = word.whole.number.to_string();
        } else if !chain.is_empty() && word.whole.letters() <= SearchWord::LONGEST_IN_CHAIN {
            chain.push_str(&word.whole.number);
            word.chain = Some(chain.as_str().into());
        } else {
            chain.clear();
        }
        word
    });
    words.collect()
}

impl SearchWord {
    /// The most letters of a word that goes on with a number.
    const LONGEST_IN_CHAIN: usize = 3;

    /// A word between blanks, without signs at its ends.
    fn new(folded: &str) -> Self {
        let whole = PlainWord::new(folded);
        let is_compound = !whole.has_digit && folded.contains(is_sign);
        let parts = folded.split(is_sign).filter(|part| is_compound && !part.is_empty());
        let parts = parts.map(PlainWord::new).collect();
        let joined = is_compound.then(|| PlainWord::new(&folded.replace(is_sign, "")));
        Self { whole, joined, parts, chain: None }
    }

    /// The ways in which it is found by one word alone.
    pub fn alternatives(&self) -> impl Iterator<Item = &PlainWord> {
        [&self.whole].into_iter().chain(&self.joined)
    }

    /// The pieces of numbers by which it is found in names, too.
    pub fn numbers(&self) -> impl Iterator<Item = &str> {
        let number = self.whole.has_digit.then_some(&*self.whole.number);
        number.into_iter().chain(self.chain.as_deref())
    }
}

impl PlainWord {
    /// The fewest letters of a word without a digit that is looked for within stock numbers.
    const SHORTEST_PIECE: usize = 2;
    /// The fewest letters of a word that is found by its stem.
    const SHORTEST_WITH_STEM: usize = 4;

    fn new(folded: &str) -> Self {
        let number = number_part(folded);
        let letters = number.chars().count();
        let stem = if letters >= Self::SHORTEST_WITH_STEM { stem(folded) } else { None };
        Self {
            has_digit: has_digit(folded),
            word: comparable(folded).into(),
            without_look_alikes: without_look_alikes(folded).into(),
            number: number.into(),
            stem: stem.map(Box::from),
            typos: Typos::of(folded),
        }
    }

    fn letters(&self) -> usize {
        self.number.chars().count()
    }

    /// Whether it is looked for anywhere within a stock number.
    pub fn is_piece_of_stock_numbers(&self) -> bool {
        self.has_digit || self.letters() >= Self::SHORTEST_PIECE
    }

    /// Whether a word of a product begins with this one.
    pub fn begins(&self, word: &str) -> bool {
        word.starts_with(&*self.word) || (has_digit(word) && word.starts_with(&*self.without_look_alikes))
    }

    /// Whether a word of a product has the stem of this one.
    pub fn has_stem_of(&self, word: &str) -> bool {
        self.stem.as_deref().is_some_and(|asked| stem(word).as_deref() == Some(asked))
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
            ("M8 × 40 m8*40", Ok(1)),
            // The same word behind another number is another one.
            ("24 V 12 V 24 V", Ok(4)),
            (&words(11), Err(SearchTextError::TooManyWords)),
            (&format!("{} -", words(10)), Err(SearchTextError::TooManyWords)),
            (&format!("{} -", words(9)), Ok(1)),
        ] {
            assert_eq!(SearchText::parse(text).map(|text| text.words().len()), expected, "{text}");
        }
        assert_eq!(SearchText::parse("\u{a0} KT  1 ").unwrap().as_str(), "KT  1");
    }

    #[test]
    fn a_chain_begins_at_a_number_and_ends_at_a_longer_word() {
        for (text, chains) in [
            ("24 V DC", &[None, Some("24v"), Some("24vdc")][..]),
            ("V 24 В pump DC", &[None, None, Some("24b"), None, None]),
            ("5 kW 7 m", &[None, Some("5kw"), None, Some("7m")]),
        ] {
            let text = SearchText::parse(text).unwrap();
            assert_eq!(text.words().iter().map(|word| word.chain.as_deref()).collect::<Vec<_>>(), chains);
        }
    }
}
