//! Who has which value in which section: short lists in one column, long ones as sets in another, where they are smaller.

use super::packed_sets::{PackedSet, PackedSets, Place};
use crate::catalog::column;
use crate::catalog::rank_sets::ascending;
use crate::section_tree::NodeIndex;
use hashbrown::HashMap;
use roaring::RoaringBitmap;
use std::ops::Range;

/// From how many products on a run is a set. Tests have small catalogs and meet both kinds.
const LONG: usize = if cfg!(test) { 4 } else { 1_024 };

/// The runs of all sections: by section, then facet. They are pushed in that order.
#[derive(Debug)]
pub(super) struct Runs {
    /// Where the runs of each section begin; after the last section, where its runs end.
    starts: Vec<u32>,
    runs: Vec<RunEnd>,
    /// The ordinals of all short runs, ascending within each. A single column: thousands of lists would take more room.
    ordinals: Vec<u32>,
    /// Where the sets of long runs are, by their place among all.
    long: HashMap<u32, Place>,
    sets: PackedSets,
    /// The runs in which a product decides on the text, by their place among all, with its ordinal. Ascending.
    deciding: Vec<(u32, u32)>,
}

/// Where the ordinals of a run end.
#[derive(Debug, Clone, Copy)]
struct RunEnd {
    facet: u32,
    /// One past its last place among the ordinals of short runs.
    end: u32,
}

/// The products that have one value in one section.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) facet: u32,
    pub(super) members: Members<'a>,
    /// The ordinal of the product whose text is shown; `None` for a facet that has but one text.
    pub(super) deciding: Option<u32>,
}

/// The ordinals of the products of a run.
#[derive(Debug, Clone, Copy)]
pub(super) enum Members<'a> {
    Few(&'a [u32]),
    Many(PackedSet<'a>),
}

impl Runs {
    /// Nothing yet; room for `sections`, and for runs that have as many ordinals, be they short or long.
    pub(super) fn with_room(sections: usize, ordinals: usize) -> Self {
        Self::empty(sections, column::with_room(ordinals), PackedSets::with_room(ordinals))
    }

    /// Nothing yet; room for `sections`, for what these runs have, and for so many ordinals more.
    pub(super) fn with_room_for_more(&self, sections: usize, ordinals: usize) -> Self {
        let short = column::with_room(self.ordinals.len() + ordinals);
        Self::empty(sections, short, self.sets.with_room_for_more(ordinals))
    }

    fn empty(sections: usize, ordinals: Vec<u32>, sets: PackedSets) -> Self {
        let (starts, long) = (Vec::with_capacity(sections + 1), HashMap::new());
        Self { starts, runs: Vec::new(), ordinals, long, sets, deciding: Vec::new() }
    }

    /// Begins the next section.
    pub(super) fn next_section(&mut self) {
        self.starts.push(length(&self.runs));
    }

    /// Adds the run of a facet, ordinals ascending, to the section that was begun last; an empty one is left out. `deciding`
    /// is the product that decides on the text, if that has to be decided.
    pub(super) fn push(&mut self, facet: u32, ordinals: &[u32], deciding: Option<u32>) {
        if ordinals.is_empty() {
            return;
        }
        if ordinals.len() < LONG {
            self.ordinals.extend_from_slice(ordinals);
        } else {
            self.long.insert(length(&self.runs), self.sets.push(ordinals));
        }
        self.deciding.extend(deciding.map(|ordinal| (length(&self.runs), ordinal)));
        self.runs.push(RunEnd { facet, end: length(&self.ordinals) });
    }

    /// Adds the sections of `rest` after these.
    pub(super) fn append(&mut self, rest: Self) {
        let (runs, ordinals) = (length(&self.runs), length(&self.ordinals));
        let sets = self.sets.append(&rest.sets);
        self.starts.extend(rest.starts.into_iter().map(|start| runs + start));
        self.runs.extend(rest.runs.into_iter().map(|run| RunEnd { end: ordinals + run.end, ..run }));
        self.ordinals.extend(rest.ordinals);
        self.long.extend(rest.long.into_iter().map(|(at, place)| (runs + at, place.moved(sets))));
        self.deciding.extend(rest.deciding.into_iter().map(|(at, ordinal)| (runs + at, ordinal)));
    }

    /// To be called after the last section. Gives back the room that was taken in advance.
    pub(super) fn end(&mut self) {
        self.starts.push(length(&self.runs));
        self.runs.shrink_to_fit();
        self.ordinals.shrink_to_fit();
        self.sets.end();
        self.deciding.shrink_to_fit();
    }

    /// The runs of a section for the facets at those positions, in order.
    pub(super) fn of(&self, section: NodeIndex, facets: Range<u32>) -> impl Iterator<Item = Run<'_>> {
        let (start, end) = (self.starts[section.as_usize()] as usize, self.starts[section.as_usize() + 1] as usize);
        let own = &self.runs[start..end];
        let first = start + own.partition_point(|run| run.facet < facets.start);
        let last = start + own.partition_point(|run| run.facet < facets.end);
        (first..last).map(|at| Run {
            facet: self.runs[at].facet,
            members: self.members(at),
            deciding: self.deciding(at),
        })
    }

    fn deciding(&self, at: usize) -> Option<u32> {
        let found = self.deciding.binary_search_by_key(&position(at), |(at, _)| *at).ok()?;
        Some(self.deciding[found].1)
    }

    fn members(&self, at: usize) -> Members<'_> {
        let from = at.checked_sub(1).map_or(0, |before| self.runs[before].end) as usize;
        match &self.ordinals[from..self.runs[at].end as usize] {
            [] => self.long.get(&position(at)).map_or(Members::Few(&[]), |place| Members::Many(self.sets.get(*place))),
            few => Members::Few(few),
        }
    }
}

impl Members<'_> {
    /// A set of them.
    pub(super) fn into_set(self) -> RoaringBitmap {
        match self {
            Self::Few(ordinals) => ascending(ordinals.iter().copied()),
            Self::Many(packed) => packed.unpack(),
        }
    }

    pub(super) fn count(self) -> u64 {
        match self {
            Self::Few(ordinals) => ordinals.len() as u64,
            Self::Many(packed) => packed.count(),
        }
    }

    /// Adds them to `set`.
    pub(super) fn add_to(self, set: &mut RoaringBitmap) {
        match self {
            Self::Few(ordinals) => set.extend(ordinals.iter().copied()),
            Self::Many(packed) => *set |= packed.unpack(),
        }
    }

    /// Shows every ordinal, ascending.
    pub(super) fn each(self, visit: impl FnMut(u32)) {
        match self {
            Self::Few(ordinals) => ordinals.iter().copied().for_each(visit),
            Self::Many(packed) => packed.unpack().iter().for_each(visit),
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
