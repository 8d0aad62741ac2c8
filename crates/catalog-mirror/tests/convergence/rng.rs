//! Random choices that a seed reproduces.

use std::ops::Range;
use std::time::Duration;

/// A random generator (SplitMix64).
pub(crate) struct Rng(u64);

impl Rng {
    /// The generator of a seed, for one of several independent series.
    pub(crate) fn new(seed: u64, series: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ series.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    /// A number of the range.
    pub(crate) fn number(&mut self, range: Range<u64>) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        range.start + (mixed ^ (mixed >> 31)) % (range.end - range.start)
    }

    /// So many milliseconds.
    pub(crate) fn milliseconds(&mut self, range: Range<u64>) -> Duration {
        Duration::from_millis(self.number(range))
    }
}
