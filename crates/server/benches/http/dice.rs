//! Choices that are the same in every run.

/// A generator of numbers (SplitMix64) that begins with a seed.
pub(crate) struct Dice(u64);

impl Dice {
    /// A generator of its own for each set of requests, so that leaving one out changes no other.
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 1).unwrap_or(usize::MAX) % bound.max(1)
    }

    /// One of a list; `None` when it is empty.
    pub(crate) fn one<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }

    /// `count` of a list, or all there are, in random order.
    pub(crate) fn some<T: Clone>(&mut self, list: &[T], count: usize) -> Vec<T> {
        let mut rest: Vec<&T> = list.iter().collect();
        let drawn = (0..count.min(rest.len())).map(|_| rest.swap_remove(self.below(rest.len())).clone());
        drawn.collect()
    }
}
