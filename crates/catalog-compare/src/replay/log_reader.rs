//! Reads a log as a stream: never more than a chunk of it is in memory, however long a line is.

use super::log_line::{LogLine, parse};
use crate::error::CompareError;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The longest line that is read; servers refuse requests that are longer.
const LONGEST_LINE: u64 = 64 << 10;

pub(super) struct LogReader {
    path: PathBuf,
    reader: BufReader<File>,
    number: u64,
}

/// How many lines a log has.
pub(super) fn count_lines(path: &Path) -> Result<u64, CompareError> {
    let (mut reader, mut count) = (open(path)?, 0);
    while reader.skip_until(b'\n').map_err(|error| refuse(path, &error))? > 0 {
        count += 1;
    }
    Ok(count)
}

impl LogReader {
    /// Opens a log.
    pub(super) fn open(path: &Path) -> Result<Self, CompareError> {
        Ok(Self { path: path.to_owned(), reader: open(path)?, number: 0 })
    }

    /// The next lines with their numbers, counted from 1; none at the end.
    pub(super) fn next_lines(&mut self, most: usize) -> Result<Vec<(u64, LogLine)>, CompareError> {
        let mut lines = Vec::new();
        let mut line = Vec::new();
        while lines.len() < most {
            line.clear();
            let refuse = |error| refuse(&self.path, &error);
            let length = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(refuse)?;
            if length == 0 {
                break;
            }
            self.number += 1;
            let is_whole = line.ends_with(b"\n") || (length as u64) < LONGEST_LINE;
            if !is_whole {
                self.reader.skip_until(b'\n').map_err(refuse)?;
            }
            let text = std::str::from_utf8(&line).ok().filter(|_| is_whole);
            lines.push((self.number, text.map_or(LogLine::Unreadable, parse)));
        }
        Ok(lines)
    }
}

fn open(path: &Path) -> Result<BufReader<File>, CompareError> {
    Ok(BufReader::new(File::open(path).map_err(|error| refuse(path, &error))?))
}

fn refuse(path: &Path, error: &std::io::Error) -> CompareError {
    CompareError::input(path.display().to_string(), error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_is_one_unreadable_line_and_the_next_ones_keep_their_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("access.log");
        let good = "a - - [22/Nov/2026:09:30:00 +0000] \"GET /auth/check HTTP/1.1\" 200 1 \"-\" \"-\"";
        std::fs::write(&path, format!("{}\n{good}\n\u{fffd}\n{good}", "x".repeat(3 * LONGEST_LINE as usize))).unwrap();
        assert_eq!(count_lines(&path).unwrap(), 4);
        let mut reader = LogReader::open(&path).unwrap();
        let lines: Vec<_> =
            std::iter::from_fn(|| reader.next_lines(3).ok().filter(|lines| !lines.is_empty())).collect();
        let unreadable: Vec<_> = lines
            .iter()
            .flatten()
            .filter(|(_, line)| *line == LogLine::Unreadable)
            .map(|(number, _)| *number)
            .collect();
        assert_eq!((lines.iter().flatten().count(), unreadable), (4, vec![1, 3]));
    }
}
