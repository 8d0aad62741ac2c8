//! The order of what a text finds (`docs/contract.md#search-order`).

use super::ordinal_set::OrdinalSet;
use super::{FoundProducts, SearchIndex, rarest_first};
use crate::catalog::Catalog;
use crate::catalog::rank_bitmaps::ascending;
use catalog_domain::search::SearchText;
use memchr::memmem::Finder;
use roaring::RoaringBitmap;

/// Up to how many products are sorted one by one.
const FEW_SORTED: u32 = 1_024;

/// Sets of products, the best first, which all products are in that are to be sorted.
type Criterion = Vec<OrdinalSet>;

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
        let (in_stock_number, in_names) = (by_count(&all, &found.in_stock_number), by_count(&all, &found.in_names));
        let criteria = [index.classes(text, found, &all), in_stock_number, in_names];
        let mut classes = Vec::new();
        index.sort(&all, &criteria, &mut classes);
        classes
    }
}

impl SearchIndex {
    /// `all` by what they are found by; of stock numbers, those with the same signs come first.
    fn classes(&self, text: &SearchText, found: &FoundProducts, all: &OrdinalSet) -> Criterion {
        let [mut equal, mut equal_number, mut beginning, mut beginning_number] = std::array::from_fn(|_| all.emptied());
        let mut rest = all.clone();
        for ordinal in found.having_whole_text(text, all).iter() {
            let (key, number) = self.segment(ordinal).stock_number(ordinal);
            let has_signs = key.starts_with(text.stock_number().as_bytes());
            let set = match number.strip_prefix(text.number().as_bytes()) {
                Some(b"") if key == text.stock_number().as_bytes() => &mut equal,
                Some(b"") => &mut equal_number,
                Some(_) if has_signs => &mut beginning,
                Some(_) => &mut beginning_number,
                None => continue,
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
                having.extend(whole.iter().filter(|at| number.is_in(self.segment(*at).stock_number(*at).0)));
            }
            whole = having;
        }
        let mut classes = vec![equal, equal_number, beginning, beginning_number];
        for set in [&whole, &found.pieces, &found.stems, &found.all] {
            let class = rest.and(set);
            rest.subtract(&class);
            classes.push(class);
        }
        classes
    }

    /// Adds `products` by the criteria, one after the other, and then by the words of their full names.
    fn sort(&self, products: &OrdinalSet, criteria: &[Criterion], sorted: &mut Vec<RoaringBitmap>) {
        let count = products.len();
        match criteria {
            _ if count == 0 => {}
            _ if count <= FEW_SORTED => {
                let place = |at: u32| {
                    let groups = criteria.iter().map(|groups| groups.iter().position(|group| group.contains(at)));
                    (groups.collect::<Vec<_>>(), self.full_name_words(at))
                };
                let mut places: Vec<_> = products.iter().map(|at| (place(at), at)).collect();
                places.sort_unstable();
                let equals = places.chunk_by(|(a, _), (b, _)| a == b);
                sorted.extend(equals.map(|equals| ascending(equals.iter().map(|(_, at)| *at))));
            }
            [first, others @ ..] => {
                first.iter().for_each(|group| self.sort(&products.and(group), others, sorted));
            }
            [] => {
                let mut by_length: Vec<Vec<u32>> = Vec::new();
                for at in products.iter() {
                    let length = usize::from(self.full_name_words(at));
                    by_length.resize(by_length.len().max(length + 1), Vec::new());
                    by_length[length].push(at);
                }
                let lengths = by_length.into_iter().filter(|products| !products.is_empty());
                sorted.extend(lengths.map(|products| ascending(products.into_iter())));
            }
        }
    }

    fn full_name_words(&self, ordinal: u32) -> u16 {
        self.full_name_words.get(ordinal as usize).copied().unwrap_or(0)
    }
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

/// `all` by the number of sets that they are in, the most first.
fn by_count(all: &OrdinalSet, sets: &[OrdinalSet]) -> Criterion {
    let mut counts = vec![all.clone()];
    for set in sets {
        let joining: Vec<OrdinalSet> = counts.iter().map(|count| count.and(set)).collect();
        counts.iter_mut().zip(&joining).for_each(|(count, joining)| count.subtract(joining));
        counts.insert(0, all.emptied());
        counts.iter_mut().zip(&joining).for_each(|(count, joining)| count.unite(joining));
    }
    counts
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
        self.finder.find_iter(stock_number).any(|at| {
            let (before, after) = (&stock_number[..at], &stock_number[at + self.finder.needle().len()..]);
            // Texts are cut between characters.
            let text = |bytes| std::str::from_utf8(bytes).unwrap_or_default();
            self.is_between(text(before), text(after))
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
