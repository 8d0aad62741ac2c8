//! Posting lists: the products of each value in each section; short lists in one column, long ones as serialized
//! bitmaps, where those are smaller.

use super::serialized_bitmaps::{BitmapSpan, SerializedBitmap, SerializedBitmaps};
use crate::catalog::column;
use crate::catalog::rank_bitmaps::ascending;
use crate::sections::tree::NodeIndex;
use hashbrown::HashMap;
use roaring::RoaringBitmap;
use std::ops::Range;

/// From how many products on a posting list is a bitmap. Tests have small catalogs and cover both kinds.
const LONG: usize = if cfg!(test) { 4 } else { 1_024 };

/// The posting lists of all sections: by section, then facet. They are pushed in that order.
#[derive(Debug)]
pub(in crate::catalog) struct PostingLists {
    /// Where the lists of each section begin; after the last section, where its lists end.
    starts: Vec<u32>,
    posting_lists: Vec<ListEnd>,
    /// The ordinals of all short lists, ascending within each. A single column: thousands of separate lists would take
    /// more memory.
    ordinals: Vec<u32>,
    /// The spans of long lists' bitmaps, by position among all lists.
    long: HashMap<u32, BitmapSpan>,
    bitmaps: SerializedBitmaps,
    /// The lists in which a product decides on the text, by position among all, with its ordinal. Ascending.
    deciding: Vec<(u32, u32)>,
}

/// Where the ordinals of a list end.
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
    Bitmap(SerializedBitmap<'a>),
}

impl PostingLists {
    /// Empty, with capacity for `sections`, and for lists with as many ordinals, be they short or long.
    pub(in crate::catalog) fn with_capacity(sections: usize, ordinals: usize) -> Self {
        Self::empty(sections, column::with_capacity(ordinals), SerializedBitmaps::with_capacity(ordinals))
    }

    /// Empty, with capacity for `sections`, for the content of these lists, and for so many ordinals more.
    pub(in crate::catalog) fn with_capacity_for_more(&self, sections: usize, ordinals: usize) -> Self {
        let short = column::with_capacity(self.ordinals.len() + ordinals);
        Self::empty(sections, short, self.bitmaps.with_capacity_for_more(ordinals))
    }

    fn empty(sections: usize, ordinals: Vec<u32>, bitmaps: SerializedBitmaps) -> Self {
        let (starts, long) = (Vec::with_capacity(sections + 1), HashMap::new());
        Self { starts, posting_lists: Vec::new(), ordinals, long, bitmaps, deciding: Vec::new() }
    }

    /// Begins the next section.
    pub(in crate::catalog) fn next_section(&mut self) {
        self.starts.push(length(&self.posting_lists));
    }

    /// Adds the list of a facet, ordinals ascending, to the current section; an empty one is left out. `deciding` is
    /// the product that decides on the text, if the facet has several.
    pub(in crate::catalog) fn push(&mut self, facet: u32, ordinals: &[u32], deciding: Option<u32>) {
        if ordinals.is_empty() {
            return;
        }
        if ordinals.len() < LONG {
            self.ordinals.extend_from_slice(ordinals);
        } else {
            self.long.insert(length(&self.posting_lists), self.bitmaps.push(ordinals));
        }
        self.deciding.extend(deciding.map(|ordinal| (length(&self.posting_lists), ordinal)));
        self.posting_lists.push(ListEnd { facet, end: length(&self.ordinals) });
    }

    /// Adds the sections of `rest` after these.
    pub(in crate::catalog) fn append(&mut self, rest: Self) {
        let (posting_lists, ordinals) = (length(&self.posting_lists), length(&self.ordinals));
        let bitmaps = self.bitmaps.append(&rest.bitmaps);
        self.starts.extend(rest.starts.into_iter().map(|start| posting_lists + start));
        self.posting_lists
            .extend(rest.posting_lists.into_iter().map(|list| ListEnd { end: ordinals + list.end, ..list }));
        self.ordinals.extend(rest.ordinals);
        self.long.extend(rest.long.into_iter().map(|(at, span)| (posting_lists + at, span.moved(bitmaps))));
        self.deciding.extend(rest.deciding.into_iter().map(|(at, ordinal)| (posting_lists + at, ordinal)));
    }

    /// Call it after the last section. Releases the excess capacity.
    pub(in crate::catalog) fn end(&mut self) {
        self.starts.push(length(&self.posting_lists));
        self.posting_lists.shrink_to_fit();
        self.ordinals.shrink_to_fit();
        self.bitmaps.end();
        self.deciding.shrink_to_fit();
    }

    /// The lists of a section for the facets at those positions, in order.
    pub(in crate::catalog) fn of(
        &self,
        section: NodeIndex,
        facets: Range<u32>,
    ) -> impl Iterator<Item = PostingList<'_>> {
        let (start, end) = (self.starts[section.as_usize()] as usize, self.starts[section.as_usize() + 1] as usize);
        let own = &self.posting_lists[start..end];
        let first = start + own.partition_point(|list| list.facet < facets.start);
        let last = start + own.partition_point(|list| list.facet < facets.end);
        (first..last).map(|at| PostingList {
            facet: self.posting_lists[at].facet,
            postings: self.postings(at),
            deciding: self.deciding(at),
        })
    }

    fn deciding(&self, at: usize) -> Option<u32> {
        let found = self.deciding.binary_search_by_key(&position(at), |(at, _)| *at).ok()?;
        Some(self.deciding[found].1)
    }

    fn postings(&self, at: usize) -> Postings<'_> {
        let from = at.checked_sub(1).map_or(0, |before| self.posting_lists[before].end) as usize;
        match &self.ordinals[from..self.posting_lists[at].end as usize] {
            [] => self
                .long
                .get(&position(at))
                .map_or(Postings::Sorted(&[]), |span| Postings::Bitmap(self.bitmaps.get(*span))),
            few => Postings::Sorted(few),
        }
    }
}

impl Postings<'_> {
    /// The ordinals as a bitmap.
    pub(in crate::catalog) fn into_set(self) -> RoaringBitmap {
        match self {
            Self::Sorted(ordinals) => ascending(ordinals.iter().copied()),
            Self::Bitmap(packed) => packed.deserialize(),
        }
    }

    pub(in crate::catalog) fn count(self) -> u64 {
        match self {
            Self::Sorted(ordinals) => ordinals.len() as u64,
            Self::Bitmap(packed) => packed.count(),
        }
    }

    /// Adds them to `set`.
    pub(in crate::catalog) fn add_to(self, set: &mut RoaringBitmap) {
        match self {
            Self::Sorted(ordinals) => set.extend(ordinals.iter().copied()),
            Self::Bitmap(packed) => *set |= packed.deserialize(),
        }
    }

    /// Visits every ordinal, ascending.
    pub(in crate::catalog) fn each(self, visit: impl FnMut(u32)) {
        match self {
            Self::Sorted(ordinals) => ordinals.iter().copied().for_each(visit),
            Self::Bitmap(packed) => packed.deserialize().iter().for_each(visit),
        }
    }
}

fn length<T>(list: &[T]) -> u32 {
    position(list.len())
}

/// Fewer than 2^32 values are used.
fn position(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
