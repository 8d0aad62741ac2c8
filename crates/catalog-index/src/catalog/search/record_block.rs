//! The texts of records one after the other in one block of bytes, which is scanned.

use memchr::memmem::Finder;

#[derive(Debug, Default)]
pub(super) struct RecordBlock {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl RecordBlock {
    /// Appends a text to the record that is not ended yet. The mark is no byte of UTF-8.
    pub(super) fn push(&mut self, text: &str, mark: u8) {
        self.bytes.extend(text.bytes().chain([mark]));
    }

    pub(super) fn end_record(&mut self) {
        // Fewer than 2^32 bytes exist.
        self.ends.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
    }

    /// The texts of a record; an empty one for those that were never added.
    pub(super) fn record(&self, record: usize) -> &[u8] {
        let end = |record: usize| self.ends.get(record).map_or(self.bytes.len(), |end| *end as usize);
        &self.bytes[record.checked_sub(1).map_or(0, end)..end(record)]
    }

    /// Passes on each record in which `piece` is; only those `within`, if these are given.
    pub(super) fn find(&self, piece: &str, within: Option<&[usize]>, mut visit: impl FnMut(usize)) {
        let finder = Finder::new(piece.as_bytes());
        if let Some(within) = within {
            let having = within.iter().filter(|record| finder.find(self.record(**record)).is_some());
            return having.for_each(|record| visit(*record));
        }
        let (mut record, mut from) = (0, 0);
        while let Some(found) = finder.find(&self.bytes[from..]) {
            while self.ends[record] as usize <= from + found {
                record += 1;
            }
            visit(record);
            from = self.ends[record] as usize;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<u32>()
    }

    pub(super) fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}
