//! Positions in arrays, as the indexes have them: in four bytes.

use std::ops::Range;

/// A position or a number of things: fewer than 2^32 products, links, values and bytes of texts exist.
pub(super) fn position(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Where the piece at `at` is, when every piece begins where the one before it ends.
pub(super) fn piece(ends: &[u32], at: usize) -> Range<usize> {
    let start = at.checked_sub(1).map_or(0, |before| ends[before]);
    start as usize..ends[at] as usize
}
