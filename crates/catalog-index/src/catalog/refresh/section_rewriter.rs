//! Writes the posting lists of a section again, with the products that joined and without those that left.

use super::changed_view::ChangedView;
use crate::catalog::facets::FacetIndex;
use crate::catalog::facets::dictionary::Dictionary;
use crate::catalog::facets::posting_lists::{PostingList, Postings, SectionLists, SectionWriter, SerializedBitmap};
use crate::catalog::rank_bitmaps::{ascending, missing_in};
use catalog_domain::sections::NodeIndex;
use std::sync::Arc;

/// A product that has a value in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Membership {
    pub(super) node: NodeIndex,
    pub(super) facet: u32,
    pub(super) ordinal: u32,
}

/// Memberships that end and begin, each sorted. Products at unchanged ordinals have none.
#[derive(Clone, Copy)]
pub(super) struct Edits<'a> {
    pub(super) removed: &'a [Membership],
    pub(super) added: &'a [Membership],
}

impl Edits<'_> {
    pub(super) fn is_empty(self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }

    /// Those with that `key`, by which they are sorted.
    pub(super) fn of<K: Ord + Copy>(self, key: impl Fn(&Membership) -> K, wanted: K) -> Self {
        let of = |memberships: &[Membership]| {
            let start = memberships.partition_point(|membership| key(membership) < wanted);
            start..memberships.partition_point(|membership| key(membership) <= wanted)
        };
        Self { removed: &self.removed[of(self.removed)], added: &self.added[of(self.added)] }
    }
}

pub(super) struct SectionRewriter<'a> {
    view: ChangedView<'a>,
    index: &'a FacetIndex,
    dictionary: &'a Dictionary,
    /// By old position of a facet: the new one; `None` when all are where they were.
    moved: Option<Vec<Option<u32>>>,
    writer: SectionWriter,
}

impl<'a> SectionRewriter<'a> {
    /// For the sections of `view`. `moved` are the new positions of facets, by the old ones.
    pub(super) fn new(
        view: ChangedView<'a>,
        index: &'a FacetIndex,
        dictionary: &'a Dictionary,
        moved: Option<Vec<Option<u32>>>,
    ) -> Self {
        Self { view, index, dictionary, moved, writer: SectionWriter::new(view.new.0.list.layout) }
    }

    /// The lists of the section at `node` after its `edits`.
    pub(super) fn section(&mut self, node: NodeIndex, edits: Edits<'_>) -> Arc<SectionLists> {
        let old = self.view.tree_change.origin(node).map(|old| &self.index.posting_lists[old.as_usize()]);
        match (old, &self.moved) {
            (Some(old), None) if edits.is_empty() => return Arc::clone(old),
            (Some(old), Some(moved)) if edits.is_empty() => {
                // Where texts came or went, deciding products did, too.
                let same = |facet: u32| {
                    let now = moved[facet as usize]?;
                    let (before, now_has) = (self.index.dictionary.get(facet), self.dictionary.get(now));
                    (before.has_several_texts() == now_has.has_several_texts()).then_some(now)
                };
                if let Some(section) = old.with_facets(same) {
                    return Arc::new(section);
                }
            }
            _ => {}
        }
        let moved = |list: PostingList<'_>| match &self.moved {
            Some(moved) => moved[list.facet as usize],
            None => Some(list.facet),
        };
        let lists = old.into_iter().flat_map(|old| old.of(0..u32::MAX));
        let mut lists: Vec<(u32, PostingList<'_>)> = lists.filter_map(|list| Some((moved(list)?, list))).collect();
        // Already sorted, unless the text of a value has changed.
        lists.sort_by_key(|(facet, _)| *facet);
        let mut added = edits.added.chunk_by(|a, b| a.facet == b.facet).peekable();
        let none = PostingList { facet: 0, postings: Postings::Sorted(&[]), deciding: None };
        for (facet, list) in lists {
            while let Some(new) = added.next_if(|new| new[0].facet < facet) {
                self.write_list(new[0].facet, none, Edits { removed: &[], added: new });
            }
            let added = added.next_if(|new| new[0].facet == facet).unwrap_or_default();
            let removed = edits.of(|membership| membership.facet, facet).removed;
            self.write_list(facet, list, Edits { removed, added });
        }
        for new in added {
            self.write_list(new[0].facet, none, Edits { removed: &[], added: new });
        }
        self.writer.end_section()
    }

    fn write_list(&mut self, facet: u32, old: PostingList<'_>, edits: Edits<'_>) {
        let ordinals = |memberships: &'_ [Membership]| memberships.iter().map(|each| each.ordinal).collect::<Vec<_>>();
        let (removed, added) = (ordinals(edits.removed), ordinals(edits.added));
        let mut short = Vec::new();
        let long = match old.postings {
            Postings::Sorted(ordinals) => {
                short = missing_in(ordinals, &removed);
                short.extend(&added);
                short.sort_unstable();
                None
            }
            Postings::Bitmap(bitmap) if edits.is_empty() => Some(bitmap.clone()),
            Postings::Bitmap(_) => {
                let set = old.postings.into_set() - ascending(removed.iter().copied());
                let set = set | ascending(added.iter().copied());
                if set.len() < self.view.new.0.list.layout.long_list as u64 {
                    short.extend(&set);
                    None
                } else {
                    Some(SerializedBitmap::new(&set))
                }
            }
        };
        let all = || long.as_ref().map_or(Postings::Sorted(&short), Postings::Bitmap);
        let deciding = self.deciding(facet, old.deciding, &removed, &added, all);
        match &long {
            Some(bitmap) => self.writer.push_long(facet, bitmap.clone(), deciding),
            None => self.writer.push(facet, &short, deciding),
        }
    }

    /// Which product decides on the text of a list, if the facet has several. The one that did, if it is still there,
    /// precedes all others but the `added` ones.
    fn deciding<'p>(
        &self,
        facet: u32,
        before: Option<u32>,
        removed: &[u32],
        added: &[u32],
        all: impl Fn() -> Postings<'p>,
    ) -> Option<u32> {
        if !self.dictionary.get(facet).has_several_texts() {
            return None;
        }
        let (linked, _) = self.view.new;
        match before.filter(|ordinal| removed.binary_search(ordinal).is_err()) {
            Some(before) => linked.first_by_stock_number(added.iter().copied().chain([before])),
            None => linked.first_by_stock_number(all().into_set().iter()),
        }
    }
}
