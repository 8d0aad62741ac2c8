//! The sizes of what a catalog is made of: the one place where they are chosen. No response depends on them.

/// From which sizes on a catalog is structured in another way. Production has [`Layout::default`]; tests of small
/// catalogs choose small sizes, so that these catalogs, too, have several chunks and blocks, and lists of both kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// That of columns.
    pub column: ColumnLayout,
    /// From how many products on the list of a filter value in a section is a bitmap. A shorter list takes less memory
    /// as numbers.
    pub long_list: usize,
    /// Up to so many bitmaps are united one after the other. Uniting many at once takes an array of bits per 65,536
    /// products, whatever their content.
    pub few_sets: usize,
    /// Up to so many products are selected on the request's own thread: other requests should not wait for 0.1 ms,
    /// which selecting from 15,000 of a million products takes. Up to so many matches are cached as ranks: they take
    /// little memory, and a page of so short a list is in many blocks.
    pub few_products: u64,
    /// Ranks of a block, by which the matches of a longer list are counted; at least 1. The default is those of one
    /// container of a bitmap.
    pub block: u32,
    /// When more than one in so many products changes, building from scratch is no worse than an update.
    pub affects_many: u64,
}

/// The sizes of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnLayout {
    /// The entries of a chunk, as the exponent of a power of two.
    chunk_bits: u32,
    /// One less than the entries of a chunk. Every read of a column needs it.
    chunk_mask: u32,
    spare_every: u32,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            column: ColumnLayout::default(),
            long_list: 1_024,
            few_sets: 8,
            few_products: 2_000,
            block: 1 << 16,
            affects_many: 4,
        }
    }
}

impl Default for ColumnLayout {
    fn default() -> Self {
        Self::new(9, 16)
    }
}

impl ColumnLayout {
    /// Chunks of 2^`chunk_bits` entries, at most 2^31: few enough to copy a chunk for one change, many enough to keep
    /// the list of chunks in the processor's caches. One in `spare_every` positions of a new order is vacant, at most
    /// every second one: items that join an order need vacant positions nearby, and each of them is a few bytes in
    /// every column.
    pub const fn new(chunk_bits: u32, spare_every: u32) -> Self {
        let chunk_bits = if chunk_bits < 31 { chunk_bits } else { 31 };
        let spare_every = if spare_every > 2 { spare_every } else { 2 };
        Self { chunk_bits, chunk_mask: (1 << chunk_bits) - 1, spare_every }
    }

    pub(super) fn chunk(self) -> usize {
        self.chunk_mask as usize + 1
    }

    /// One in so many positions of a new order is vacant.
    pub(super) fn spare_every(self) -> u32 {
        self.spare_every
    }

    /// The chunk that has the entry at that position, and its place there.
    pub(super) fn place(self, at: u32) -> (usize, usize) {
        ((at >> self.chunk_bits) as usize, (at & self.chunk_mask) as usize)
    }

    /// The position of the item with that number in a new order.
    pub(super) fn new_position(self, number: u32) -> u32 {
        number + number / (self.spare_every - 1)
    }
}
