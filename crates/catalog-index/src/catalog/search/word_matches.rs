//! In what one word is found, how well, and in which texts.

use crate::catalog::ordinal_set::OrdinalSet;
use catalog_domain::search::PlainWord;
use roaring::RoaringBitmap;

/// What is looked for: a word, or the number that it goes on with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) word: Option<&'a PlainWord>,
    /// The piece of numbers, if it is one.
    pub(super) number: Option<&'a str>,
    /// The piece of stock numbers, if it is one.
    pub(super) in_stock_number: Option<&'a str>,
}

impl<'a> Asked<'a> {
    pub(super) fn word(word: &'a PlainWord) -> Self {
        let number = |is_piece: bool| is_piece.then_some(&*word.number);
        let in_stock_number = number(word.is_piece_of_stock_numbers());
        Self { word: Some(word), number: number(word.has_digit), in_stock_number }
    }

    pub(super) fn number(number: &'a str) -> Self {
        Self { number: Some(number), ..Self::in_stock_number(number) }
    }

    pub(super) fn in_stock_number(number: &'a str) -> Self {
        Self { word: None, number: None, in_stock_number: Some(number) }
    }
}

/// How well something is found: each set may lack what a better one has.
#[derive(Debug, Clone, Default)]
pub(super) struct Levels {
    /// The word is one of theirs.
    pub(super) whole: OrdinalSet,
    /// It begins one, or is a piece of a number.
    pub(super) pieces: OrdinalSet,
    /// It has the stem of one.
    pub(super) stems: OrdinalSet,
    /// It is one with a typo, or two.
    pub(super) typos: OrdinalSet,
}

impl Levels {
    pub(super) fn each(&self) -> [&OrdinalSet; 4] {
        [&self.whole, &self.pieces, &self.stems, &self.typos]
    }

    pub(super) fn each_mut(&mut self) -> [&mut OrdinalSet; 4] {
        [&mut self.whole, &mut self.pieces, &mut self.stems, &mut self.typos]
    }

    /// Adds to each set what a better one has.
    pub(super) fn accumulate(&mut self) {
        self.pieces.unite(&self.whole);
        self.stems.unite(&self.pieces);
        self.typos.unite(&self.stems);
    }
}

/// The texts of a product in which something is found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Field {
    StockNumber,
    Names,
    /// The vendor and the filter values.
    Others,
}

/// The products in which one word is found.
#[derive(Debug, Clone, Default)]
pub(super) struct WordMatches {
    pub(super) levels: Levels,
    pub(super) in_stock_number: OrdinalSet,
    /// In a name or the stock number.
    pub(super) in_names: OrdinalSet,
}

impl WordMatches {
    /// Adds what was found in one kind of text, and empties it.
    pub(super) fn take(&mut self, field: Field, found: &mut Levels) {
        let found = std::mem::take(found);
        for set in found.each() {
            if field == Field::StockNumber {
                self.in_stock_number.unite(set);
            }
            if field != Field::Others {
                self.in_names.unite(set);
            }
        }
        self.levels.each_mut().into_iter().zip(found.each()).for_each(|(all, found)| all.unite(found));
    }

    pub(super) fn unite(&mut self, other: &Self) {
        self.each_mut().into_iter().zip(other.each()).for_each(|(all, other)| all.unite(other));
    }

    pub(super) fn intersect(&mut self, other: &Self) {
        self.each_mut().into_iter().zip(other.each()).for_each(|(all, other)| all.intersect(other));
    }

    pub(super) fn remove_all(&mut self, ordinals: &RoaringBitmap) {
        for set in self.each_mut() {
            ordinals.iter().for_each(|ordinal| set.remove(ordinal));
        }
    }

    fn each(&self) -> [&OrdinalSet; 6] {
        let [whole, pieces, stems, typos] = self.levels.each();
        [whole, pieces, stems, typos, &self.in_stock_number, &self.in_names]
    }

    fn each_mut(&mut self) -> [&mut OrdinalSet; 6] {
        let [whole, pieces, stems, typos] = self.levels.each_mut();
        [whole, pieces, stems, typos, &mut self.in_stock_number, &mut self.in_names]
    }
}
