//! Lists of numbers: short ones as differences, long ones as bits.

use crate::catalog::ordinal_set::{OrdinalSet, members};
use crate::catalog::positions::position;

#[derive(Debug, Default)]
pub(super) struct Postings {
    bytes: Box<[u8]>,
    /// By list: where it ends, and the highest bit for bits.
    ends: Box<[u32]>,
}

/// Fewer than 2^31 bytes are in all lists of a catalog.
const ARE_BITS: u32 = 1 << 31;

impl Postings {
    pub(super) fn new<'a>(lists: impl Iterator<Item = &'a [u32]>) -> Self {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for list in lists {
            let bits = list.last().map_or(0, |last| *last as usize / u64::BITS as usize + 1);
            // A difference in a long list is one byte.
            let are_bits = list.len() > bits * size_of::<u64>();
            if are_bits {
                let mut set = OrdinalSet::default();
                set.extend(list.iter().copied());
                bytes.extend(set.bits().iter().flat_map(|bits| bits.to_le_bytes()));
            } else {
                let mut before = 0;
                list.iter().for_each(|item| push_difference(item - std::mem::replace(&mut before, *item), &mut bytes));
            }
            ends.push(position(bytes.len()) | if are_bits { ARE_BITS } else { 0 });
        }
        Self { bytes: bytes.into(), ends: ends.into() }
    }

    /// Adds the list at `at` to a set; `ordinals` are those of the numbers, or empty where they are the same.
    pub(super) fn add(&self, at: usize, ordinals: &[u32], set: &mut OrdinalSet) {
        let end = |at: usize| (self.ends[at] & !ARE_BITS) as usize;
        let bytes = &self.bytes[at.checked_sub(1).map_or(0, end)..end(at)];
        let ordinal = |number: u32| ordinals.get(number as usize).copied().unwrap_or(number);
        if self.ends[at] & ARE_BITS == 0 {
            return set.extend(differences(bytes).map(ordinal));
        }
        let bits = bytes.as_chunks().0.iter().map(|bits| u64::from_le_bytes(*bits));
        if ordinals.is_empty() { set.unite_bits(bits) } else { set.extend(members(bits).map(ordinal)) }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.ends)
    }
}

/// The numbers that a short list has: each byte has seven bits of a difference, and whether others follow.
fn differences(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let (mut rest, mut number) = (bytes.iter().copied(), 0_u32);
    std::iter::from_fn(move || {
        let (mut byte, mut shift) = (rest.next()?, 0);
        while byte & 0x80 != 0 {
            number += u32::from(byte & 0x7f) << shift;
            shift += 7;
            byte = rest.next()?;
        }
        number += u32::from(byte) << shift;
        Some(number)
    })
}

fn push_difference(mut difference: u32, bytes: &mut Vec<u8>) {
    while difference > 0x7f {
        bytes.push(difference as u8 | 0x80);
        difference >>= 7;
    }
    bytes.push(difference as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_out_as_they_went_in_short_and_long() {
        let lists: [Vec<u32>; 5] =
            [vec![], vec![0], (0..70_000).collect(), (0..70_000).step_by(1_000).collect(), vec![69_999]];
        let postings = Postings::new(lists.iter().map(|list| &**list));
        let shifted: Vec<u32> = (1..70_001).collect();
        for (at, list) in lists.iter().enumerate() {
            for (ordinals, by) in [(&[][..], 0), (&*shifted, 1)] {
                let mut set = OrdinalSet::default();
                postings.add(at, ordinals, &mut set);
                assert!(set.iter().eq(list.iter().map(|item| item + by)), "{at}");
            }
        }
    }
}
