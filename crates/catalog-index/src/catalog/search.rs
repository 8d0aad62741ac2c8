//! What a text finds (`docs/contract.md#search`): an index of words and numbers beside the others of the read model.
//!
//! It knows texts and no visibility, except that of filter values: what it finds is intersected with the sets of public
//! products. It is made when something is searched for first; a refresh then indexes the products that changed beside
//! those that did not, until there are many. Vendors have an index of their own, as a name may change for thousands of
//! products at once.

mod by_relevance;
mod known_pieces;
mod number_block;
mod order;
mod postings;
mod record_block;
mod segment;
mod stock_number_text;
mod suggestion;
mod texts;
mod word_counts;
mod word_index;
mod word_matches;

use super::Catalog;
use super::ordinal_set::{OrdinalSet, each};
use catalog_domain::search::{SearchText, SearchWord};
use roaring::RoaringBitmap;
use segment::Segment;
use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};
use texts::Texts;
use word_counts::WordCounts;
use word_matches::{Asked, Field, Levels, WordMatches};

pub(super) use by_relevance::ByRelevance;

/// The index of the texts of a catalog. Empty until it is asked for.
#[derive(Debug, Default)]
pub(super) struct SearchParts(OnceLock<SearchIndex>);

#[derive(Debug)]
struct SearchIndex {
    /// Most products, by ordinal.
    base: Arc<Segment>,
    /// The ordinals at which there are other texts since.
    stale: RoaringBitmap,
    /// What is there now.
    recent: Arc<Segment>,
    vendors: Texts,
    full_name_words: WordCounts,
}

/// The products that a text finds, whatever the list.
#[derive(Debug, Default)]
pub(super) struct FoundProducts {
    /// All of them.
    all: OrdinalSet,
    /// Those without typos.
    stems: OrdinalSet,
    /// Those without typos and stems.
    pieces: OrdinalSet,
    /// By word, the quickest first: of what it is a word. Words with a digit are looked for in stock numbers besides.
    whole: Vec<OrdinalSet>,
    /// Likewise: in whose stock number it is found.
    in_stock_number: Vec<OrdinalSet>,
    /// Likewise, or in whose name.
    in_names: Vec<OrdinalSet>,
}

/// The words of a text in the order in which they are looked for: those come last for which texts are scanned, as few
/// products may be left then; otherwise what finds least comes first.
fn quickest_first(text: &SearchText) -> Vec<&SearchWord> {
    let mut words: Vec<&SearchWord> = text.words().iter().collect();
    words.sort_by_key(|word| (word.numbers().next().is_some(), Reverse(word.whole.number.len())));
    words
}

impl SearchParts {
    /// That of `new`, made from this one of `old` if it was asked for.
    pub(super) fn updated(&self, old: &Catalog, new: &Catalog) -> Self {
        let updated = self.0.get().map(|index| index.updated(old, new));
        Self(updated.map(OnceLock::from).unwrap_or_default())
    }
}

impl SearchIndex {
    fn build(catalog: &Catalog) -> Self {
        let base = Arc::new(Segment::of_all(&catalog.list, &catalog.sections));
        let (stale, vendors) = (RoaringBitmap::new(), vendor_names(catalog));
        let mut full_name_words = WordCounts::default();
        full_name_words.count(&catalog.list, catalog.list.ordinals(|product| product.texts.all().len()));
        Self { base, stale, recent: Arc::default(), vendors, full_name_words }
    }

    fn segment(&self, ordinal: u32) -> &Segment {
        if self.stale.contains(ordinal) { &self.recent } else { &self.base }
    }

    fn updated(&self, old: &Catalog, new: &Catalog) -> Self {
        // Which filter values are public depends on which sections are.
        let (before, now) = (&old.sections, &new.sections);
        let has_same_sections =
            before.len() == now.len() && now.indexes().all(|node| before.find(now.id(node)).is_some());
        let mut stale = self.stale.clone();
        let has_other_texts = |ordinal: &u32| {
            let (before, now) = (old.list.get(*ordinal), new.list.get(*ordinal));
            before.texts.named() != now.texts.named() || before.filter_values != now.filter_values
        };
        let changed: Vec<u32> = new.list.differences(&old.list).filter(has_other_texts).collect();
        stale.extend(&changed);
        if !has_same_sections || stale.len() * 4 * new.list.layout.affects_many > new.list.count() as u64 {
            return Self::build(new);
        }
        let mut full_name_words = self.full_name_words.clone();
        full_name_words.count(&new.list, changed.iter().copied());
        let recent = if changed.is_empty() {
            Arc::clone(&self.recent)
        } else {
            let present = stale.iter().filter(|ordinal| !new.list.is_vacant(*ordinal)).collect();
            Arc::new(Segment::of(&new.list, &new.sections, present))
        };
        Self { base: Arc::clone(&self.base), recent, stale, vendors: vendor_names(new), full_name_words }
    }

    fn bytes(&self) -> usize {
        self.base.bytes()
            + self.recent.bytes()
            + self.vendors.bytes()
            + self.stale.serialized_size()
            + self.full_name_words.bytes()
    }
}

fn vendor_names(catalog: &Catalog) -> Texts {
    Texts::new(catalog.vendors.iter().take(catalog.vendors.unknown() as usize).map(|vendor| vendor.name))
}

impl Catalog {
    /// Makes what searches need. The first search would do it.
    pub fn prepare_search(&self) {
        self.search_index();
    }

    /// The bytes that searches take in memory.
    pub fn search_bytes(&self) -> usize {
        self.search_index().bytes()
    }

    fn search_index(&self) -> &SearchIndex {
        self.search.0.get_or_init(|| SearchIndex::build(self))
    }

    /// The products that `text` finds, public or not.
    pub(super) fn find_text(&self, text: &SearchText) -> FoundProducts {
        let mut found = FoundProducts::default();
        for word in quickest_first(text) {
            let before = Some(&found.all).filter(|_| !found.whole.is_empty());
            found.narrow(self.find_word(word, before));
        }
        found
    }

    /// Where `word` is found in one of its ways; if `within` is given, other products may be missing.
    fn find_word(&self, word: &SearchWord, within: Option<&OrdinalSet>) -> WordMatches {
        let find = |asked| self.find_asked(asked, within);
        let mut matches = find(Asked::word(&word.whole));
        word.joined.iter().for_each(|joined| matches.unite(&find(Asked::word(joined))));
        word.chain.iter().for_each(|chain| matches.unite(&find(Asked::number(chain))));
        let parts = word.parts.iter().map(|part| find(Asked::word(part))).reduce(|mut all, part| {
            all.intersect(&part);
            all
        });
        parts.iter().for_each(|parts| matches.unite(parts));
        matches
    }

    fn find_asked(&self, asked: Asked<'_>, within: Option<&OrdinalSet>) -> WordMatches {
        let index = self.search_index();
        let (mut matches, mut found) = (WordMatches::default(), Levels::default());
        index.base.find(asked, within, &mut matches);
        matches.remove_all(&index.stale);
        index.recent.find(asked, within, &mut matches);
        let vendors = index.vendors.find(asked);
        for (vendors, found) in vendors.each().into_iter().zip(found.each_mut()) {
            vendors.iter().for_each(|vendor| found.extend_bitmap(self.indexes.by_name.vendor(vendor)));
        }
        matches.take(Field::Others, &mut found);
        matches.levels.accumulate();
        matches
    }
}

impl FoundProducts {
    /// All of them, whether public or not.
    pub(super) fn all(&self) -> RoaringBitmap {
        self.all.to_bitmap()
    }

    /// The `selected` ones of them. Mostly nearly all are: removing the others takes less time.
    fn those_of(&self, selected: &RoaringBitmap) -> OrdinalSet {
        let others = self.all() - selected;
        if others.len() < selected.len() {
            let mut those = self.all.clone();
            each(&others, |other| those.remove(other));
            those
        } else {
            let mut those = OrdinalSet::default();
            those.extend_bitmap(selected);
            those
        }
    }

    /// Leaves those that have another word, too.
    fn narrow(&mut self, word: WordMatches) {
        let WordMatches { levels: Levels { whole, pieces, stems, typos }, in_stock_number, in_names } = word;
        let is_first = self.whole.is_empty();
        for (all, word) in [(&mut self.pieces, pieces), (&mut self.stems, stems), (&mut self.all, typos)] {
            if is_first { *all = word } else { all.intersect(&word) }
        }
        self.whole.push(whole);
        self.in_stock_number.push(in_stock_number);
        self.in_names.push(in_names);
    }
}
