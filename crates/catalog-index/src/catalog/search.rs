//! What a text finds (`docs/contract.md#search`): an index of words and numbers beside the others of the read model.
//!
//! It knows texts and no visibility, except that of filter values: what it finds is intersected with the sets of public
//! products. It is made when something is searched for first; a refresh then indexes the products that changed beside
//! those that did not, until there are many. Vendors have an index of their own, as a name may change for thousands of
//! products at once.

mod frequent_pieces;
mod number_block;
mod ordinal_set;
mod record_block;
mod segment;
mod word_index;

use super::Catalog;
use catalog_domain::search::{SearchText, SearchWord, words_of};
use ordinal_set::{OrdinalSet, WordMatches};
use roaring::RoaringBitmap;
use segment::Segment;
use std::sync::{Arc, OnceLock};
use word_index::{WordIndex, WordIndexBuilder};

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
    vendors: WordIndex,
}

/// The products that a text finds, whatever the list.
#[derive(Debug)]
pub(super) struct FoundProducts {
    /// All of them.
    all: OrdinalSet,
    /// Those without typos.
    pieces: OrdinalSet,
    /// By word, the rarest first: of what it is a word. Words with a digit are looked for in stock numbers besides.
    whole: Vec<OrdinalSet>,
}

/// Up to which part of all products is looked at one by one, instead of scanning the texts of all.
const FEW: u32 = 16;

/// The words of a text in the order in which they are looked for: what finds least comes first, and last what names
/// have to be looked at for.
fn rarest_first(text: &SearchText) -> Vec<&SearchWord> {
    let mut words: Vec<&SearchWord> = text.words().iter().collect();
    words.sort_by_key(|word| std::cmp::Reverse((number_block::is_whole(word), word.has_digit, word.number.len())));
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
        Self { base, stale: RoaringBitmap::new(), recent: Arc::default(), vendors: vendor_names(catalog) }
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
        let recent = if changed.is_empty() {
            Arc::clone(&self.recent)
        } else {
            let present = stale.iter().filter(|ordinal| !new.list.is_vacant(*ordinal)).collect();
            Arc::new(Segment::of(&new.list, &new.sections, present))
        };
        Self { base: Arc::clone(&self.base), recent, stale, vendors: vendor_names(new) }
    }

    fn bytes(&self) -> usize {
        self.base.bytes() + self.recent.bytes() + self.vendors.bytes() + self.stale.serialized_size()
    }
}

fn vendor_names(catalog: &Catalog) -> WordIndex {
    let mut words = WordIndexBuilder::default();
    for (at, vendor) in (0..catalog.vendors.unknown()).zip(catalog.vendors.iter()) {
        words_of(vendor.name, |word| words.add(at, word));
    }
    words.finish()
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
        let mut found: Option<FoundProducts> = None;
        for word in rarest_first(text) {
            let before = found.as_ref().map(|found| &found.all);
            let mut matches = self.find_word(word, before.filter(|all| all.len() < self.list.len() / FEW));
            matches.pieces.unite(&matches.whole);
            matches.typos.unite(&matches.pieces);
            let WordMatches { whole, pieces, typos } = matches;
            match &mut found {
                Some(found) => {
                    found.whole.push(whole);
                    found.pieces.intersect(&pieces);
                    found.all.intersect(&typos);
                }
                None => found = Some(FoundProducts { all: typos, pieces, whole: vec![whole] }),
            }
        }
        let none = || OrdinalSet::new(0);
        found.unwrap_or_else(|| FoundProducts { all: none(), pieces: none(), whole: Vec::new() })
    }

    /// Where `word` is found, at least `within` these products.
    fn find_word(&self, word: &SearchWord, within: Option<&OrdinalSet>) -> WordMatches {
        let index = self.search_index();
        let mut matches = WordMatches::new(self.list.len());
        index.base.find(word, &self.list, within, &mut matches);
        matches.remove_all(&index.stale);
        index.recent.find(word, &self.list, within, &mut matches);
        let mut vendors = WordMatches::new(self.vendors.unknown());
        index.vendors.find(word, |at| at, &mut vendors);
        let with = |set: &mut OrdinalSet, vendors: &OrdinalSet| {
            vendors.iter().for_each(|vendor| set.extend(self.indexes.by_name.vendor(vendor).iter()));
        };
        with(&mut matches.whole, &vendors.whole);
        with(&mut matches.pieces, &vendors.pieces);
        with(&mut matches.typos, &vendors.typos);
        matches
    }

    /// `selected` products that `text` has found, by relevance: the best first, without empty ones.
    pub(super) fn by_relevance(
        &self,
        text: &SearchText,
        found: &FoundProducts,
        selected: &RoaringBitmap,
    ) -> Vec<RoaringBitmap> {
        let index = self.search_index();
        let segment = |ordinal| if index.stale.contains(ordinal) { &index.recent } else { &index.base };
        let (mut equal, mut beginning) = (RoaringBitmap::new(), RoaringBitmap::new());
        for ordinal in selected {
            match segment(ordinal).after_beginning(ordinal, text.stock_number()) {
                Some(b"") => _ = equal.insert(ordinal),
                Some(_) => _ = beginning.insert(ordinal),
                None => {}
            }
        }
        let others = selected - &equal - &beginning;
        let without_typos = &others & found.pieces.to_bitmap();
        let mut whole = without_typos.clone();
        for (word, set) in rarest_first(text).into_iter().zip(&found.whole) {
            if word.has_digit {
                let has_word = |at: &u32| set.contains(*at) || segment(*at).has_word(*at, &word.word);
                whole = whole.iter().filter(has_word).collect();
            } else {
                whole &= set.to_bitmap();
            }
        }
        let typos = others - &without_typos;
        let pieces = without_typos - &whole;
        [equal, beginning, whole, pieces, typos].into_iter().filter(|class| !class.is_empty()).collect()
    }
}

impl FoundProducts {
    /// All of them, whether public or not.
    pub(super) fn all(&self) -> RoaringBitmap {
        self.all.to_bitmap()
    }
}
