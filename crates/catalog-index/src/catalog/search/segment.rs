//! The texts of some products: their words, and the block of their numbers.

use super::FEW;
use super::frequent_pieces::FrequentPieces;
use super::number_block::NumberBlock;
use super::ordinal_set::{OrdinalSet, WordMatches};
use super::word_index::{WordIndex, WordIndexBuilder, position};
use crate::catalog::product_list::ProductList;
use catalog_domain::products::{FilterText, Product};
use catalog_domain::search::{SearchWord, fold, number_part, words_of};
use catalog_domain::sections::SectionTree;
use catalog_domain::values::SectionId;
use hashbrown::HashMap;
use std::sync::Arc;

/// Ends the part before the first digit of a word of a stock number. Most stock numbers are unique, and so are their
/// words with digits: the block has them, and here is how they begin. It counts as a digit, and no folded text has it.
const NUMBER_FOLLOWS: &str = "\u{10ffff}0";

#[derive(Debug, Default)]
pub(super) struct Segment {
    /// By record: the ordinal; empty where both are the same.
    ordinals: Box<[u32]>,
    words: WordIndex,
    numbers: NumberBlock,
    frequent: FrequentPieces,
}

impl Segment {
    pub(super) fn of_all(list: &ProductList, sections: &SectionTree) -> Self {
        Self::new(list, sections, list.ordinals(|product| product.texts.all().len()), Box::default())
    }

    pub(super) fn of(list: &ProductList, sections: &SectionTree, ordinals: Box<[u32]>) -> Self {
        Self::new(list, sections, ordinals.clone().into_iter(), ordinals)
    }

    fn new(list: &ProductList, sections: &SectionTree, all: impl Iterator<Item = u32>, ordinals: Box<[u32]>) -> Self {
        let (mut words, mut values) = <(WordIndexBuilder, ValueWords<'_>)>::default();
        let records = if ordinals.is_empty() { list.len() } else { position(ordinals.len()) };
        let mut numbers = NumberBlock::new(records);
        for (record, ordinal) in (0..).zip(all) {
            let product = Some(list.get(ordinal)).filter(|_| !list.is_vacant(ordinal));
            numbers.push(record, product);
            let Some(product) = product else { continue };
            words_of(product.name(), |word| words.add(record, word));
            words_of(product.full_name(), |word| words.add(record, word));
            words_of(product.stock_number(), |word| match word.find(char::is_numeric) {
                Some(0) => {}
                Some(digit) => words.add(record, &format!("{}{NUMBER_FOLLOWS}", &word[..digit])),
                None => words.add(record, word),
            });
            values.of_product(product, sections, &mut words, record);
        }
        numbers.shrink();
        Self { ordinals, words: words.finish(), numbers, frequent: FrequentPieces::default() }
    }

    fn ordinal(&self, record: usize) -> u32 {
        self.ordinals.get(record).copied().unwrap_or_else(|| position(record))
    }

    fn record(&self, ordinal: u32) -> Option<usize> {
        if self.ordinals.is_empty() { Some(ordinal as usize) } else { self.ordinals.binary_search(&ordinal).ok() }
    }

    /// What follows `beginning` in the whole stock number of the product at `ordinal`, as stock numbers are compared.
    pub(super) fn after_beginning(&self, ordinal: u32, beginning: &str) -> Option<&[u8]> {
        self.numbers.after_beginning(self.record(ordinal)?, beginning)
    }

    /// Whether the word with a digit is a word of the stock number of the product at `ordinal`.
    pub(super) fn has_word(&self, ordinal: u32, asked: &str) -> bool {
        self.record(ordinal).is_some_and(|record| self.numbers.has_word(record, asked))
    }

    /// Adds the products in which `asked` is found. Of a piece of a number, only those `within` these are needed, if
    /// there are few.
    pub(super) fn find(
        &self,
        asked: &SearchWord,
        list: &ProductList,
        within: Option<&OrdinalSet>,
        matches: &mut WordMatches,
    ) {
        self.words.find(asked, |record| self.ordinal(record as usize), matches);
        if !asked.is_piece_of_stock_numbers() {
            return;
        }
        if let Some(records) = self.numbers.having_digit(asked) {
            if self.ordinals.is_empty() {
                matches.pieces.unite(records);
            } else {
                matches.pieces.extend(records.iter().map(|record| self.ordinal(record as usize)));
            }
            return;
        }
        if let Some(found) = self.frequent.find(&asked.number) {
            return matches.pieces.unite(&found);
        }
        let records = |set: &OrdinalSet| set.iter().filter_map(|ordinal| self.record(ordinal)).collect::<Vec<_>>();
        let within = within.map(records);
        let is_in = |name: &str| number_part(&fold(name)).contains(&*asked.number);
        let mut found = OrdinalSet::new(list.len());
        self.numbers.find(asked, within.as_deref(), |record, is_certain| {
            let ordinal = self.ordinal(record);
            let is_in_names = || [list.get(ordinal).full_name(), list.get(ordinal).name()].into_iter().any(is_in);
            if is_certain || (!found.contains(ordinal) && is_in_names()) {
                found.insert(ordinal);
            }
        });
        matches.pieces.unite(&found);
        if within.is_none() && found.len() > list.len() / FEW {
            self.frequent.store(&asked.number, found);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.ordinals) + self.words.bytes() + self.numbers.bytes() + self.frequent.bytes()
    }
}

/// The words of filter values, by address: products share texts and lists of sections.
#[derive(Default)]
struct ValueWords<'a> {
    of_texts: HashMap<*const FilterText, Box<[u32]>>,
    are_public: HashMap<*const Box<[SectionId]>, bool>,
    _products: std::marker::PhantomData<&'a Product>,
}

impl<'a> ValueWords<'a> {
    fn of_product(&mut self, product: &'a Product, sections: &SectionTree, words: &mut WordIndexBuilder, record: u32) {
        for value in product.filter_values.iter() {
            let has_public = || value.sections.iter().any(|section| sections.find(*section).is_some());
            if *self.are_public.entry(Arc::as_ptr(value.sections)).or_insert_with(has_public) {
                let numbers = self.of_texts.entry(Arc::as_ptr(value.text)).or_insert_with(|| {
                    let mut numbers = Vec::new();
                    words_of(&value.text.value, |word| numbers.push(words.number(word)));
                    numbers.into()
                });
                numbers.iter().for_each(|number| words.add_known(record, *number));
            }
        }
    }
}
