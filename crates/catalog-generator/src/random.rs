//! Pseudo-random choices that depend only on a seed, a stream and an index.

use std::ops::Range;

/// The subject of a sequence of choices. Streams keep the choices of one subject stable when another one draws more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    Section = 1,
    /// The main section of a product.
    Home = 2,
    Product = 3,
    /// The prices and stock of a product.
    Offer = 4,
    Vendor = 5,
    /// Which products a delta changes.
    Selection = 6,
    /// What a delta changes in a product.
    Change = 7,
    Round = 8,
}

/// A sequence of choices: the SplitMix64 generator.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn keyed(seed: u64, stream: Stream, index: u64) -> Self {
        Self { state: mix(seed ^ mix(index ^ mix(stream as u64))) }
    }

    /// The sequence of a seed: the same in every version, and another than those of its neighbours.
    pub fn seeded(seed: u64) -> Self {
        // A state that is a multiple of the step would give neighbouring seeds the same sequence, one choice apart.
        Self { state: mix(seed) }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.state)
    }

    /// A number below `limit`; 0 when there is none.
    pub fn below(&mut self, limit: u64) -> u64 {
        // The high half of the product is sufficiently uniform, and needs no division.
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// A number of the range, which must not be empty.
    pub fn number(&mut self, range: Range<u64>) -> u64 {
        range.start + self.below(range.end - range.start)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in `percent` of all cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// An index into a collection of `length` items.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// One of `choices`, or `None` when there are none.
    pub fn pick_any<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(self.index(choices.len()))
    }

    /// A copy of one of `choices`.
    ///
    /// # Panics
    /// When there are none.
    pub fn choose<T: Clone>(&mut self, choices: &[T]) -> T {
        self.pick(choices).clone()
    }

    /// `count` of `choices`, or all there are, each once, in any order.
    pub fn sample<T: Clone>(&mut self, choices: &[T], count: usize) -> Vec<T> {
        let mut left: Vec<&T> = choices.iter().collect();
        (0..count.min(left.len())).map(|_| left.swap_remove(self.index(left.len())).clone()).collect()
    }

    /// Up to `most` of `choices`, each once, in any order.
    pub fn some_of<T: Clone>(&mut self, choices: &[T], most: usize) -> Vec<T> {
        let count = self.index(most.min(choices.len()) + 1);
        self.sample(choices, count)
    }

    /// One of `choices`.
    ///
    /// # Panics
    /// When there are none.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.index(choices.len())]
    }
}

/// Spreads every bit of `value` over all bits; a bijection.
pub(crate) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// A permutation of `0..length` in scattered order, without memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scatter {
    length: u64,
    offset: u64,
    stride: u64,
}

impl Scatter {
    /// A permutation chosen by `random`.
    pub(crate) fn new(length: u64, random: &mut Random) -> Self {
        let offset = random.below(length);
        let mut stride = random.below(length).max(1);
        // A stride coprime to the length returns to the start only after every other number.
        while greatest_common_divisor(stride, length) > 1 {
            stride += 1;
        }
        Self { length, offset, stride }
    }

    /// The number at `position`; `None` after the last.
    pub(crate) fn at(&self, position: u64) -> Option<u64> {
        let step =
            || (u128::from(self.offset) + u128::from(position) * u128::from(self.stride)) % u128::from(self.length);
        (position < self.length).then(|| step() as u64)
    }
}

fn greatest_common_divisor(mut larger: u64, mut smaller: u64) -> u64 {
    while smaller > 0 {
        (larger, smaller) = (smaller, larger % smaller);
    }
    larger
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_sequence_depends_on_seed_stream_and_index_and_on_nothing_else() {
        let first = |seed, stream, index| Random::keyed(seed, stream, index).next();
        assert_eq!(first(1, Stream::Product, 5), first(1, Stream::Product, 5));
        let others = [first(2, Stream::Product, 5), first(1, Stream::Offer, 5), first(1, Stream::Product, 6)];
        assert!(!others.contains(&first(1, Stream::Product, 5)));
    }

    #[test]
    fn numbers_stay_in_their_range_and_reach_both_ends() {
        let mut random = Random::keyed(1, Stream::Product, 0);
        let drawn: HashSet<u64> = (0..1_000).map(|_| random.between(3, 7)).collect();
        assert_eq!(drawn, HashSet::from([3, 4, 5, 6, 7]));
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn neighbouring_seeds_give_other_sequences() {
        let sequence = |seed| {
            let mut random = Random::seeded(seed);
            (0..20).map(|_| random.below(1_000_000)).collect::<Vec<_>>()
        };
        for seed in 0..200 {
            let (one, other) = (sequence(seed), sequence(seed + 1));
            assert!(other.iter().all(|number| !one.contains(number)), "{seed}: {one:?} and {other:?}");
        }
    }

    #[test]
    fn a_sample_has_each_choice_once() {
        let mut random = Random::seeded(1);
        let sample: HashSet<u8> = random.sample(&[1, 2, 3, 4], 3).into_iter().collect();
        assert_eq!((sample.len(), random.sample(&[1, 2], 9).len(), random.pick_any::<u8>(&[])), (3, 2, None));
        assert!((0..100).all(|_| random.some_of(&[1, 2, 3], 2).len() <= 2));
    }

    #[test]
    fn a_scatter_visits_every_number_once() {
        for length in [0, 1, 2, 6, 97, 360] {
            let scatter = Scatter::new(length, &mut Random::keyed(7, Stream::Selection, length));
            let visited: HashSet<u64> = (0..length).filter_map(|position| scatter.at(position)).collect();
            assert_eq!(visited, (0..length).collect(), "{length}");
            assert_eq!(scatter.at(length), None, "{length}");
        }
    }
}
