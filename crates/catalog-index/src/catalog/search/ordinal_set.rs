//! Sets of ordinals, or of records, as one array of bits: a search adds to them in any order, and intersects few of
//! them.

use roaring::RoaringBitmap;

const BITS: u32 = u64::BITS;

#[derive(Debug, Clone, Default)]
pub(super) struct OrdinalSet(Vec<u64>);

impl OrdinalSet {
    /// An empty set of ordinals below `end`.
    pub(super) fn new(end: u32) -> Self {
        Self(vec![0; end.div_ceil(BITS) as usize])
    }

    pub(super) fn insert(&mut self, ordinal: u32) {
        self.0[(ordinal / BITS) as usize] |= 1 << (ordinal % BITS);
    }

    pub(super) fn remove(&mut self, ordinal: u32) {
        if let Some(bits) = self.0.get_mut((ordinal / BITS) as usize) {
            *bits &= !(1 << (ordinal % BITS));
        }
    }

    pub(super) fn extend(&mut self, ordinals: impl Iterator<Item = u32>) {
        ordinals.for_each(|ordinal| self.insert(ordinal));
    }

    pub(super) fn contains(&self, ordinal: u32) -> bool {
        self.0.get((ordinal / BITS) as usize).is_some_and(|bits| bits >> (ordinal % BITS) & 1 == 1)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }

    /// Both sets are of ordinals below the same end.
    pub(super) fn unite(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits |= other);
    }

    /// Likewise.
    pub(super) fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits &= other);
    }

    /// Ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..).step_by(BITS as usize).zip(&self.0).flat_map(|(start, bits)| {
            let mut rest = *bits;
            std::iter::from_fn(move || {
                let next = (rest != 0).then(|| start + rest.trailing_zeros());
                rest &= rest.wrapping_sub(1);
                next
            })
        })
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    pub(super) fn to_bitmap(&self) -> RoaringBitmap {
        let bytes: Vec<u8> = self.0.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        RoaringBitmap::from_lsb0_bytes(0, &bytes)
    }
}

/// How products are found by one word: each set may lack what a better one has.
#[derive(Debug)]
pub(super) struct WordMatches {
    /// It is a word of them.
    pub(super) whole: OrdinalSet,
    /// It begins a word, or is a piece of a number.
    pub(super) pieces: OrdinalSet,
    /// It is a word with a typo, or two.
    pub(super) typos: OrdinalSet,
}

impl WordMatches {
    pub(super) fn new(end: u32) -> Self {
        let set = OrdinalSet::new(end);
        Self { whole: set.clone(), pieces: set.clone(), typos: set }
    }

    pub(super) fn remove_all(&mut self, ordinals: &RoaringBitmap) {
        for set in [&mut self.whole, &mut self.pieces, &mut self.typos] {
            ordinals.iter().for_each(|ordinal| set.remove(ordinal));
        }
    }
}
