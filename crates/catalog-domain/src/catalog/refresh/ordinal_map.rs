//! Maps ordinals when some products are replaced: retained products keep their order, so nothing is sorted.

use crate::catalog::column;
use roaring::RoaringBitmap;

/// From the ordinals of one list of products to those of the next.
#[derive(Debug)]
pub(super) struct OrdinalMap {
    /// By old ordinal: the new one, or [`REMOVED`].
    retained: Vec<u32>,
    /// The old ordinals of removed products, ascending.
    removed: Vec<u32>,
    /// The new ordinals of added products, ascending.
    new: Vec<u32>,
}

/// No ordinal: fewer than 2^32 - 1 products exist.
const REMOVED: u32 = u32::MAX;

impl OrdinalMap {
    /// The map for a list of `length` products that loses those at `removed` (ascending) and gains new ones: each of
    /// `positions`, which ascend, is the old ordinal before which one is inserted.
    pub(super) fn new(length: usize, removed: Vec<u32>, positions: &[u32]) -> Self {
        let mut retained = column::with_capacity(length);
        let mut new = Vec::with_capacity(positions.len());
        let (mut losing, mut positions) = (removed.iter().peekable(), positions.iter().peekable());
        let mut next = 0;
        for old in (0_u32..).take(length) {
            while positions.next_if(|position| **position <= old).is_some() {
                new.push(next);
                next += 1;
            }
            if losing.next_if(|at| **at == old).is_some() {
                retained.push(REMOVED);
            } else {
                retained.push(next);
                next += 1;
            }
        }
        for _ in positions {
            new.push(next);
            next += 1;
        }
        Self { retained, removed, new }
    }

    /// The same map, in which the products with the ordinals `old` count as removed and added: for indexes that depend
    /// on more than the product itself and must be rebuilt for them.
    pub(super) fn with_rebuilt(mut self, old: &RoaringBitmap) -> Self {
        for at in old {
            let retained = std::mem::replace(&mut self.retained[at as usize], REMOVED);
            if retained != REMOVED {
                self.removed.push(at);
                self.new.push(retained);
            }
        }
        self.removed.sort_unstable();
        self.new.sort_unstable();
        self
    }

    /// The number of products afterwards.
    pub(super) fn new_length(&self) -> usize {
        self.retained.len() - self.removed.len() + self.new.len()
    }

    /// The new ordinal of the product that had the ordinal `old`; `None` when it was removed.
    pub(super) fn retained(&self, old: u32) -> Option<u32> {
        Some(self.retained[old as usize]).filter(|ordinal| *ordinal != REMOVED)
    }

    /// The old ordinals of the removed products, ascending.
    pub(super) fn removed(&self) -> &[u32] {
        &self.removed
    }

    /// The new ordinals of the added products, ascending.
    pub(super) fn added(&self) -> &[u32] {
        &self.new
    }

    /// By new ordinal: the old one, or `None` for an added product.
    pub(super) fn origins(&self) -> impl Iterator<Item = Option<u32>> {
        let mut new = self.new.iter().peekable();
        let mut retained =
            (0_u32..).zip(&self.retained).filter(|(_, ordinal)| **ordinal != REMOVED).map(|(old, _)| old);
        (0_u32..).take(self.new_length()).map(move |ordinal| match new.next_if(|at| **at == ordinal) {
            Some(_) => None,
            None => retained.next(),
        })
    }

    /// Renumbers `old`, ordinals in some order, and inserts each of `added` (position in `old`, new ordinal): `added`
    /// are in that order too.
    pub(super) fn merge(&self, old: &[u32], added: &[(usize, u32)]) -> Vec<u32> {
        let mut merged = column::with_capacity(old.len() - self.removed.len() + added.len());
        let mut from = 0;
        for (position, ordinal) in added {
            merged.extend(old[from..*position].iter().filter_map(|old| self.retained(*old)));
            merged.push(*ordinal);
            from = *position;
        }
        merged.extend(old[from..].iter().filter_map(|old| self.retained(*old)));
        merged.shrink_to_fit();
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retained_products_keep_their_order_and_added_ones_are_inserted() {
        // 0 1 2 3 becomes n 0 n n 2 3 n: 1 is gone.
        let ordinal_map = OrdinalMap::new(4, vec![1], &[0, 1, 1, 4]);
        assert_eq!((0..4).map(|old| ordinal_map.retained(old)).collect::<Vec<_>>(), [Some(1), None, Some(4), Some(5)]);
        assert_eq!(ordinal_map.added(), [0, 2, 3, 6]);
        let origins: Vec<Option<u32>> = ordinal_map.origins().collect();
        assert_eq!(origins, [None, Some(0), None, None, Some(2), Some(3), None]);
        // Another order of the same products, with other positions for the new ones.
        let merged = ordinal_map.merge(&[3, 1, 0, 2], &[(0, 6), (2, 0), (4, 3), (4, 2)]);
        assert_eq!(merged, [6, 5, 0, 1, 4, 3, 2]);
    }

    #[test]
    fn rebuilt_products_are_removed_and_added_at_their_positions() {
        // 0 1 2 3 becomes n 0 2 3; 1 is removed whether or not it is rebuilt, 2 and 3 are rebuilt.
        let ordinal_map = OrdinalMap::new(4, vec![1], &[0]).with_rebuilt(&[1, 2, 3].into_iter().collect());
        assert_eq!((0..4).map(|old| ordinal_map.retained(old)).collect::<Vec<_>>(), [Some(1), None, None, None]);
        assert_eq!((ordinal_map.removed(), ordinal_map.added()), ([1, 2, 3].as_slice(), [0, 2, 3].as_slice()));
        assert_eq!(ordinal_map.origins().collect::<Vec<_>>(), [None, Some(0), None, None]);
        assert_eq!(ordinal_map.new_length(), 4);
    }
}
