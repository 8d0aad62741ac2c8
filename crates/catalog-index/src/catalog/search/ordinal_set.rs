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

    /// An empty set of ordinals below the same end.
    pub(super) fn emptied(&self) -> Self {
        Self(vec![0; self.0.len()])
    }

    /// Makes place for ordinals below `end`.
    pub(super) fn grow(&mut self, end: u32) {
        self.0.resize(self.0.len().max(end.div_ceil(BITS) as usize), 0);
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

    /// Fast: some at a time.
    pub(super) fn extend_bitmap(&mut self, ordinals: &RoaringBitmap) {
        let (mut some, mut rest) = ([0; 256], ordinals.iter());
        loop {
            let next = rest.next_many(&mut some);
            if next.is_empty() {
                return;
            }
            next.iter().for_each(|ordinal| self.insert(*ordinal));
        }
    }

    pub(super) fn contains(&self, ordinal: u32) -> bool {
        self.0.get((ordinal / BITS) as usize).is_some_and(|bits| bits >> (ordinal % BITS) & 1 == 1)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Both sets are of ordinals below the same end.
    pub(super) fn unite(&mut self, other: &Self) {
        self.unite_bits(other.0.iter().copied());
    }

    pub(super) fn unite_bits(&mut self, bits: impl Iterator<Item = u64>) {
        self.0.iter_mut().zip(bits).for_each(|(bits, other)| *bits |= other);
    }

    /// Likewise.
    pub(super) fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits &= other);
    }

    /// Likewise.
    pub(super) fn subtract(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits &= !other);
    }

    /// What is in both sets. Likewise.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(bits, other)| bits & other).collect())
    }

    /// What is in this set alone. Likewise.
    pub(super) fn and_not(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(bits, other)| bits & !other).collect())
    }

    pub(super) fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(bits, other)| bits & other == 0)
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(bits, other)| bits & !other == 0)
    }

    pub(super) fn bits(&self) -> &[u64] {
        &self.0
    }

    /// Ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        members(self.0.iter().copied())
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    pub(super) fn to_bitmap(&self) -> RoaringBitmap {
        let bytes: Vec<u8> = self.0.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        RoaringBitmap::from_lsb0_bytes(0, &bytes)
    }
}

/// The numbers of the bits that are set, ascending.
pub(super) fn members(bits: impl Iterator<Item = u64>) -> impl Iterator<Item = u32> {
    (0..).step_by(BITS as usize).zip(bits).flat_map(|(start, bits)| {
        let mut rest = bits;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| start + rest.trailing_zeros());
            rest &= rest.wrapping_sub(1);
            next
        })
    })
}
