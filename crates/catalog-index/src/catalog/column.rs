//! Columns: arrays in chunks that successive catalogs share. A refresh copies only the chunks in which something
//! changed.
//!
//! A column may be an order: sorted items with vacant positions between them. An item that joins takes a vacant
//! position beside its neighbours, so nearly all others keep theirs, and with them every index that names positions.

use super::layout::ColumnLayout;
use super::positions::position;
use std::ops::Index;
use std::sync::Arc;

/// One entry for each position; positions beyond the end are vacant.
#[derive(Debug, Clone)]
pub(super) struct Column<T> {
    chunks: Vec<Arc<[T]>>,
    layout: ColumnLayout,
    vacant: T,
}

impl<T: Clone> Column<T> {
    /// The column of `items`, followed by vacant positions up to a whole chunk.
    pub(super) fn new(layout: ColumnLayout, vacant: T, items: impl IntoIterator<Item = T>) -> Self {
        let mut items = items.into_iter().peekable();
        let mut chunks = Vec::new();
        while items.peek().is_some() {
            let mut chunk = Vec::with_capacity(layout.chunk());
            chunk.extend(items.by_ref().take(layout.chunk()));
            chunk.resize(layout.chunk(), vacant.clone());
            chunks.push(chunk.into());
        }
        Self { chunks, layout, vacant }
    }

    pub(super) fn layout(&self) -> ColumnLayout {
        self.layout
    }

    /// The number of positions, vacant or not.
    pub(super) fn len(&self) -> u32 {
        position(self.chunks.len() * self.layout.chunk())
    }

    /// All entries, vacant or not.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }
}

impl<T: Clone + PartialEq> Column<T> {
    /// The order of `sorted` items, with vacant positions in between.
    pub(super) fn with_gaps(layout: ColumnLayout, vacant: T, sorted: impl IntoIterator<Item = T>) -> Self {
        let gap = vacant.clone();
        let items = (1..).zip(sorted).flat_map(move |(count, item)| {
            let gap = (count % (layout.spare_every() - 1) == 0).then(|| gap.clone());
            std::iter::once(item).chain(gap)
        });
        Self::new(layout, vacant, items)
    }

    pub(super) fn is_vacant(&self, at: u32) -> bool {
        self[at] == self.vacant
    }

    /// Replaces an entry, unless it is the same.
    pub(super) fn set(&mut self, at: u32, item: T) {
        if self[at] != item {
            while at >= self.len() {
                self.chunks.push(std::iter::repeat_n(self.vacant.clone(), self.layout.chunk()).collect());
            }
            let (chunk, at) = self.layout.place(at);
            Arc::make_mut(&mut self.chunks[chunk])[at] = item;
        }
    }

    pub(super) fn vacate(&mut self, at: u32) {
        self.set(at, self.vacant.clone());
    }

    /// Inserts `sorted` items into an order. Where no position is vacant between two neighbours, those that follow move
    /// into vacant ones. Returns the number of items that moved.
    pub(super) fn insert_all(&mut self, sorted: &[T], is_before: impl Fn(&T, &T) -> bool) -> usize {
        let (mut rest, mut moved) = (sorted, 0);
        while let Some(first) = rest.first() {
            let at = self.position_after(|item| is_before(item, first));
            let following = (at..self.len()).find(|at| !self.is_vacant(*at));
            let fitting =
                following.map_or(rest.len(), |next| rest.partition_point(|item| is_before(item, &self[next])));
            // At least the first one, even if it is there already.
            let (new, others) = rest.split_at(fitting.max(1));
            moved += self.insert_at(at, new);
            rest = others;
        }
        moved
    }

    /// Inserts `new` items at the position `at`. Returns the number of items that moved.
    fn insert_at(&mut self, at: u32, new: &[T]) -> usize {
        let (mut end, mut vacant, mut following) = (at, 0, Vec::new());
        // Where vacant positions are far away, more of them are brought here: the next items may join here, too.
        let far = 4 * self.layout.spare_every() as usize;
        let is_far = |length: usize, vacant: usize| length > far && (vacant - new.len()) * far < length;
        while vacant < new.len() || is_far(following.len() + vacant, vacant) {
            if self.is_vacant(end) {
                vacant += 1;
            } else {
                following.push(self[end].clone());
            }
            end += 1;
        }
        let moved = following.len();
        let spare = std::iter::repeat_n(self.vacant.clone(), vacant - new.len());
        let items = new.iter().cloned().chain(spare).chain(following);
        (at..).zip(items.collect::<Vec<_>>()).for_each(|(at, item)| self.set(at, item));
        moved
    }

    /// The position right after the last item for which `is_before` holds.
    pub(super) fn position_after(&self, is_before: impl Fn(&T) -> bool) -> u32 {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from + (to - from) / 2;
            match (middle..to).find(|at| !self.is_vacant(*at)) {
                Some(item) if is_before(&self[item]) => from = item + 1,
                _ => to = middle,
            }
        }
        from
    }

    /// The positions whose entries differ from those of `before`, from which this column was made: only chunks that
    /// are not shared are compared.
    pub(super) fn differences<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = u32> + 'a {
        let chunks = self.chunks.iter().enumerate();
        let changed = chunks.filter(|(at, chunk)| !before.chunks.get(*at).is_some_and(|old| Arc::ptr_eq(chunk, old)));
        changed.flat_map(|(at, chunk)| {
            let old = before.chunks.get(at).map_or(&[][..], |old| old);
            let old = old.iter().chain(std::iter::repeat(&before.vacant));
            let entries = (position(at * self.layout.chunk())..).zip(chunk.iter().zip(old));
            entries.filter(|(_, (entry, old))| entry != old).map(|(position, _)| position)
        })
    }
}

impl<T> Index<u32> for Column<T> {
    type Output = T;

    fn index(&self, at: u32) -> &T {
        let (chunk, at) = self.layout.place(at);
        self.chunks.get(chunk).map_or(&self.vacant, |chunk| &chunk[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;
    use proptest::sample::select;

    const VACANT: u32 = u32::MAX;
    const SMALL: ColumnLayout = ColumnLayout::new(3, 4);

    fn items(column: &Column<u32>) -> Vec<u32> {
        column.iter().copied().filter(|item| *item != VACANT).collect()
    }

    proptest! {
        #[test]
        fn an_order_stays_sorted_and_tells_what_differs(
            first in btree_set(0_u32..200, 0..60),
            changes in vec((btree_set(0_u32..200, 0..9), btree_set(0_u32..200, 0..9)), 0..20),
            layout in select(vec![SMALL, ColumnLayout::new(0, 2), ColumnLayout::default()]),
        ) {
            let before = Column::with_gaps(layout, VACANT, first.iter().copied());
            let (mut order, mut expected) = (before.clone(), first);
            for (leaving, joining) in changes {
                for item in leaving.into_iter().filter(|item| expected.remove(item)) {
                    let at = (0..order.len()).find(|at| order[*at] == item).unwrap();
                    order.vacate(at);
                }
                let joining: Vec<u32> = joining.into_iter().filter(|item| expected.insert(*item)).collect();
                let moved = order.insert_all(&joining, |a, b| a < b);
                prop_assert!(moved <= expected.len() * joining.len());
                prop_assert_eq!(items(&order), expected.iter().copied().collect::<Vec<_>>());
            }
            let differences: Vec<u32> = order.differences(&before).collect();
            let expected: Vec<u32> = (0..order.len()).filter(|at| order[*at] != before[*at]).collect();
            prop_assert_eq!(differences, expected);
        }
    }

    #[test]
    fn items_of_a_new_order_are_at_their_positions() {
        for layout in [SMALL, ColumnLayout::default()] {
            let order = Column::with_gaps(layout, VACANT, 0..1_000);
            assert!((0..1_000).all(|number| order[layout.new_position(number)] == number));
        }
    }

    #[test]
    fn items_that_join_at_one_place_move_few_others() {
        let mut order = Column::with_gaps(SMALL, VACANT, (0..10_000).map(|item| item * 1_000));
        let mut moved = 0;
        for item in 1..1_000 {
            moved += order.insert_all(&[5_000_000 + item], |a, b| a < b);
        }
        assert!(moved < 100_000, "{moved}");
        assert!(items(&order).is_sorted());
    }

    #[test]
    fn a_change_copies_its_chunk_alone() {
        let before = Column::new(SMALL, VACANT, 0..32);
        let mut after = before.clone();
        after.set(0, 0);
        after.set(8, 7);
        let shared = after.chunks.iter().zip(&before.chunks).map(|(after, before)| Arc::ptr_eq(after, before));
        assert_eq!(shared.collect::<Vec<_>>(), [true, false, true, true]);
        assert_eq!((after[72], after.is_vacant(32)), (VACANT, true));
    }
}
