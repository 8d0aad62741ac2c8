//! The order of what a text finds (`docs/contract.md#search-order`).

use super::by_relevance::ByRelevance;
use super::stock_number_text::{StockNumberText, is_short, signs_of, text};
use super::word_matches::Asked;
use super::{FoundProducts, SearchIndex, quickest_first};
use crate::catalog::Catalog;
use crate::catalog::ordinal_set::OrdinalSet;
use crate::prefetch::read_all;
use catalog_domain::search::{PlainWord, SearchText, SearchWord};
use roaring::RoaringBitmap;
use std::ops::Range;

/// By bit of a number, the highest first: the products whose number has it.
type Bits = Vec<OrdinalSet>;

impl Catalog {
    /// `selected` products that `text` has found, by relevance, for what asks for those at `wanted` positions.
    pub(in crate::catalog) fn by_relevance(
        &self,
        text: &SearchText,
        found: &FoundProducts,
        selected: &RoaringBitmap,
        wanted: Range<u64>,
    ) -> ByRelevance {
        let index = self.search_index();
        let all = found.those_of(selected);
        let mut having = found.having_words_in_stock_number(text, &all);
        if text.words().len() > 1 {
            let whole_text = self.find_asked(Asked::in_stock_number(text.number()), Some(&having));
            having.intersect(&whole_text.in_stock_number);
        }
        let classes = index.classes(text, found, &all, &having);
        let (in_stock_number, in_names) = (missing(&all, &found.in_stock_number), missing(&all, &found.in_names));
        let numbers = classes.iter().chain(&in_stock_number).chain(&in_names);
        // What is the same of all orders nothing.
        let differs = |bits: &&OrdinalSet| !all.is_disjoint(bits) && !all.is_subset(bits);
        let bits: Vec<&OrdinalSet> = numbers.chain(index.full_name_words.bits().iter().rev()).filter(differs).collect();
        ByRelevance::new(&all, &bits, wanted)
    }
}

impl SearchIndex {
    /// By what each of `all` is found, as a number, the best as 0; of stock numbers, those with the same signs come
    /// first. Stock numbers that begin with the text are among those `having` it.
    fn classes(&self, text: &SearchText, found: &FoundProducts, all: &OrdinalSet, having: &OrdinalSet) -> Bits {
        let [mut equal, mut equal_number, mut beginning, mut beginning_number] = <[OrdinalSet; 4]>::default();
        let mut rest = all.clone();
        let (number, signs) = (text.number(), signs_of(text.stock_number()));
        for ordinal in having.iter() {
            let stock_number = self.segment(ordinal).stock_number(ordinal);
            if !stock_number.begins_with(number) {
                continue;
            }
            let set = match (stock_number.is(number), stock_number.has_signs(number, &signs)) {
                (true, true) => &mut equal,
                (true, false) => &mut equal_number,
                (false, true) => &mut beginning,
                (false, false) => &mut beginning_number,
            };
            set.insert(ordinal);
            rest.remove(ordinal);
        }
        let whole = self.having_whole_words(text, found, rest.and(&found.pieces));
        let mut bits: Bits = vec![OrdinalSet::default(); 3];
        let mut add = |class: usize, set: &OrdinalSet| {
            let having = bits.iter_mut().rev().enumerate().filter(|(place, _)| class >> place & 1 == 1);
            having.for_each(|(_, bits)| bits.unite(set));
        };
        [equal, equal_number, beginning, beginning_number].iter().enumerate().for_each(|(class, set)| add(class, set));
        for (class, set) in (4..).zip([&whole, &found.pieces, &found.stems, &found.all]) {
            add(class, &rest.and(set));
            rest.subtract(set);
        }
        bits
    }

    /// Those of `all` of which every word is a word.
    fn having_whole_words(&self, text: &SearchText, found: &FoundProducts, mut all: OrdinalSet) -> OrdinalSet {
        /// So many stock numbers are read from memory at a time.
        const READ: usize = 64;
        let words = || quickest_first(text).into_iter().zip(&found.whole).zip(&found.in_stock_number);
        // The words of one character or two are all in the index.
        let is_indexed = |word: &SearchWord| !word.whole.has_digit || is_short(&word.whole.word);
        // Few are left when the first stock number is read.
        for ((word, whole), in_stock_number) in words() {
            if is_indexed(word) {
                all.intersect(whole);
            } else {
                let mut possible = whole.clone();
                possible.unite(in_stock_number);
                all.intersect(&possible);
            }
        }
        for ((word, whole), _) in words().filter(|((word, _), _)| !is_indexed(word)) {
            let unsure: Vec<u32> = all.and_not(whole).iter().collect();
            let number = NumberWord::new(&word.whole);
            for some in unsure.chunks(READ) {
                let stock_number = |at: &u32| self.segment(*at).stock_number(*at);
                read_all(some.iter().filter_map(|at| stock_number(at).0.first().copied()));
                let others = some.iter().filter(|at| !number.is_in(stock_number(at)));
                others.for_each(|at| all.remove(*at));
            }
        }
        all
    }
}

impl FoundProducts {
    /// Those of `all` that have every word in their stock number that may be a piece of it.
    fn having_words_in_stock_number(&self, text: &SearchText, all: &OrdinalSet) -> OrdinalSet {
        let mut having = all.clone();
        let words = quickest_first(text).into_iter().zip(&self.in_stock_number);
        words.filter(|(word, _)| word.whole.is_piece_of_stock_numbers()).for_each(|(_, set)| having.intersect(set));
        having
    }
}

/// In how many of `sets` each of `all` is missing.
fn missing(all: &OrdinalSet, sets: &[OrdinalSet]) -> Bits {
    let mut bits = Bits::new();
    for set in sets {
        let mut carry = all.and_not(set);
        for bit in bits.iter_mut().rev() {
            let both = bit.and(&carry);
            bit.unite(&carry);
            bit.subtract(&both);
            carry = both;
        }
        if sets.len() >> bits.len() != 0 {
            bits.insert(0, carry);
        }
    }
    bits
}

/// A word with a digit that may be a word of stock numbers, as whole ones are compared
/// (`docs/contract.md#search-words`).
struct NumberWord<'a> {
    word: &'a str,
    /// Its letters and digits.
    number: &'a [u8],
    first: Option<char>,
    last: Option<char>,
    has_signs: bool,
    /// Whether letters and digits meet in it.
    has_meets: bool,
}

impl<'a> NumberWord<'a> {
    fn new(PlainWord { word, number, .. }: &'a PlainWord) -> Self {
        let has_meets = word.chars().zip(word.chars().skip(1)).any(|(a, b)| meet(Some(a), Some(b)));
        let (first, last) = (word.chars().next(), word.chars().next_back());
        Self { word, number: number.as_bytes(), first, last, has_signs: word.contains(is_sign), has_meets }
    }

    fn is_in(&self, stock_number: StockNumberText<'_>) -> bool {
        let number = stock_number.number();
        // In texts this short, finding the first byte takes less time than preparing for a search.
        let is_here = |here: &[u8]| here[0] == self.number[0] && here == self.number;
        let windows = number.windows(self.number.len()).enumerate();
        let mut places = windows.filter(|(_, here)| is_here(here)).map(|(at, _)| at);
        if self.has_signs {
            return places.next().is_some() && self.is_in_key(&stock_number.key());
        }
        places.any(|at| {
            let end = at + self.number.len();
            let (mut last, mut first) = (last_character(&number[..at]), first_character(&number[end..]));
            for (sign, _) in stock_number.each_sign(number.len()) {
                match sign {
                    _ if sign == at => last = None,
                    _ if sign == end => first = None,
                    _ if (at..end).contains(&sign) => return false,
                    _ => {}
                }
            }
            self.is_between((last.is_none(), last), (first.is_none(), first))
        })
    }

    /// Between blanks: it has signs itself.
    fn is_in_key(&self, key: &str) -> bool {
        let is_sign_in_word = |character: char| is_sign(character) && character != ' ';
        key.match_indices(self.word).any(|(at, _)| {
            let (before, after) = (&key[..at], &key[at + self.word.len()..]);
            let (last, first) = (before.chars().next_back(), after.chars().next());
            let (before, after) = (before.trim_end_matches(is_sign_in_word), after.trim_start_matches(is_sign_in_word));
            let begins = before.is_empty() || before.ends_with(' ');
            self.is_between((begins, last), (after.is_empty() || after.starts_with(' '), first))
        })
    }

    /// Whether it is a word: each side says whether words end there, and which letter, digit or sign is there.
    fn is_between(&self, (begins, last): (bool, Option<char>), (ends, first): (bool, Option<char>)) -> bool {
        let (begins_run, ends_run) = (meet(last, self.first), meet(self.last, first));
        if self.has_meets { begins && ends } else { (begins || begins_run) && (ends || ends_run) }
    }
}

fn first_character(bytes: &[u8]) -> Option<char> {
    let first = char::from(*bytes.first()?);
    if first.is_ascii() { Some(first) } else { text(bytes).chars().next() }
}

fn last_character(bytes: &[u8]) -> Option<char> {
    let last = char::from(*bytes.last()?);
    if last.is_ascii() { Some(last) } else { text(bytes).chars().next_back() }
}

fn is_sign(character: char) -> bool {
    !character.is_alphanumeric()
}

/// Whether a letter and a digit meet.
fn meet(a: Option<char>, b: Option<char>) -> bool {
    a.zip(b).is_some_and(|(a, b)| !is_sign(a) && !is_sign(b) && a.is_numeric() != b.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::super::record_block::END;
    use super::*;
    use catalog_domain::search::{number_part, stock_number_key, words_of};

    #[test]
    fn a_stock_number_has_the_words_that_its_text_has() {
        for text in
            ["SN-1.5V2", "(A5-B6)", "5.1V-7", "AB5-1C 5,5", "12-34AB--5 /6-7)", "3М-5В", "1A1 1-1-1 A1-1A", "1-11-1"]
        {
            let key = stock_number_key(text);
            let record = [number_part(&key).as_bytes(), &[END], &signs_of(&key)].concat();
            let mut words = Vec::new();
            words_of(text, |word| words.push(word.to_owned()));
            let ends = |from: usize| {
                key.char_indices().map(move |(at, each)| at + each.len_utf8()).filter(move |end| *end > from)
            };
            for (from, _) in key.char_indices() {
                for asked in ends(from).map(|end| &key[from..end]) {
                    let is_word =
                        |word: &str| word.starts_with(char::is_alphanumeric) && word.ends_with(char::is_alphanumeric);
                    if asked.contains(char::is_numeric) && is_word(asked) && !asked.contains(' ') {
                        let searched = SearchText::parse(asked).unwrap();
                        let is_word = NumberWord::new(&searched.words()[0].whole).is_in(StockNumberText(&record));
                        assert_eq!(is_word, words.iter().any(|word| word == asked), "{text} {asked}");
                    }
                }
            }
        }
    }
}
