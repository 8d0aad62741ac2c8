//! The texts of records one after the other in one block of bytes, which is scanned.

use crate::catalog::positions::position;
use memchr::memmem::Finder;

/// Ends a text of a record. It is no byte of UTF-8.
pub(super) const END: u8 = 0xff;

#[derive(Debug, Default)]
pub(super) struct RecordBlock {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl RecordBlock {
    /// Appends a text to the record that is not ended yet.
    pub(super) fn push(&mut self, text: &str) {
        self.push_last(text.as_bytes());
        self.bytes.push(END);
    }

    /// Appends a text that is the last one of its record, or nothing: what ends the record ends it.
    pub(super) fn push_last(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
    }

    pub(super) fn end_record(&mut self) {
        self.ends.push(position(self.bytes.len()));
    }

    pub(super) fn records(&self) -> u32 {
        position(self.ends.len())
    }

    /// In bytes.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The texts of a record; an empty one for those that were never added.
    pub(super) fn record(&self, record: usize) -> &[u8] {
        let end = |record: usize| self.ends.get(record).map_or(self.bytes.len(), |end| *end as usize);
        &self.bytes[record.checked_sub(1).map_or(0, end)..end(record)]
    }

    /// Passes on each record in which `piece` is at a byte of the block that counts.
    pub(super) fn find(&self, piece: &str, counts: impl Fn(usize) -> bool, mut visit: impl FnMut(u32)) {
        let finder = Finder::new(piece.as_bytes());
        let has_at = |at: usize| self.bytes[at..].starts_with(piece.as_bytes()) && counts(at);
        let (mut record, mut from) = (0, 0);
        while let Some(found) = finder.find(&self.bytes[from..]) {
            let at = from + found;
            from = at + 1;
            if counts(at) {
                record += self.records_before(at, record);
                visit(position(record));
                let (mut end, behind) = (self.ends[record] as usize, self.ends[record] as usize - at);
                // Many names end alike. Looking where the one before has it takes a third of the time of a search.
                while let Some(next) = self.ends.get(record + 1).map(|next| *next as usize)
                    && (next == end || (next >= end + behind && has_at(next - behind)))
                {
                    record += 1;
                    if next > end {
                        visit(position(record));
                    }
                    end = next;
                }
                from = end;
            }
        }
    }

    /// How many records from one on end before the byte `at`: found by steps that double, as it may be the next one.
    fn records_before(&self, at: usize, record: usize) -> usize {
        let ends = &self.ends[record..];
        let is_before = |end: &u32| *end as usize <= at;
        let (mut from, mut to) = (0, 1);
        while ends.get(to - 1).is_some_and(is_before) {
            (from, to) = (to, to * 2);
        }
        from + ends[from..to.min(ends.len())].partition_point(is_before)
    }

    /// Passes on each of some `records` in which `piece` is.
    pub(super) fn find_among(&self, records: impl Iterator<Item = u32>, piece: &str, visit: impl FnMut(u32)) {
        let finder = Finder::new(piece.as_bytes());
        records.filter(|record| finder.find(self.record(*record as usize)).is_some()).for_each(visit);
    }

    /// Whether so many records are looked at one by one in less time than all.
    pub(super) fn are_few(&self, records: u32) -> bool {
        /// One record takes as long as 300 bytes of all or more, and what is found among all may be stored.
        const BYTES: usize = 1_024;
        records as usize * BYTES < self.bytes.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<u32>()
    }

    pub(super) fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}
