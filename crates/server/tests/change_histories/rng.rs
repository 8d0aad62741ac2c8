//! Random choices that a seed reproduces.

use std::ops::Range;

/// A random generator (SplitMix64).
pub(crate) struct Rng(u64);

impl Rng {
    /// The choices of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        // A state that is a multiple of the step would give neighbouring seeds the same sequence, one draw apart.
        Self(mix(seed))
    }

    /// A number of the range.
    pub(crate) fn number(&mut self, range: Range<u64>) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        range.start + mix(self.0) % (range.end - range.start)
    }

    /// True in `percent` of all cases.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.number(0..100) < percent
    }

    /// An index into `length` items.
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

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[test]
fn neighbouring_seeds_give_other_sequences() {
    let sequence = |seed| {
        let mut rng = Rng::new(seed);
        (0..20).map(|_| rng.number(0..1_000_000)).collect::<Vec<_>>()
    };
    for seed in 0..200 {
        let (one, other) = (sequence(seed), sequence(seed + 1));
        assert!(other.iter().all(|number| !one.contains(number)), "{seed}: {one:?} and {other:?}");
    }
}
