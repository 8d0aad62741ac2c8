//! The filter values of several sections together: one pass over their posting lists, for all filters at once.
//!
//! A product that has a value in several of the sections is counted once. A section adds nothing to its parent when
//! every list of sections that names it names the parent, too, as in most sources: then it is skipped.

use super::posting_lists::{PostingList, Postings};
use super::{Deciding, FacetIndex, LinkedProducts, in_order};
use catalog_domain::catalog::FilterValueCount;
use catalog_domain::sections::{NodeIndex, SectionTree};

/// The values that products have in at least one of some sections.
#[derive(Debug)]
pub struct MergedFilterValues<'a> {
    index: &'a FacetIndex,
    linked: LinkedProducts<'a>,
    /// By facet, each once.
    counted: Vec<Counted>,
}

#[derive(Debug)]
struct Counted {
    facet: u32,
    count: u64,
    deciding: Deciding,
}

impl<'a> MergedFilterValues<'a> {
    /// The values of `sections`. `linked` and `tree` are those that the index was built from.
    pub(super) fn new(
        index: &'a FacetIndex,
        linked: LinkedProducts<'a>,
        tree: &SectionTree,
        sections: &[NodeIndex],
    ) -> Self {
        let mut posting_lists: Vec<(NodeIndex, PostingList<'a>)> = Vec::new();
        for section in index.redundant_sections.without_redundant(sections, tree) {
            posting_lists.extend(index.posting_lists[section.as_usize()].of(0..u32::MAX).map(|list| (section, list)));
        }
        // By facet; numbers are sorted, because posting lists are much larger.
        let mut order: Vec<(u32, u32)> = (0..).zip(&posting_lists).map(|(at, (_, list))| (list.facet, at)).collect();
        order.sort_unstable();
        let mut union = Union::of_products(linked.list.len() as usize);
        let counted = order.chunk_by(|(a, _), (b, _)| a == b).map(|same| {
            let posting_lists = || same.iter().map(|(_, at)| &posting_lists[*at as usize]);
            let mut deciding = Deciding::default();
            for (section, list) in posting_lists() {
                if let Some(ordinal) = list.deciding {
                    let id = tree.id(*section);
                    deciding.add(linked.stock_ranks[ordinal], ordinal, id);
                }
            }
            Counted { facet: same[0].0, count: union.count(posting_lists().map(|(_, list)| list.postings)), deciding }
        });
        Self { index, linked, counted: counted.collect() }
    }

    /// The values of the filter `uid`: by value, then key.
    pub fn of(&self, uid: &str) -> Vec<FilterValueCount<'a>> {
        let facets = self.index.dictionary.positions_of(uid);
        let from = self.counted.partition_point(|counted| counted.facet < facets.start);
        let rest = &self.counted[from..];
        let counted = &rest[..rest.partition_point(|counted| counted.facet < facets.end)];
        in_order(counted.iter().map(|Counted { facet, count, deciding }| {
            let facet = self.index.dictionary.get(*facet);
            let text =
                deciding.product.and_then(|(_, ordinal)| self.linked.text_of(ordinal, facet, &deciding.sections));
            (facet, text, *count)
        }))
    }
}

/// Counts the distinct ordinals over several posting lists, one facet after the other.
struct Union {
    /// A bit for every product.
    words: Vec<u64>,
    /// Which words are not zero.
    used: Vec<u32>,
}

impl Union {
    fn of_products(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)], used: Vec::new() }
    }

    fn count<'a>(&mut self, mut posting_lists: impl ExactSizeIterator<Item = Postings<'a>>) -> u64 {
        if posting_lists.len() == 1 {
            return posting_lists.next().map_or(0, Postings::count);
        }
        for postings in posting_lists {
            postings.each(|ordinal| {
                let word = &mut self.words[ordinal as usize / 64];
                if *word == 0 {
                    self.used.push(ordinal / 64);
                }
                *word |= 1 << (ordinal % 64);
            });
        }
        let words = self.used.drain(..).map(|at| std::mem::take(&mut self.words[at as usize]));
        words.map(|word| u64::from(word.count_ones())).sum()
    }
}
