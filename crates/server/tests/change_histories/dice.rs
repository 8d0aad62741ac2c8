//! Random choices that a seed repeats.

use std::ops::Range;

/// A source of choices (SplitMix64).
pub(crate) struct Dice(u64);

impl Dice {
    /// The choices of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number of the range.
    pub(crate) fn number(&mut self, range: Range<u64>) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        range.start + (mixed ^ (mixed >> 31)) % (range.end - range.start)
    }

    /// Whether something happens that happens in `percent` of all cases.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.number(0..100) < percent
    }

    /// An index into `length` things.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.number(0..length as u64)).unwrap()
    }

    /// One of `choices`.
    pub(crate) fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.index(choices.len())].clone()
    }

    /// Up to `most` of `choices`, each once, in any order.
    pub(crate) fn some_of<T: Clone>(&mut self, choices: &[T], most: usize) -> Vec<T> {
        let mut left = choices.to_vec();
        let count = self.index(most.min(left.len()) + 1);
        (0..count).map(|_| left.swap_remove(self.index(left.len()))).collect()
    }
}
