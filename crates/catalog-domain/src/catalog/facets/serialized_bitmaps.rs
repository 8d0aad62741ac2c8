//! Bitmaps of ordinals, serialized into one column.
//!
//! A live bitmap has an allocation per 65,536 products: thousands of them take half as much memory again as their
//! content, and leave holes when freed. Serialized they take the size of their content, and return to the system at
//! once. Deserializing one takes a microsecond or two.

use crate::catalog::column;
use crate::catalog::rank_bitmaps::ascending;
use roaring::RoaringBitmap;

/// The column.
#[derive(Debug)]
pub(in crate::catalog) struct SerializedBitmaps {
    bytes: Vec<u8>,
}

/// The byte range of a bitmap in its column.
#[derive(Debug, Clone, Copy)]
pub(in crate::catalog) struct BitmapSpan {
    start: usize,
    end: usize,
    count: u32,
}

/// One of the bitmaps.
#[derive(Debug, Clone, Copy)]
pub(in crate::catalog) struct SerializedBitmap<'a> {
    bytes: &'a [u8],
    count: u32,
}

impl SerializedBitmaps {
    /// Empty, with capacity for about so many ordinals in all.
    pub(in crate::catalog) fn with_capacity(ordinals: usize) -> Self {
        Self { bytes: column::with_capacity(ordinals * size_of::<u16>()) }
    }

    /// Empty, with capacity for the content of these, and for about so many ordinals more.
    pub(in crate::catalog) fn with_capacity_for_more(&self, ordinals: usize) -> Self {
        Self { bytes: column::with_capacity(self.bytes.len() + ordinals * size_of::<u16>()) }
    }

    /// Adds the bitmap of `ordinals`, which ascend.
    pub(in crate::catalog) fn push(&mut self, ordinals: &[u32]) -> BitmapSpan {
        let start = self.bytes.len();
        let written = ascending(ordinals.iter().copied()).serialize_into(&mut self.bytes);
        debug_assert!(written.is_ok(), "memory takes whatever is written to it");
        BitmapSpan { start, end: self.bytes.len(), count: u32::try_from(ordinals.len()).unwrap_or(u32::MAX) }
    }

    /// Adds the bitmaps of `other`; returns the offset by which their spans move.
    pub(in crate::catalog) fn append(&mut self, other: &Self) -> usize {
        let moved = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        moved
    }

    /// Releases the excess capacity.
    pub(in crate::catalog) fn end(&mut self) {
        self.bytes.shrink_to_fit();
    }

    /// The bitmap at that span.
    pub(in crate::catalog) fn get(&self, span: BitmapSpan) -> SerializedBitmap<'_> {
        SerializedBitmap { bytes: &self.bytes[span.start..span.end], count: span.count }
    }
}

impl BitmapSpan {
    /// The same span after all bitmaps were moved.
    pub(in crate::catalog) fn moved(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by, ..self }
    }
}

impl SerializedBitmap<'_> {
    /// How many ordinals it has.
    pub(in crate::catalog) fn count(self) -> u64 {
        self.count.into()
    }

    /// The bitmap, ready for use.
    pub(in crate::catalog) fn deserialize(self) -> RoaringBitmap {
        // Serialized bitmaps always deserialize.
        RoaringBitmap::deserialize_unchecked_from(self.bytes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_out_as_they_went_in_wherever_they_were_moved() {
        let sparse: Vec<u32> = (0..300_000).step_by(1_000).collect();
        let dense: Vec<u32> = (65_000..200_000).collect();
        let mut first = SerializedBitmaps::with_capacity(10);
        let mut second = SerializedBitmaps::with_capacity(10);
        let mut spans = vec![first.push(&sparse), first.push(&dense)];
        let others = [second.push(&[7]), second.push(&sparse)];
        let moved = first.append(&second);
        spans.extend(others.map(|span| span.moved(moved)));
        first.end();
        for (span, ordinals) in spans.into_iter().zip([&sparse, &dense, &vec![7], &sparse]) {
            let set = first.get(span);
            assert!(set.deserialize().iter().eq(ordinals.iter().copied()));
            assert_eq!(set.count(), ordinals.len() as u64);
        }
        // A column that grows is copied, and does not start with its own mapping.
        let next = first.with_capacity_for_more(1_000);
        assert!(next.bytes.is_empty());
        assert!(next.bytes.capacity() >= first.bytes.len() + 2_000);
    }
}
