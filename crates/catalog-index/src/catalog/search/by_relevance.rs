//! Products sorted by numbers of which sets have the bits, as far as somebody asks for: what a page has no part of is
//! counted without an order.

use crate::catalog::ordinal_set::OrdinalSet;
use crate::catalog::product_selection::members_of_all;
use crate::catalog::rank_bitmaps::ascending;
use roaring::RoaringBitmap;
use std::ops::Range;

/// Up to how many products are sorted one by one.
const FEW_SORTED: u64 = 1_024;

/// The classes of equals at some positions, the best first.
#[derive(Debug, Clone)]
pub(in crate::catalog) struct ByRelevance {
    wanted: Range<u64>,
    /// How many products there are, at any position.
    pub(in crate::catalog) total: u64,
    /// The position of the first product that `classes` have.
    first: u64,
    /// Without empty ones.
    pub(in crate::catalog) classes: Vec<RoaringBitmap>,
}

impl ByRelevance {
    /// `products` by the numbers that have these `bits`, for what asks for those at `wanted` positions.
    pub(super) fn new(products: &OrdinalSet, bits: &[&OrdinalSet], wanted: Range<u64>) -> Self {
        let mut sorted = Self { wanted, total: 0, first: 0, classes: Vec::new() };
        sorted.add(products, products.len().into(), bits);
        sorted
    }

    /// The ordinals at `positions`, which are wanted ones.
    pub(in crate::catalog) fn ordinals_at(&self, positions: Range<u64>) -> Vec<u32> {
        members_of_all(&self.classes, positions.start - self.first..positions.end - self.first)
    }

    /// Adds so many `products` by the numbers that have these `bits`.
    fn add(&mut self, products: &OrdinalSet, count: u64, bits: &[&OrdinalSet]) {
        let before = self.total;
        let end = before + count;
        if count == 0 || end <= self.wanted.start || before >= self.wanted.end {
            self.total = end;
            return;
        }
        match (count, bits) {
            (_, []) => self.push([products.to_bitmap()]),
            (..=FEW_SORTED, _) => {
                let number =
                    |at: u32| bits.iter().fold(0_u64, |number, bits| number << 1 | u64::from(bits.contains(at)));
                let mut numbered: Vec<_> = products.iter().map(|at| (number(at), at)).collect();
                numbered.sort_unstable();
                let equals = numbered.chunk_by(|(a, _), (b, _)| a == b);
                self.push(equals.map(|equals| ascending(equals.iter().map(|(_, at)| *at))));
            }
            (_, [first, others @ ..]) => {
                let having = products.and(first);
                let count_having = having.len().into();
                self.add(&products.and_not(first), count - count_having, others);
                self.add(&having, count_having, others);
            }
        }
    }

    fn push(&mut self, classes: impl IntoIterator<Item = RoaringBitmap>) {
        if self.classes.is_empty() {
            self.first = self.total;
        }
        let before = self.classes.len();
        self.classes.extend(classes);
        self.total += self.classes[before..].iter().map(RoaringBitmap::len).sum::<u64>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_products_at_positions_are_those_of_all_sorted(
            numbers in vec(any::<u8>(), 0..6_000),
            scarce in any::<u8>(),
            start in 0..6_000_usize,
            size in 0..300_usize,
        ) {
            // Some numbers are rare, others are had by many.
            let numbers: Vec<u8> = numbers.iter().map(|number| number & (scarce | number << 4)).collect();
            let (mut products, mut bits) = (OrdinalSet::default(), vec![OrdinalSet::default(); 8]);
            for (at, number) in (0..).zip(&numbers) {
                products.insert(at);
                (0..8).filter(|bit| number << bit & 0x80 != 0).for_each(|bit| bits[bit].insert(at));
            }
            let mut sorted: Vec<u32> = (0..).take(numbers.len()).collect();
            sorted.sort_by_key(|at| numbers[*at as usize]);
            let (start, end) = (start.min(sorted.len()), (start + size).min(sorted.len()));
            let positions = start as u64..end as u64;
            let bits: Vec<&OrdinalSet> = bits.iter().collect();
            let found = ByRelevance::new(&products, &bits, positions.clone());
            prop_assert_eq!(found.total, sorted.len() as u64);
            if !positions.is_empty() {
                prop_assert_eq!(found.ordinals_at(positions), &sorted[start..end]);
            }
            let all = ByRelevance::new(&products, &bits, 0..u64::MAX);
            prop_assert_eq!(all.ordinals_at(0..all.total), sorted);
        }
    }
}
