//! Standard error for log lines. What a worker logs in one turn of its event loop is written by one system call: a call
//! for each line takes as long as the rest of a small response's log line.

use std::cell::RefCell;
use std::io::{self, Write, stderr};
use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

/// A batch of more bytes is written before the turn ends.
const MOST_BYTES: usize = 32 * 1_024;

thread_local! {
    static BATCH: RefCell<Batch> = const { RefCell::new(Batch { lines: Vec::new(), is_open: false }) };
}

/// Keeps what this thread logs until the tasks that are ready have run: then all of it is written. Warnings and errors
/// are written at once. Must be called on a worker's event loop.
pub(crate) fn batch_lines() {
    let was_open = BATCH.with_borrow_mut(|batch| std::mem::replace(&mut batch.is_open, true));
    if !was_open {
        let end = EndOfBatch;
        // The task begins after those that are ready. When it never begins, its end is dropped, too.
        actix_web::rt::spawn(async move { drop(end) });
    }
}

/// Writes the batch when it is dropped.
struct EndOfBatch;

impl Drop for EndOfBatch {
    fn drop(&mut self) {
        // Without standard error there is nobody to tell.
        let _ = BATCH.with_borrow_mut(|batch| batch.close(&mut stderr()));
    }
}

pub(super) struct StandardError;

pub(super) struct LineWriter {
    is_urgent: bool,
}

impl MakeWriter<'_> for StandardError {
    type Writer = LineWriter;

    fn make_writer(&self) -> LineWriter {
        LineWriter { is_urgent: true }
    }

    fn make_writer_for(&self, event: &Metadata<'_>) -> LineWriter {
        LineWriter { is_urgent: *event.level() <= Level::WARN }
    }
}

impl Write for LineWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        BATCH.with_borrow_mut(|batch| batch.add(line, self.is_urgent, &mut stderr()))?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lines that were not written yet.
struct Batch {
    lines: Vec<u8>,
    is_open: bool,
}

impl Batch {
    /// Adds a line, and writes all lines to `output` unless they may wait.
    fn add(&mut self, line: &[u8], is_urgent: bool, output: &mut impl Write) -> io::Result<()> {
        self.lines.extend_from_slice(line);
        if self.is_open && !is_urgent && self.lines.len() < MOST_BYTES {
            return Ok(());
        }
        self.write_to(output)
    }

    fn close(&mut self, output: &mut impl Write) -> io::Result<()> {
        self.is_open = false;
        self.write_to(output)
    }

    /// Lines that cannot be written are lost: they must not pile up.
    fn write_to(&mut self, output: &mut impl Write) -> io::Result<()> {
        let outcome = output.write_all(&self.lines);
        self.lines.clear();
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_wait_for_the_end_of_their_batch_unless_one_of_them_is_urgent_or_there_are_many() {
        let (mut batch, mut output) = (Batch { lines: Vec::new(), is_open: false }, Vec::new());
        let mut step = |batch: &mut Batch, line: &str, is_urgent| {
            output.clear();
            batch.add(line.as_bytes(), is_urgent, &mut output).unwrap();
            String::from_utf8(output.clone()).unwrap()
        };
        assert_eq!(step(&mut batch, "1\n", false), "1\n", "no batch is open");
        batch.is_open = true;
        assert_eq!(step(&mut batch, "2\n", false), "");
        assert_eq!(step(&mut batch, "3\n", true), "2\n3\n");
        assert_eq!(step(&mut batch, "4\n", false), "");
        let long = "5".repeat(MOST_BYTES);
        assert_eq!(step(&mut batch, &long, false), format!("4\n{long}"));
        assert_eq!(step(&mut batch, "6\n", false), "");
        let mut end = Vec::new();
        batch.close(&mut end).unwrap();
        assert_eq!(end, b"6\n");
        assert_eq!(step(&mut batch, "7\n", false), "7\n");
    }

    #[test]
    fn lines_that_cannot_be_written_do_not_pile_up() {
        let mut batch = Batch { lines: Vec::new(), is_open: true };
        let mut closed = [0; 0].as_mut_slice();
        assert!(batch.add(b"1\n", true, &mut closed).is_err());
        assert!(batch.lines.is_empty());
    }
}
