//! Posting lists: the products of each value in each section; the short lists of a section in one array, long ones as
//! serialized bitmaps, where those are smaller. Successive catalogs share what does not change.

use crate::catalog::layout::Layout;
use crate::catalog::positions::position;
use crate::catalog::rank_bitmaps::ascending;
use roaring::RoaringBitmap;
use std::ops::Range;
use std::sync::Arc;

pub(in crate::catalog) type PostingLists = Vec<Arc<SectionLists>>;

#[derive(Debug, Default)]
pub(in crate::catalog) struct SectionLists {
    lists: Vec<ListEnd>,
    /// The ordinals of all short lists, ascending within each. A single array: thousands of separate lists would take
    /// more memory.
    ordinals: Arc<[u32]>,
    /// The long lists, by position among all.
    long: Vec<(u32, SerializedBitmap)>,
    /// The lists in which a product decides on the text, by position among all, with its ordinal. Ascending.
    deciding: Vec<(u32, u32)>,
}

#[derive(Debug, Clone, Copy)]
struct ListEnd {
    facet: u32,
    /// One past its last position among the ordinals of short lists.
    end: u32,
}

/// The products that have one value in one section.
#[derive(Debug, Clone, Copy)]
pub(in crate::catalog) struct PostingList<'a> {
    pub(in crate::catalog) facet: u32,
    pub(in crate::catalog) postings: Postings<'a>,
    /// The ordinal of the product whose text is shown; `None` for a facet with a single text.
    pub(in crate::catalog) deciding: Option<u32>,
}

/// The ordinals of the products of a posting list.
#[derive(Debug, Clone, Copy)]
pub(in crate::catalog) enum Postings<'a> {
    Sorted(&'a [u32]),
    Bitmap(&'a SerializedBitmap),
}

/// A bitmap of ordinals. A live one has an allocation per 65,536 products: thousands of them take half as much memory
/// again as their content. Deserializing one takes a microsecond or two.
#[derive(Debug, Clone)]
pub(in crate::catalog) struct SerializedBitmap {
    bytes: Arc<[u8]>,
    count: u32,
}

/// Makes the posting lists of one section after the other.
#[derive(Debug)]
pub(in crate::catalog) struct SectionWriter {
    long_list: usize,
    lists: Vec<ListEnd>,
    ordinals: Vec<u32>,
    long: Vec<(u32, SerializedBitmap)>,
    deciding: Vec<(u32, u32)>,
}

impl SectionWriter {
    pub(in crate::catalog) fn new(layout: Layout) -> Self {
        let (lists, ordinals, long, deciding) = Default::default();
        Self { long_list: layout.long_list, lists, ordinals, long, deciding }
    }

    /// Adds the list of a facet, ordinals ascending; an empty one is left out. `deciding` is the product that decides
    /// on the text, if the facet has several.
    pub(in crate::catalog) fn push(&mut self, facet: u32, ordinals: &[u32], deciding: Option<u32>) {
        if ordinals.len() >= self.long_list {
            self.push_long(facet, SerializedBitmap::new(&ascending(ordinals.iter().copied())), deciding);
        } else if !ordinals.is_empty() {
            self.ordinals.extend_from_slice(ordinals);
            self.end_list(facet, deciding);
        }
    }

    pub(in crate::catalog) fn push_long(&mut self, facet: u32, bitmap: SerializedBitmap, deciding: Option<u32>) {
        self.long.push((position(self.lists.len()), bitmap));
        self.end_list(facet, deciding);
    }

    fn end_list(&mut self, facet: u32, deciding: Option<u32>) {
        self.deciding.extend(deciding.map(|ordinal| (position(self.lists.len()), ordinal)));
        self.lists.push(ListEnd { facet, end: position(self.ordinals.len()) });
    }

    pub(in crate::catalog) fn end_section(&mut self) -> Arc<SectionLists> {
        let section = SectionLists {
            lists: self.lists.as_slice().into(),
            ordinals: self.ordinals.as_slice().into(),
            long: self.long.as_slice().into(),
            deciding: self.deciding.as_slice().into(),
        };
        self.lists.clear();
        self.ordinals.clear();
        self.long.clear();
        self.deciding.clear();
        Arc::new(section)
    }
}

impl SectionLists {
    /// The lists for the facets at those positions, in order.
    pub(in crate::catalog) fn of(&self, facets: Range<u32>) -> impl Iterator<Item = PostingList<'_>> {
        let first = self.lists.partition_point(|list| list.facet < facets.start);
        let last = self.lists.partition_point(|list| list.facet < facets.end);
        (first..last).map(|at| PostingList {
            facet: self.lists[at].facet,
            postings: self.postings(at),
            deciding: find(&self.deciding, at).copied(),
        })
    }

    /// The same lists where facets have other positions; `None` when one has none, or the lists change their order.
    pub(in crate::catalog) fn with_facets(&self, moved: impl Fn(u32) -> Option<u32>) -> Option<Self> {
        let moved = |list: &ListEnd| Some(ListEnd { facet: moved(list.facet)?, ..*list });
        let lists: Vec<ListEnd> = self.lists.iter().map(moved).collect::<Option<_>>()?;
        let ordinals = Arc::clone(&self.ordinals);
        let is_sorted = lists.is_sorted_by_key(|list| list.facet);
        is_sorted.then(|| Self { lists, ordinals, long: self.long.clone(), deciding: self.deciding.clone() })
    }

    fn postings(&self, at: usize) -> Postings<'_> {
        let from = at.checked_sub(1).map_or(0, |before| self.lists[before].end) as usize;
        match &self.ordinals[from..self.lists[at].end as usize] {
            [] => find(&self.long, at).map_or(Postings::Sorted(&[]), Postings::Bitmap),
            few => Postings::Sorted(few),
        }
    }
}

/// The entry for the list at that position, by which `entries` are sorted.
fn find<T>(entries: &[(u32, T)], list: usize) -> Option<&T> {
    let found = entries.binary_search_by_key(&list, |(at, _)| *at as usize).ok()?;
    Some(&entries[found].1)
}

impl Postings<'_> {
    pub(in crate::catalog) fn into_set(self) -> RoaringBitmap {
        match self {
            Self::Sorted(ordinals) => ascending(ordinals.iter().copied()),
            Self::Bitmap(bitmap) => bitmap.deserialize(),
        }
    }

    pub(in crate::catalog) fn count(self) -> u64 {
        match self {
            Self::Sorted(ordinals) => ordinals.len() as u64,
            Self::Bitmap(bitmap) => bitmap.count.into(),
        }
    }

    pub(in crate::catalog) fn count_in(self, set: &RoaringBitmap) -> u64 {
        match self {
            Self::Sorted(ordinals) => ordinals.iter().filter(|ordinal| set.contains(**ordinal)).count() as u64,
            Self::Bitmap(bitmap) => bitmap.deserialize().intersection_len(set),
        }
    }

    pub(in crate::catalog) fn add_to(self, set: &mut RoaringBitmap) {
        match self {
            Self::Sorted(ordinals) => set.extend(ordinals.iter().copied()),
            Self::Bitmap(bitmap) => *set |= bitmap.deserialize(),
        }
    }

    /// Visits every ordinal, ascending.
    pub(in crate::catalog) fn each(self, visit: impl FnMut(u32)) {
        match self {
            Self::Sorted(ordinals) => ordinals.iter().copied().for_each(visit),
            Self::Bitmap(bitmap) => bitmap.deserialize().iter().for_each(visit),
        }
    }
}

impl SerializedBitmap {
    pub(in crate::catalog) fn new(bitmap: &RoaringBitmap) -> Self {
        let mut bytes = Vec::with_capacity(bitmap.serialized_size());
        let written = bitmap.serialize_into(&mut bytes);
        debug_assert!(written.is_ok(), "memory takes whatever is written to it");
        // Fewer than 2^32 products exist.
        Self { bytes: bytes.into(), count: u32::try_from(bitmap.len()).unwrap_or(u32::MAX) }
    }

    fn deserialize(&self) -> RoaringBitmap {
        // Serialized bitmaps always deserialize.
        RoaringBitmap::deserialize_unchecked_from(&*self.bytes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_out_as_they_went_in_short_and_long() {
        let sparse: Vec<u32> = (0..300_000).step_by(1_000).collect();
        let dense: Vec<u32> = (65_000..200_000).collect();
        let lists: [(u32, &[u32], Option<u32>); 5] =
            [(1, &[7], None), (2, &sparse, Some(1_000)), (5, &[], None), (6, &[3, 9], Some(9)), (8, &dense, None)];
        let mut writer = SectionWriter::new(Layout::default());
        for section in 0..2 {
            let lists = &lists[section..];
            lists.iter().for_each(|(facet, ordinals, deciding)| writer.push(*facet, ordinals, *deciding));
            let written = writer.end_section();
            let listed = written.of(0..u32::MAX).map(|list| {
                assert_eq!(list.postings.count(), list.postings.into_set().len());
                (list.facet, list.postings.into_set().iter().collect::<Vec<_>>(), list.deciding)
            });
            let expected = lists.iter().filter(|(_, ordinals, _)| !ordinals.is_empty());
            let expected = expected.map(|(facet, ordinals, deciding)| (*facet, ordinals.to_vec(), *deciding));
            assert_eq!(listed.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        }
    }
}
