//! Files as parts of whole lines, tables as one part each, packed one after the other, and which line of which file
//! each line of a part is.

use super::input::{self, InputFile};
use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use long_work::Progress;
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

/// About how many bytes of lines a part has. What is cut off is sent again from the beginning of its part.
const PART_BYTES: usize = 8 << 20;
/// The longest line that is sent: an import refuses longer ones of 16 MiB.
const LONGEST_LINE: u64 = 32 << 20;
const PACKING_LEVEL: i32 = 3;
/// The most bytes of a packed part, which is in memory. A table is not cut: only its first line says what cells are.
const LARGEST_BODY: u64 = 128 << 20;

/// Why there are no more parts.
#[derive(Debug, thiserror::Error)]
pub(super) enum PartError {
    /// A line, or a table, cannot be sent.
    #[error("{0}")]
    Line(String),
    #[error("{file}: reading failed: {source}")]
    Read { file: String, source: io::Error },
}

/// The parts that are still to be sent.
pub(super) struct PackedParts {
    files: VecDeque<(InputFile, Box<dyn BufRead>)>,
    total_bytes: Option<u64>,
    origins: PartOrigins,
    /// The lines of the present file that are in parts.
    lines: u64,
}

pub(super) struct PackedPart {
    pub(super) number: u32,
    pub(super) is_table: bool,
    pub(super) body: Vec<u8>,
    /// The SHA-256 of `body`, in Base64.
    pub(super) digest: String,
}

/// For each part its file, and how many lines of the file come before it.
#[derive(Debug, Default)]
pub(super) struct PartOrigins(Vec<(String, u64)>);

impl PackedParts {
    /// Opens every file. What is read is reported to `watch`.
    ///
    /// # Errors
    /// When one cannot be opened.
    pub(super) fn open(files: &[InputFile], watch: &Arc<Progress>) -> anyhow::Result<Self> {
        let open = |file: &InputFile| {
            let watch = Arc::clone(watch);
            let input = input::open(&file.path, move |bytes| watch.read(bytes));
            let input = input.with_context(|| format!("cannot read {}", file.path))?;
            anyhow::Ok((file.clone(), input))
        };
        let opened = files.iter().map(open).collect::<anyhow::Result<_>>()?;
        Ok(Self { files: opened, total_bytes: input::total_size(files), origins: PartOrigins::default(), lines: 0 })
    }

    pub(super) fn total_bytes(&self) -> Option<u64> {
        self.total_bytes
    }

    /// The next part; `None` after the last one. There is always one.
    ///
    /// # Errors
    /// [`PartError`].
    pub(super) fn next(&mut self) -> Result<Option<PackedPart>, PartError> {
        while let Some((file, reader)) = self.files.front_mut() {
            let (body, lines) = if file.is_table {
                (pack(&file.path, reader)?, 0)
            } else {
                let (content, lines) = read_lines(&file.path, reader, self.lines)?;
                (pack(&file.path, &mut &*content)?, lines)
            };
            if body.is_empty() {
                self.files.pop_front();
                self.lines = 0;
                continue;
            }
            let part = self.origins.add(file, self.lines, body);
            self.lines += lines;
            return Ok(Some(part));
        }
        // Nothing is an import, too, but a part must not be empty.
        if !self.origins.0.is_empty() {
            return Ok(None);
        }
        let body = pack("-", &mut &b"\n"[..])?;
        Ok(Some(self.origins.add(&InputFile::named("-"), 0, body)))
    }

    pub(super) fn into_origins(self) -> PartOrigins {
        self.origins
    }
}

/// Whole lines for one part, and how many; none at the end.
fn read_lines(file: &str, reader: &mut dyn BufRead, before: u64) -> Result<(Vec<u8>, u64), PartError> {
    let (mut content, mut lines) = (Vec::new(), 0);
    while content.len() < PART_BYTES {
        let line = reader.take(LONGEST_LINE).read_until(b'\n', &mut content);
        let length = line.map_err(|source| PartError::Read { file: file.to_owned(), source })?;
        if length == 0 {
            break;
        }
        lines += 1;
        if length as u64 == LONGEST_LINE && !content.ends_with(b"\n") {
            return Err(PartError::Line(format!("{file}:{}: the line is longer than 16 MiB", before + lines)));
        }
    }
    Ok((content, lines))
}

/// All that `reader` has left; nothing at its end.
fn pack(file: &str, reader: &mut dyn BufRead) -> Result<Vec<u8>, PartError> {
    let mut pack = || -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        if !reader.fill_buf()?.is_empty() {
            let packed = zstd::stream::read::Encoder::with_buffer(&mut *reader, PACKING_LEVEL)?;
            packed.take(LARGEST_BODY + 1).read_to_end(&mut body)?;
        }
        Ok(body)
    };
    let body = pack().map_err(|source| PartError::Read { file: file.to_owned(), source })?;
    if body.len() as u64 > LARGEST_BODY {
        return Err(PartError::Line(format!("{file}: the table has more than 128 MiB, compressed: divide it")));
    }
    Ok(body)
}

impl PartOrigins {
    fn add(&mut self, file: &InputFile, lines_before: u64, body: Vec<u8>) -> PackedPart {
        self.0.push((file.path.clone(), lines_before));
        let digest = STANDARD.encode(Sha256::digest(&body));
        let number = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        PackedPart { number, is_table: file.is_table, body, digest }
    }

    pub(super) fn place(&self, part: u32, line: u64) -> String {
        let origin = (part as usize).checked_sub(1).and_then(|at| self.0.get(at));
        match origin {
            Some((file, before)) => format!("{file}:{}", before + line),
            None => format!("part {part}:{line}"),
        }
    }

    /// `text` with every `part N:LINE` in it replaced by its `FILE:LINE`.
    pub(super) fn rename(&self, text: &str) -> String {
        let mut pieces = text.split("part ");
        let mut renamed = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let end = piece.find(|character: char| !character.is_ascii_digit() && character != ':');
            let (numbers, rest) = piece.split_at(end.unwrap_or(piece.len()));
            let trimmed = numbers.trim_end_matches(':');
            let place = trimmed.split_once(':').and_then(|(part, line)| Some((part.parse().ok()?, line.parse().ok()?)));
            match place {
                Some((part, line)) => {
                    renamed.push_str(&self.place(part, line));
                    renamed.push_str(&numbers[trimmed.len()..]);
                }
                None => {
                    renamed.push_str("part ");
                    renamed.push_str(numbers);
                }
            }
            renamed.push_str(rest);
        }
        renamed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(files: &[(&str, Vec<u8>)]) -> (Vec<Vec<u8>>, PartOrigins) {
        let files = files.iter().map(|(name, content)| {
            let reader: Box<dyn BufRead> = Box::new(io::Cursor::new(content.clone()));
            (InputFile::named(name), reader)
        });
        let origins = PartOrigins::default();
        let mut packed = PackedParts { files: files.collect(), total_bytes: None, origins, lines: 0 };
        let mut contents = Vec::new();
        while let Some(part) = packed.next().unwrap() {
            assert_eq!(part.number as usize, contents.len() + 1);
            assert_eq!(part.digest, STANDARD.encode(Sha256::digest(&part.body)));
            contents.push(zstd::stream::decode_all(&*part.body).unwrap());
        }
        (contents, packed.into_origins())
    }

    #[test]
    fn files_are_cut_between_lines_and_every_line_is_found_again() {
        let long: Vec<u8> = (0..2_000_000).flat_map(|at| format!("line {at}\n").into_bytes()).collect();
        let (contents, origins) = parts(&[("a", b"one\ntwo".to_vec()), ("empty", Vec::new()), ("b", long.clone())]);
        assert_eq!(contents[0], b"one\ntwo");
        assert!(contents.len() > 3 && contents[1..].concat() == long);
        assert!(contents[1..].iter().all(|content| content.ends_with(b"\n") && content.len() < PART_BYTES + 100));
        assert_eq!(origins.place(1, 2), "a:2");
        let before = contents[1].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(origins.place(3, 1), format!("b:{}", before + 1));
        assert_eq!(origins.rename("as in part 1:2: and part 99:1, part of it"), "as in a:2: and part 99:1, part of it");
    }

    #[test]
    fn a_table_is_a_part_of_its_own_whatever_its_size() {
        let table = "stockNumber,retail\n".repeat(PART_BYTES / 16).into_bytes();
        let files = [("a", b"{}".to_vec()), ("b.CSV.gz", table.clone()), ("c.csv", Vec::new()), ("d", b"{}".to_vec())];
        let (contents, origins) = parts(&files);
        assert!(contents == [b"{}".to_vec(), table, b"{}".to_vec()]);
        assert_eq!(origins.rename("as in part 2:500000 and part 3:1"), "as in b.CSV.gz:500000 and d:1");
    }

    #[test]
    fn nothing_is_a_part_and_an_endless_line_is_none() {
        assert_eq!(parts(&[("a", Vec::new())]).0, [b"\n"]);
        let endless = vec![b'x'; usize::try_from(LONGEST_LINE).unwrap()];
        let error = read_lines("a", &mut io::Cursor::new(endless), 6).unwrap_err();
        assert_eq!(error.to_string(), "a:7: the line is longer than 16 MiB");
    }
}
