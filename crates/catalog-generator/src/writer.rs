//! Records to lines of NDJSON, in large writes.

use crate::records::Record;
use std::io;

/// How many bytes are buffered before they are written.
const BLOCK_BYTES: usize = 1 << 16;

pub(crate) struct RecordWriter<'a> {
    output: &'a mut dyn io::Write,
    block: Vec<u8>,
}

impl<'a> RecordWriter<'a> {
    /// A writer that batches blocks for `output`, which needs no buffer of its own.
    pub(crate) fn new(output: &'a mut dyn io::Write) -> Self {
        Self { output, block: Vec::with_capacity(BLOCK_BYTES * 2) }
    }

    pub(crate) fn write(&mut self, record: &Record<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.block, record)?;
        self.block.push(b'\n');
        if self.block.len() >= BLOCK_BYTES {
            self.output.write_all(&self.block)?;
            self.block.clear();
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        self.output.write_all(&self.block)?;
        self.output.flush()
    }
}
