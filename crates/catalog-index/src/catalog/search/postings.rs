//! Lists of numbers: short ones as differences, long ones as bits.

use crate::catalog::ordinal_set::{OrdinalSet, insert, members};
use crate::catalog::positions::position;

#[derive(Debug, Default)]
pub(super) struct Postings {
    bytes: Box<[u8]>,
    /// By list: where it ends, and the highest bit for bits.
    ends: Box<[u32]>,
    /// No list has this number or a higher one.
    end: u32,
}

/// Fewer than 2^31 bytes are in all lists of a catalog.
const ARE_BITS: u32 = 1 << 31;

impl Postings {
    pub(super) fn new<'a>(lists: impl Iterator<Item = &'a [u32]>) -> Self {
        let (mut bytes, mut ends, mut end) = (Vec::new(), Vec::new(), 0);
        for list in lists {
            end = list.last().map_or(end, |last| end.max(last + 1));
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
        Self { bytes: bytes.into(), ends: ends.into(), end }
    }

    /// Adds the list at `at` to a set; `ordinals` are those of the numbers, or empty where they are the same.
    pub(super) fn add(&self, at: usize, ordinals: &[u32], set: &mut OrdinalSet) {
        let end = |at: usize| (self.ends[at] & !ARE_BITS) as usize;
        let bytes = &self.bytes[at.checked_sub(1).map_or(0, end)..end(at)];
        if self.ends[at] & ARE_BITS != 0 {
            let bits = bytes.as_chunks().0.iter().map(|bits| u64::from_le_bytes(*bits));
            if ordinals.is_empty() {
                set.unite_bits(bits);
            } else {
                set.extend(members(bits).map(|number| ordinals[number as usize]));
            }
        } else if ordinals.is_empty() {
            let bits = set.reach(self.end);
            each_number(bytes, |number| insert(bits, number));
        } else {
            each_number(bytes, |number| set.insert(ordinals[number as usize]));
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.ends)
    }
}

/// Passes on the numbers that a short list has: each byte has seven bits of a difference, and whether others follow.
fn each_number(bytes: &[u8], mut visit: impl FnMut(u32)) {
    let (mut number, mut difference, mut shift) = (0, 0, 0);
    for some in bytes.chunks(8) {
        // Most differences are one byte: eight of these need no look at each.
        if shift == 0 && some.is_ascii() {
            for difference in some {
                number += u32::from(*difference);
                visit(number);
            }
            continue;
        }
        for byte in some {
            difference |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                number += difference;
                visit(number);
                (difference, shift) = (0, 0);
            }
        }
    }
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
        // Most differences are of one byte.
        let mixed = (0..3_000).map(|at| at * 9 + at / 100 * 1_000);
        let lists: [Vec<u32>; 6] = [
            vec![],
            vec![0],
            (0..70_000).collect(),
            (0..70_000).step_by(1_000).collect(),
            mixed.collect(),
            vec![69_999],
        ];
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
