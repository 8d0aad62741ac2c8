//! The bytes of an inverse, and its lines without some.

use catalog_domain::ports::ImportHistory;
use catalog_domain::values::CatalogRevision;
use std::collections::HashSet;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

/// Reads an inverse piece by piece.
pub(super) struct InverseReader {
    run: CatalogRevision,
    history: Arc<dyn ImportHistory>,
    next: u32,
    piece: io::Cursor<Vec<u8>>,
}

impl InverseReader {
    pub(super) fn new(run: CatalogRevision, history: Arc<dyn ImportHistory>) -> Self {
        Self { run, history, next: 0, piece: io::Cursor::default() }
    }
}

impl Read for InverseReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.piece.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            match self.history.inverse_piece(self.run, self.next).map_err(io::Error::other)? {
                Some(piece) => self.piece = io::Cursor::new(piece),
                None => return Ok(0),
            }
            self.next += 1;
        }
    }
}

/// Lines without those that have one of some numbers, counted from 0.
pub(super) struct LinesWithout {
    lines: Box<dyn BufRead>,
    left_out: HashSet<usize>,
    number: usize,
    line: Vec<u8>,
    /// How much of `line` was read.
    position: usize,
}

impl LinesWithout {
    pub(super) fn new(lines: Box<dyn BufRead>, left_out: HashSet<usize>) -> Self {
        Self { lines, left_out, number: 0, line: Vec::new(), position: 0 }
    }

    /// Reads the next line that is not left out; false after the last one.
    fn advance(&mut self) -> io::Result<bool> {
        loop {
            self.line.clear();
            self.position = 0;
            if self.lines.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(false);
            }
            self.number += 1;
            if !self.left_out.contains(&(self.number - 1)) {
                return Ok(true);
            }
        }
    }
}

impl Read for LinesWithout {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position == self.line.len() && !self.advance()? {
            return Ok(0);
        }
        let length = (&self.line[self.position..]).read(buffer)?;
        self.position += length;
        Ok(length)
    }
}
