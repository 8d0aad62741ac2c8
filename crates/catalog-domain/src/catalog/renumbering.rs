//! How products are numbered anew when some of them are replaced: what stays keeps its order, so nothing is sorted.

use super::column;
use roaring::RoaringBitmap;

/// From the ordinals of one list of products to those of the next.
#[derive(Debug)]
pub(super) struct Renumbering {
    /// By old ordinal: the new one, or [`GONE`].
    kept: Vec<u32>,
    /// The old ordinals without a new one, ascending.
    lost: Vec<u32>,
    /// The new ordinals without an old one, ascending.
    new: Vec<u32>,
}

/// No ordinal: fewer than 2^32 - 1 products exist.
const GONE: u32 = u32::MAX;

impl Renumbering {
    /// The renumbering of a list of `length` products that loses those at `lost` (ascending) and gets new ones: each of
    /// `places`, which ascend, says before which old ordinal one is put.
    pub(super) fn new(length: usize, lost: Vec<u32>, places: &[u32]) -> Self {
        let mut kept = column::with_room(length);
        let mut new = Vec::with_capacity(places.len());
        let (mut losing, mut places) = (lost.iter().peekable(), places.iter().peekable());
        let mut next = 0;
        for old in (0_u32..).take(length) {
            while places.next_if(|place| **place <= old).is_some() {
                new.push(next);
                next += 1;
            }
            if losing.next_if(|at| **at == old).is_some() {
                kept.push(GONE);
            } else {
                kept.push(next);
                next += 1;
            }
        }
        for _ in places {
            new.push(next);
            next += 1;
        }
        Self { kept, lost, new }
    }

    /// The same renumbering, in which the products with the ordinals `old` count as gone and as new: for what depends on
    /// more than the product itself, and has to be made again for them.
    pub(super) fn looking_again_at(mut self, old: &RoaringBitmap) -> Self {
        for at in old {
            let kept = std::mem::replace(&mut self.kept[at as usize], GONE);
            if kept != GONE {
                self.lost.push(at);
                self.new.push(kept);
            }
        }
        self.lost.sort_unstable();
        self.new.sort_unstable();
        self
    }

    /// The number of products afterwards.
    pub(super) fn new_length(&self) -> usize {
        self.kept.len() - self.lost.len() + self.new.len()
    }

    /// The new ordinal of the product that had the ordinal `old`; `None` when it is gone.
    pub(super) fn kept(&self, old: u32) -> Option<u32> {
        Some(self.kept[old as usize]).filter(|ordinal| *ordinal != GONE)
    }

    /// The old ordinals of the products that are gone, ascending.
    pub(super) fn lost(&self) -> &[u32] {
        &self.lost
    }

    /// The ordinals of the new products, ascending.
    pub(super) fn new_ordinals(&self) -> &[u32] {
        &self.new
    }

    /// By new ordinal: the old one, or `None` for a new product.
    pub(super) fn origins(&self) -> impl Iterator<Item = Option<u32>> {
        let mut new = self.new.iter().peekable();
        let mut kept = (0_u32..).zip(&self.kept).filter(|(_, ordinal)| **ordinal != GONE).map(|(old, _)| old);
        (0_u32..).take(self.new_length()).map(move |ordinal| match new.next_if(|at| **at == ordinal) {
            Some(_) => None,
            None => kept.next(),
        })
    }

    /// Renumbers `old`, ordinals in some order, and puts each of `added` (place in `old`, new ordinal) in: `added` are in
    /// that order too.
    pub(super) fn merge(&self, old: &[u32], added: &[(usize, u32)]) -> Vec<u32> {
        let mut merged = column::with_room(old.len() - self.lost.len() + added.len());
        let mut from = 0;
        for (place, ordinal) in added {
            merged.extend(old[from..*place].iter().filter_map(|old| self.kept(*old)));
            merged.push(*ordinal);
            from = *place;
        }
        merged.extend(old[from..].iter().filter_map(|old| self.kept(*old)));
        merged.shrink_to_fit();
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_keeps_its_order_and_new_products_stand_where_they_belong() {
        // 0 1 2 3 becomes n 0 n n 2 3 n: 1 is gone.
        let renumbering = Renumbering::new(4, vec![1], &[0, 1, 1, 4]);
        assert_eq!((0..4).map(|old| renumbering.kept(old)).collect::<Vec<_>>(), [Some(1), None, Some(4), Some(5)]);
        assert_eq!(renumbering.new_ordinals(), [0, 2, 3, 6]);
        let origins: Vec<Option<u32>> = renumbering.origins().collect();
        assert_eq!(origins, [None, Some(0), None, None, Some(2), Some(3), None]);
        // Another order of the same products, into which the new ones go at other places.
        let merged = renumbering.merge(&[3, 1, 0, 2], &[(0, 6), (2, 0), (4, 3), (4, 2)]);
        assert_eq!(merged, [6, 5, 0, 1, 4, 3, 2]);
    }

    #[test]
    fn products_that_are_looked_at_again_are_gone_and_new_where_they_stand() {
        // 0 1 2 3 becomes n 0 2 3; 1 is gone whether or not it is looked at, 2 and 3 are made again.
        let renumbering = Renumbering::new(4, vec![1], &[0]).looking_again_at(&[1, 2, 3].into_iter().collect());
        assert_eq!((0..4).map(|old| renumbering.kept(old)).collect::<Vec<_>>(), [Some(1), None, None, None]);
        assert_eq!((renumbering.lost(), renumbering.new_ordinals()), ([1, 2, 3].as_slice(), [0, 2, 3].as_slice()));
        assert_eq!(renumbering.origins().collect::<Vec<_>>(), [None, Some(0), None, None]);
        assert_eq!(renumbering.new_length(), 4);
    }
}
