//! The cells of a line of CSV (RFC 4180).

use crate::diagnostic::{Location, RecordDiagnostic};
use csv_core::{ReadRecordResult, Reader, ReaderBuilder, Terminator};

/// The most cells of a line: every price level and warehouse that an offer may name, and the other columns.
const MAXIMUM_CELLS: usize = 3_000;

/// The most bytes and lines between the first and the last cell of a record. Only texts that are passed over may span
/// lines, and no text of a catalog comes near.
const MAXIMUM_BYTES: usize = 1 << 20;
const MAXIMUM_LINES: u64 = 100;

pub(super) const OPEN_QUOTE: &str = "a quote begins in this line and does not end: the rest of the file was not read";

/// Separates lines into cells, in memory that does not grow.
pub(super) struct CellReader {
    reader: Reader,
    text: Vec<u8>,
    ends: Vec<usize>,
    text_length: usize,
    cell_count: usize,
    /// Where the record began, in the middle of one.
    begun_at: Option<Location>,
}

pub(super) struct Cells<'a> {
    text: &'a str,
    ends: &'a [usize],
}

impl Default for CellReader {
    fn default() -> Self {
        Self::new(b',')
    }
}

impl CellReader {
    pub(super) fn new(delimiter: u8) -> Self {
        let reader = ReaderBuilder::new().delimiter(delimiter).terminator(Terminator::Any(b'\n')).build();
        let ends = vec![0; MAXIMUM_CELLS + 1];
        Self { reader, text: Vec::new(), ends, text_length: 0, cell_count: 0, begun_at: None }
    }

    pub(super) fn begun_at(&self) -> Option<Location> {
        self.begun_at
    }

    /// The cells of the record that ends with `line`; `None` when a quote goes on behind it.
    pub(super) fn read(&mut self, location: Location, line: &str) -> Result<Option<Cells<'_>>, RecordDiagnostic> {
        let begun_at = *self.begun_at.get_or_insert(location);
        if location.line - begun_at.line > MAXIMUM_LINES || self.text_length + line.len() > MAXIMUM_BYTES {
            let is_open = self.text_length > 0;
            return Err(RecordDiagnostic::new("", if is_open { OPEN_QUOTE } else { "is longer than 1 MiB" }));
        }
        // What is read is never longer than what it is read from.
        self.text.resize(self.text.len().max(self.text_length + line.len() + 2), 0);
        for input in [line.as_bytes(), b"\n"] {
            let mut input = input;
            while !input.is_empty() {
                let (text, ends) = (&mut self.text[self.text_length..], &mut self.ends[self.cell_count..]);
                let (result, read, written, ended) = self.reader.read_record(input, text, ends);
                (self.text_length, self.cell_count) = (self.text_length + written, self.cell_count + ended);
                input = &input[read..];
                match result {
                    ReadRecordResult::Record => return self.take().map(Some),
                    ReadRecordResult::InputEmpty => {}
                    _ => return Err(RecordDiagnostic::new("", format!("has more than {MAXIMUM_CELLS} cells"))),
                }
            }
        }
        Ok(None)
    }

    fn take(&mut self) -> Result<Cells<'_>, RecordDiagnostic> {
        let (text, ends) = (&self.text[..self.text_length], &self.ends[..self.cell_count]);
        (self.text_length, self.cell_count, self.begun_at) = (0, 0, None);
        let text = std::str::from_utf8(text).map_err(|error| RecordDiagnostic::new("", error.to_string()))?;
        Ok(Cells { text, ends })
    }
}

impl<'a> Cells<'a> {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'a str> {
        let (text, ends) = (self.text, self.ends);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts.zip(ends).map(move |(start, end)| text.get(start..*end).unwrap_or_default())
    }
}
