//! Builds many bitmaps at once. Adding each rank to its bitmap as it comes would access memory at random; distributing
//! the ranks to groups first is several times faster.

use roaring::RoaringBitmap;
use std::sync::Arc;

/// One bitmap per group, of the ranks 0 to `ranks` (exclusive) that `groups_of` puts there.
pub(super) fn group_ranks<'a, G: IntoIterator<Item = usize>>(
    groups: usize,
    ranks: u32,
    groups_of: impl Fn(u32) -> G + 'a,
) -> Vec<Arc<RoaringBitmap>> {
    let mut ends = vec![0_u32; groups];
    for rank in 0..ranks {
        groups_of(rank).into_iter().for_each(|group| ends[group] += 1);
    }
    // From counts to where each group begins; distributing moves that to where it ends.
    let mut total = 0;
    for end in &mut ends {
        total += std::mem::replace(end, total);
    }
    let mut dealt = vec![0_u32; total as usize];
    for rank in 0..ranks {
        for group in groups_of(rank) {
            dealt[ends[group] as usize] = rank;
            ends[group] += 1;
        }
    }
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let ranges = starts.zip(&ends).map(|(start, end)| &dealt[start as usize..*end as usize]);
    ranges.map(|ranks| Arc::new(ascending(ranks.iter().copied()))).collect()
}

/// The bitmap of `ranks`, which ascend. A repeated rank (a product linked twice to one section) is in it once.
pub(super) fn ascending(ranks: impl Iterator<Item = u32> + Clone) -> RoaringBitmap {
    RoaringBitmap::from_sorted_iter(ranks.clone()).unwrap_or_else(|_| ranks.collect())
}

/// Ranks that leave and join bitmaps, by the positions of these. It is fastest when the ranks ascend.
#[derive(Debug, Default)]
pub(super) struct BitmapEdits {
    of_bitmaps: Vec<Edits>,
}

/// The ranks that leave one bitmap, and those that join it.
#[derive(Debug, Default)]
struct Edits {
    removed: Vec<u32>,
    added: Vec<u32>,
}

impl BitmapEdits {
    pub(super) fn remove(&mut self, bitmap: u32, rank: u32) {
        self.of(bitmap).removed.push(rank);
    }

    pub(super) fn add(&mut self, bitmap: u32, rank: u32) {
        self.of(bitmap).added.push(rank);
    }

    fn of(&mut self, bitmap: u32) -> &mut Edits {
        let at = bitmap as usize;
        if at >= self.of_bitmaps.len() {
            self.of_bitmaps.resize_with(at + 1, Edits::default);
        }
        &mut self.of_bitmaps[at]
    }

    /// Applies them: first what leaves, then what joins. A bitmap is not touched by what does both.
    pub(super) fn apply(self, bitmaps: &mut [Arc<RoaringBitmap>]) {
        for (Edits { mut removed, mut added }, bitmap) in self.of_bitmaps.into_iter().zip(bitmaps) {
            removed.sort_unstable();
            added.sort_unstable();
            let (leaving, joining) = (missing_in(&removed, &added), missing_in(&added, &removed));
            if !leaving.is_empty() {
                *Arc::make_mut(bitmap) -= ascending(leaving.iter().copied());
            }
            if !joining.is_empty() {
                *Arc::make_mut(bitmap) |= ascending(joining.iter().copied());
            }
        }
    }
}

/// The distinct items of `one` that are not in `other`. Both are sorted.
pub(super) fn missing_in<T: Ord + Copy>(one: &[T], other: &[T]) -> Vec<T> {
    let mut other = other.iter().peekable();
    let is_missing = |item: &&T| {
        while other.next_if(|next| next < item).is_some() {}
        other.peek() != Some(item)
    };
    let mut missing: Vec<T> = one.iter().filter(is_missing).copied().collect();
    missing.dedup();
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_dealt_out_by_group_each_once() {
        let groups: [&[usize]; 5] = [&[0, 2], &[], &[2], &[2, 2, 0], &[0]];
        let sets = group_ranks(4, 5, |rank| groups[rank as usize].iter().copied());
        let members: Vec<Vec<u32>> = sets.iter().map(|set| set.iter().collect()).collect();
        assert_eq!(members, [vec![0, 3, 4], vec![], vec![0, 2, 3], vec![]]);
    }

    #[test]
    fn bitmaps_lose_and_gain_ranks_and_what_does_both_leaves_them_shared() {
        let before = vec![Arc::new(RoaringBitmap::from([1, 2])), Arc::new(RoaringBitmap::from([5]))];
        let mut after = before.clone();
        let mut edits = BitmapEdits::default();
        for (bitmap, rank) in [(0, 2), (1, 5)] {
            edits.remove(bitmap, rank);
        }
        for (bitmap, rank) in [(1, 5), (0, 7)] {
            edits.add(bitmap, rank);
        }
        edits.apply(&mut after);
        assert_eq!(*after[0], RoaringBitmap::from([1, 7]));
        assert!(Arc::ptr_eq(&after[1], &before[1]));
    }
}
