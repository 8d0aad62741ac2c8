//! Reads a part of a job, piece by piece.

use catalog_domain::imports::{BlobId, JobId, JobPart};
use catalog_domain::ports::JobBytes;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

/// The bytes of a part as they were sent.
pub(super) struct PartReader {
    bytes: Arc<dyn JobBytes>,
    blob: BlobId,
    /// The bytes that come after those in `piece`.
    left: u64,
    next: u32,
    piece: Vec<u8>,
    /// How much of `piece` was read.
    position: usize,
}

impl PartReader {
    pub(super) fn open(job: JobId, part: &JobPart, bytes: Arc<dyn JobBytes>) -> Self {
        let blob = part.blob_of(job);
        Self { bytes, blob, left: part.sent_bytes, next: 0, piece: Vec::new(), position: 0 }
    }

    /// Reads the next piece.
    fn advance(&mut self) -> io::Result<()> {
        let piece = self.bytes.read_piece(self.blob, self.next).map_err(io::Error::other)?;
        // An error with a kind of its own: the input is not damaged, it is gone.
        let piece = piece.ok_or_else(|| io::Error::new(ErrorKind::NotFound, "bytes of the job are gone"))?;
        self.left = self
            .left
            .checked_sub(piece.len() as u64)
            .ok_or_else(|| io::Error::new(ErrorKind::NotFound, "the bytes of the job are others"))?;
        (self.piece, self.position, self.next) = (piece, 0, self.next + 1);
        Ok(())
    }
}

impl Read for PartReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position == self.piece.len() {
            if self.left == 0 {
                return Ok(0);
            }
            self.advance()?;
        }
        let available = &self.piece[self.position..];
        let length = available.len().min(buffer.len());
        buffer[..length].copy_from_slice(&available[..length]);
        self.position += length;
        Ok(length)
    }
}
