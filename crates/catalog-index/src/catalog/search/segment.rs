//! The texts of some products: their words, and the blocks of their numbers.

use super::known_pieces::KnownPieces;
use super::number_block::{NumberBlock, with_single_bytes};
use super::postings::Postings;
use super::stock_number_text::{StockNumberText, is_short, signs_of};
use super::texts::Texts;
use super::word_index::{WordIndex, WordIndexBuilder};
use super::word_matches::{Asked, Field, Levels, WordMatches};
use crate::catalog::ordinal_set::OrdinalSet;
use crate::catalog::product_list::ProductList;
use catalog_domain::products::{FilterText, Product};
use catalog_domain::search::{fold, has_digit, number_part, stock_number_key, words_of};
use catalog_domain::sections::SectionTree;
use catalog_domain::values::{FingerprintBuilder, SectionId};
use hashbrown::HashMap;
use std::sync::Arc;

/// Ends the part before the first digit of a word of a stock number. Most stock numbers are unique, and so are their
/// words with digits: the block has those that are not short, and here is how they begin. It counts as a digit, and no
/// folded text has it.
const NUMBER_FOLLOWS: &str = "\u{10ffff}0";

#[derive(Debug, Default)]
pub(super) struct Segment {
    /// By record: the ordinal; empty where both are the same.
    ordinals: Box<[u32]>,
    stock_words: WordIndex,
    /// By record: the letters and digits of the stock number, then its signs.
    stock_numbers: NumberBlock,
    name_words: WordIndex,
    /// By record: the letters and digits of the names that have a digit, as any piece of a number has one.
    name_numbers: NumberBlock,
    values: Texts,
    /// By filter value: the records.
    value_records: Postings,
    /// Those of several values together.
    known_values: KnownPieces,
}

/// What is collected of products.
#[derive(Default)]
struct SegmentBuilder<'a> {
    segment: Segment,
    stock_words: WordIndexBuilder,
    name_words: WordIndexBuilder,
    values: ValueRecords<'a>,
}

impl Segment {
    pub(super) fn of_all(list: &ProductList, sections: &SectionTree) -> Self {
        Self::new(list, sections, list.ordinals(|product| product.texts.all().len()), Box::default())
    }

    pub(super) fn of(list: &ProductList, sections: &SectionTree, ordinals: Box<[u32]>) -> Self {
        Self::new(list, sections, ordinals.clone().into_iter(), ordinals)
    }

    fn new(list: &ProductList, sections: &SectionTree, all: impl Iterator<Item = u32>, ordinals: Box<[u32]>) -> Self {
        let segment = Self { ordinals, ..Self::default() };
        let mut builder = SegmentBuilder { segment, ..SegmentBuilder::default() };
        for (record, ordinal) in (0..).zip(all) {
            if !list.is_vacant(ordinal) {
                builder.add(record, list.get(ordinal), sections);
            }
            builder.segment.stock_numbers.end_record();
            builder.segment.name_numbers.end_record();
        }
        builder.finish()
    }

    fn record(&self, ordinal: u32) -> Option<usize> {
        if self.ordinals.is_empty() { Some(ordinal as usize) } else { self.ordinals.binary_search(&ordinal).ok() }
    }

    pub(super) fn stock_number(&self, ordinal: u32) -> StockNumberText<'_> {
        StockNumberText(self.record(ordinal).map_or(&[], |record| self.stock_numbers.record(record)))
    }

    /// Adds the products in which `asked` is found; if `within` is given, others may be missing.
    pub(super) fn find(&self, asked: Asked<'_>, within: Option<&OrdinalSet>, matches: &mut WordMatches) {
        let (ordinals, mut found) = (&*self.ordinals, Levels::default());
        if let Some(word) = asked.word {
            self.stock_words.find(word, ordinals, &mut found);
        }
        if let Some(number) = asked.in_stock_number {
            self.stock_numbers.find(number, within, ordinals, &mut found.pieces);
        }
        matches.take(Field::StockNumber, &mut found);
        if let Some(word) = asked.word {
            self.name_words.find(word, ordinals, &mut found);
        }
        if let Some(number) = asked.number {
            let number = with_single_bytes(number);
            self.name_numbers.find(&number, within, ordinals, &mut found.pieces);
        }
        matches.take(Field::Names, &mut found);
        let values = self.values.find(asked);
        for (values, found) in values.each().into_iter().zip(found.each_mut()) {
            self.add_records(values, found);
        }
        matches.take(Field::Others, &mut found);
    }

    /// Adds the products that have one of `values`.
    fn add_records(&self, values: &OrdinalSet, found: &mut OrdinalSet) {
        let unite = |found: &mut OrdinalSet| {
            values.iter().for_each(|value| self.value_records.add(value as usize, &self.ordinals, found));
        };
        if values.len() < 2 || !self.ordinals.is_empty() {
            return unite(found);
        }
        let mut name = FingerprintBuilder::new();
        for bits in values.bits() {
            name.integer(bits.cast_signed());
        }
        let name = format!("{:x}", u128::from_le_bytes(name.finish().0));
        if let Some(known) = self.known_values.find(&name) {
            return known.add(0, &[], found);
        }
        let mut having = OrdinalSet::default();
        unite(&mut having);
        self.known_values.store(&name, &having, self.stock_numbers.records());
        found.unite(&having);
    }

    pub(super) fn bytes(&self) -> usize {
        let words = self.stock_words.bytes() + self.name_words.bytes();
        let numbers = self.stock_numbers.bytes() + self.name_numbers.bytes();
        size_of_val(&*self.ordinals)
            + words
            + numbers
            + self.values.bytes()
            + self.value_records.bytes()
            + self.known_values.bytes()
    }
}

impl<'a> SegmentBuilder<'a> {
    fn add(&mut self, record: u32, product: &'a Product, sections: &SectionTree) {
        let key = stock_number_key(product.stock_number());
        let number = number_part(&key);
        self.segment.stock_numbers.push(&number);
        self.segment.stock_numbers.push_signs(&signs_of(&key));
        words_of(product.stock_number(), |word| match word.find(char::is_numeric) {
            _ if is_short(word) => self.stock_words.add(record, word),
            Some(0) => {}
            Some(digit) => self.stock_words.add(record, &format!("{}{NUMBER_FOLLOWS}", &word[..digit])),
            None => self.stock_words.add(record, word),
        });
        let (name, full_name) = (number_part(&fold(product.name())), number_part(&fold(product.full_name())));
        let names = [&full_name].into_iter().chain((!full_name.contains(&name)).then_some(&name));
        let numbers = names.filter(|name| has_digit(name)).map(|name| with_single_bytes(name));
        numbers.for_each(|number| self.segment.name_numbers.push(&number));
        words_of(product.name(), |word| self.name_words.add(record, word));
        words_of(product.full_name(), |word| self.name_words.add(record, word));
        self.values.add(record, product, sections);
    }

    fn finish(mut self) -> Segment {
        self.segment.stock_numbers.shrink();
        self.segment.name_numbers.shrink();
        Segment {
            stock_words: self.stock_words.finish(),
            name_words: self.name_words.finish(),
            values: Texts::new(self.values.texts.iter().copied()),
            value_records: Postings::new(self.values.records.iter().map(|records| &**records)),
            ..self.segment
        }
    }
}

/// The records of filter values. Products share texts and lists of sections, which are known by address.
#[derive(Default)]
struct ValueRecords<'a> {
    texts: Vec<&'a str>,
    records: Vec<Vec<u32>>,
    by_text: HashMap<&'a str, usize>,
    by_address: HashMap<*const FilterText, usize>,
    are_public: HashMap<*const Box<[SectionId]>, bool>,
}

impl<'a> ValueRecords<'a> {
    fn add(&mut self, record: u32, product: &'a Product, sections: &SectionTree) {
        for value in product.filter_values.iter() {
            let has_public = || value.sections.iter().any(|section| sections.find(*section).is_some());
            if !*self.are_public.entry(Arc::as_ptr(value.sections)).or_insert_with(has_public) {
                continue;
            }
            let text = *self.by_address.entry(Arc::as_ptr(value.text)).or_insert_with(|| {
                *self.by_text.entry(&*value.text.value).or_insert_with(|| {
                    self.texts.push(&value.text.value);
                    self.records.push(Vec::new());
                    self.texts.len() - 1
                })
            });
            let records = &mut self.records[text];
            if records.last() != Some(&record) {
                records.push(record);
            }
        }
    }
}
