//! The order of what a text finds (`docs/contract.md#search-order`).

use super::ordinal_set::OrdinalSet;
use super::record_block::END;
use super::{FoundProducts, SearchIndex, rarest_first};
use crate::catalog::Catalog;
use crate::catalog::rank_bitmaps::ascending;
use catalog_domain::search::SearchText;
use memchr::memchr;
use memchr::memmem::Finder;
use roaring::RoaringBitmap;

/// Up to how many products are sorted one by one.
const FEW_SORTED: u32 = 1_024;

/// By bit of a number, the highest first: the products whose number has it.
type Bits = Vec<OrdinalSet>;

impl Catalog {
    /// `selected` products that `text` has found, by relevance: the best first, without empty ones.
    pub(in crate::catalog) fn by_relevance(
        &self,
        text: &SearchText,
        found: &FoundProducts,
        selected: &RoaringBitmap,
    ) -> Vec<RoaringBitmap> {
        let index = self.search_index();
        let mut all = OrdinalSet::new(self.list.len());
        all.extend(selected.iter());
        let classes = index.classes(text, found, &all);
        let (in_stock_number, in_names) = (missing(&all, &found.in_stock_number), missing(&all, &found.in_names));
        let numbers = classes.iter().chain(&in_stock_number).chain(&in_names);
        // What is the same of all orders nothing.
        let differs = |bits: &&OrdinalSet| !all.is_disjoint(bits) && !all.is_subset(bits);
        let bits: Vec<&OrdinalSet> = numbers.chain(index.full_name_words.bits().iter().rev()).filter(differs).collect();
        let mut sorted = Vec::new();
        sort(&all, &bits, &mut sorted);
        sorted
    }
}

impl SearchIndex {
    /// By what each of `all` is found, as a number, the best as 0; of stock numbers, those with the same signs come
    /// first.
    fn classes(&self, text: &SearchText, found: &FoundProducts, all: &OrdinalSet) -> Bits {
        let [mut equal, mut equal_number, mut beginning, mut beginning_number] = std::array::from_fn(|_| all.emptied());
        let mut rest = all.clone();
        for ordinal in found.having_whole_text(text, all).iter() {
            let texts = self.segment(ordinal).stock_number(ordinal);
            let Some(behind) = texts.strip_prefix(text.number().as_bytes()) else { continue };
            let (key, whole) = (key_of(texts), text.stock_number().as_bytes());
            let set = match behind {
                [END, ..] if key == whole => &mut equal,
                [END, ..] => &mut equal_number,
                _ if key.starts_with(whole) => &mut beginning,
                _ => &mut beginning_number,
            };
            set.insert(ordinal);
            rest.remove(ordinal);
        }
        let mut whole = rest.and(&found.pieces);
        for (at, word) in rarest_first(text).into_iter().enumerate() {
            let mut having = whole.and(&found.whole[at]);
            if word.whole.has_digit {
                whole.subtract(&having);
                whole.intersect(&found.in_stock_number[at]);
                let number = NumberWord::new(&word.whole.word);
                having.extend(whole.iter().filter(|at| number.is_in(key_of(self.segment(*at).stock_number(*at)))));
            }
            whole = having;
        }
        let mut bits: Bits = std::array::from_fn::<_, 3, _>(|_| all.emptied()).into();
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
}

/// Adds `products` by the numbers that have these `bits`.
fn sort(products: &OrdinalSet, bits: &[&OrdinalSet], sorted: &mut Vec<RoaringBitmap>) {
    match (products.len(), bits) {
        (0, _) => {}
        (_, []) => sorted.push(products.to_bitmap()),
        (..=FEW_SORTED, _) => {
            let number = |at: u32| bits.iter().fold(0_u64, |number, bits| number << 1 | u64::from(bits.contains(at)));
            let mut numbered: Vec<_> = products.iter().map(|at| (number(at), at)).collect();
            numbered.sort_unstable();
            let equals = numbered.chunk_by(|(a, _), (b, _)| a == b);
            sorted.extend(equals.map(|equals| ascending(equals.iter().map(|(_, at)| *at))));
        }
        (_, [first, others @ ..]) => {
            sort(&products.and_not(first), others, sorted);
            sort(&products.and(first), others, sorted);
        }
    }
}

/// The stock number as whole ones are compared, of what the index has of it.
fn key_of(texts: &[u8]) -> &[u8] {
    let texts = texts.strip_suffix(&[END]).unwrap_or(texts);
    memchr(END, texts).map_or(texts, |end| &texts[end + 1..])
}

impl FoundProducts {
    /// Those of `all` that may have the whole text in their stock number: these have every word that is a piece of it.
    fn having_whole_text(&self, text: &SearchText, all: &OrdinalSet) -> OrdinalSet {
        let mut having = all.clone();
        let words = rarest_first(text).into_iter().zip(&self.in_stock_number);
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
    finder: Finder<'a>,
    first: Option<char>,
    last: Option<char>,
    has_signs: bool,
    /// Whether letters and digits meet in it.
    has_meets: bool,
}

impl<'a> NumberWord<'a> {
    fn new(word: &'a str) -> Self {
        let has_meets = word.chars().zip(word.chars().skip(1)).any(|(a, b)| meet(Some(a), Some(b)));
        let (first, last) = (word.chars().next(), word.chars().next_back());
        Self { finder: Finder::new(word), first, last, has_signs: word.contains(is_sign), has_meets }
    }

    fn is_in(&self, stock_number: &[u8]) -> bool {
        let mut places = self.finder.find_iter(stock_number).peekable();
        // Few texts are looked at more closely.
        let text = places.peek().and_then(|_| std::str::from_utf8(stock_number).ok()).unwrap_or_default();
        places.any(|at| {
            let (before, after) = (text.get(..at), text.get(at + self.finder.needle().len()..));
            before.zip(after).is_some_and(|(before, after)| self.is_between(before, after))
        })
    }

    fn is_between(&self, before: &str, after: &str) -> bool {
        let is_sign_in_word = |character: char| is_sign(character) && character != ' ';
        let (last, first) = (before.chars().next_back(), after.chars().next());
        // Between blanks, or, without signs in it, between signs.
        let (begins, ends) = if self.has_signs {
            let (before, after) = (before.trim_end_matches(is_sign_in_word), after.trim_start_matches(is_sign_in_word));
            (before.is_empty() || before.ends_with(' '), after.is_empty() || after.starts_with(' '))
        } else {
            (last.is_none_or(is_sign), first.is_none_or(is_sign))
        };
        let (begins_run, ends_run) = (meet(last, self.first), meet(self.last, first));
        if self.has_meets { begins && ends } else { (begins || begins_run) && (ends || ends_run) }
    }
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
    use super::*;
    use catalog_domain::search::{stock_number_key, words_of};

    #[test]
    fn a_stock_number_has_the_words_that_its_text_has() {
        for text in ["SN-1.5V2", "(A5-B6)", "5.1V-7", "AB5-1C 5,5", "12-34AB--5 /6-7)", "3М-5В", "1A1 1-1-1 A1-1A"] {
            let key = stock_number_key(text);
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
                        assert_eq!(
                            NumberWord::new(asked).is_in(key.as_bytes()),
                            words.iter().any(|word| word == asked),
                            "{text} {asked}"
                        );
                    }
                }
            }
        }
    }
}
