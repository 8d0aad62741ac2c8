//! Pseudo-random choices that depend only on a seed, a stream and an index.

/// The subject of a sequence of choices. Streams keep the choices of one subject stable when another one draws more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    /// A section.
    Section = 1,
    /// The main section of a product.
    Home = 2,
    /// The content of a product.
    Product = 3,
    /// The prices and stock of a product.
    Offer = 4,
    /// A vendor.
    Vendor = 5,
    /// Which products a delta changes.
    Selection = 6,
    /// What a delta changes in a product.
    Change = 7,
}

/// A sequence of choices: the SplitMix64 generator.
#[derive(Debug, Clone)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// The sequence of that seed, stream and index.
    pub(crate) fn keyed(seed: u64, stream: Stream, index: u64) -> Self {
        Self { state: mix(seed ^ mix(index ^ mix(stream as u64))) }
    }

    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.state)
    }

    /// A number below `limit`; 0 when there is none.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        // The high half of the product is sufficiently uniform, and needs no division.
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in `percent` of all cases.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// An index into a collection of `length` items.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// One of `choices`, which must not be empty.
    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
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
    fn a_scatter_visits_every_number_once() {
        for length in [0, 1, 2, 6, 97, 360] {
            let scatter = Scatter::new(length, &mut Random::keyed(7, Stream::Selection, length));
            let visited: HashSet<u64> = (0..length).filter_map(|position| scatter.at(position)).collect();
            assert_eq!(visited, (0..length).collect(), "{length}");
            assert_eq!(scatter.at(length), None, "{length}");
        }
    }
}
