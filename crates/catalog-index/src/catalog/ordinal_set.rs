//! Sets of numbers (ordinals, records, vendors) as one array of bits, for what adds to them in any order and intersects
//! few of them.

use roaring::RoaringBitmap;

const BITS: u32 = u64::BITS;

/// The array is as long as its members ever needed, so a set that stays empty takes neither memory nor time.
#[derive(Debug, Clone, Default)]
pub(super) struct OrdinalSet(Vec<u64>);

impl OrdinalSet {
    /// All ordinals below `end`.
    pub(super) fn below(end: u32) -> Self {
        let mut all = vec![u64::MAX; end.div_ceil(BITS) as usize];
        if let Some(last) = all.last_mut().filter(|_| !end.is_multiple_of(BITS)) {
            *last >>= BITS - end % BITS;
        }
        Self(all)
    }

    /// The array, with space for what is below `end`.
    pub(super) fn reach(&mut self, end: u32) -> &mut [u64] {
        self.0.resize(self.0.len().max(end.div_ceil(BITS) as usize), 0);
        &mut self.0
    }

    pub(super) fn insert(&mut self, ordinal: u32) {
        let at = (ordinal / BITS) as usize;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << (ordinal % BITS);
    }

    pub(super) fn remove(&mut self, ordinal: u32) {
        if let Some(bits) = self.0.get_mut((ordinal / BITS) as usize) {
            *bits &= !(1 << (ordinal % BITS));
        }
    }

    pub(super) fn extend(&mut self, ordinals: impl Iterator<Item = u32>) {
        ordinals.for_each(|ordinal| self.insert(ordinal));
    }

    pub(super) fn extend_bitmap(&mut self, ordinals: &RoaringBitmap) {
        let bits = self.reach(ordinals.max().map_or(0, |last| last + 1));
        each(ordinals, |ordinal| insert(bits, ordinal));
    }

    pub(super) fn contains(&self, ordinal: u32) -> bool {
        self.0.get((ordinal / BITS) as usize).is_some_and(|bits| bits >> (ordinal % BITS) & 1 == 1)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }

    pub(super) fn unite(&mut self, other: &Self) {
        self.unite_bits(other.0.iter().copied());
    }

    pub(super) fn unite_bits(&mut self, bits: impl ExactSizeIterator<Item = u64> + Clone) {
        let within = self.0.len();
        self.0.iter_mut().zip(bits.clone()).for_each(|(bits, other)| *bits |= other);
        self.0.extend(bits.skip(within));
    }

    pub(super) fn intersect(&mut self, other: &Self) {
        self.0.truncate(other.0.len());
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits &= other);
    }

    pub(super) fn subtract(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits &= !other);
    }

    /// What is in both sets.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(bits, other)| bits & other).collect())
    }

    /// What is in this set alone.
    pub(super) fn and_not(&self, other: &Self) -> Self {
        let mut rest = self.clone();
        rest.subtract(other);
        rest
    }

    pub(super) fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(bits, other)| bits & other == 0)
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        let (within, beyond) = self.0.split_at(self.0.len().min(other.0.len()));
        within.iter().zip(&other.0).all(|(bits, other)| bits & !other == 0) && beyond.iter().all(|bits| *bits == 0)
    }

    /// The array up to the last member, if none was removed and it was made no longer.
    pub(super) fn bits(&self) -> &[u64] {
        &self.0
    }

    /// Ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        members(self.0.iter().copied())
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }

    pub(super) fn shrink(&mut self) {
        self.0.shrink_to_fit();
    }

    pub(super) fn to_bitmap(&self) -> RoaringBitmap {
        let mut bytes = vec![0; size_of_val(&*self.0)];
        bytes.as_chunks_mut().0.iter_mut().zip(&self.0).for_each(|(bytes, bits)| *bytes = bits.to_le_bytes());
        RoaringBitmap::from_lsb0_bytes(0, &bytes)
    }
}

/// Inserts an ordinal for which the array of a set has space.
pub(super) fn insert(bits: &mut [u64], ordinal: u32) {
    if let Some(bits) = bits.get_mut((ordinal / BITS) as usize) {
        *bits |= 1 << (ordinal % BITS);
    }
}

/// Passes on each of `ordinals`. Faster than iterating: some at a time.
pub(super) fn each(ordinals: &RoaringBitmap, mut visit: impl FnMut(u32)) {
    let (mut some, mut rest) = ([0; 256], ordinals.iter());
    loop {
        let next = rest.next_many(&mut some);
        if next.is_empty() {
            return;
        }
        next.iter().for_each(|ordinal| visit(*ordinal));
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
