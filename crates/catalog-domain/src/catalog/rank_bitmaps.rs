//! Builds many bitmaps at once. Adding each rank to its bitmap as it comes would access memory at random; distributing
//! the ranks to groups first is several times faster.

use super::column;
use roaring::RoaringBitmap;

/// One bitmap per group, of the ranks 0 to `ranks` (exclusive) that `groups_of` puts there.
pub(super) fn group_ranks<'a, G: IntoIterator<Item = usize>>(
    groups: usize,
    ranks: u32,
    groups_of: impl Fn(u32) -> G + 'a,
) -> Vec<RoaringBitmap> {
    let mut ends = vec![0_u32; groups];
    for rank in 0..ranks {
        groups_of(rank).into_iter().for_each(|group| ends[group] += 1);
    }
    // From counts to where each group begins; distributing moves that to where it ends.
    let mut total = 0;
    for end in &mut ends {
        total += std::mem::replace(end, total);
    }
    let mut dealt = column::filled(total as usize, std::iter::repeat_n(0_u32, total as usize));
    for rank in 0..ranks {
        for group in groups_of(rank) {
            dealt[ends[group] as usize] = rank;
            ends[group] += 1;
        }
    }
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(&ends).map(|(start, end)| ascending(dealt[start as usize..*end as usize].iter().copied())).collect()
}

/// The bitmap of `ranks`, which ascend. A repeated rank (a product linked twice to one section) is in it once.
pub(super) fn ascending(ranks: impl Iterator<Item = u32> + Clone) -> RoaringBitmap {
    RoaringBitmap::from_sorted_iter(ranks.clone()).unwrap_or_else(|_| ranks.collect())
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
}
