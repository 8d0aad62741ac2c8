//! The sources of lines: files, decompressed while reading, and standard input, in bounded memory.

use catalog_domain::imports::{PartEncoding, PartFormat};
use flate2::bufread::GzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

/// Bytes read from a file at once.
const BUFFER_BYTES: usize = 256 << 10;

/// The mark that some programs put before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// One source of lines.
pub struct ImportInput {
    name: String,
    reader: Box<dyn BufRead>,
    format: PartFormat,
}

impl ImportInput {
    /// Opens a file; `-` is standard input. A name ending in `.gz` or `.zst` is decompressed while it is read.
    ///
    /// # Errors
    /// What the system says when the file cannot be opened, or is a directory.
    pub fn open(path: &str) -> io::Result<Self> {
        Self::open_watched(path, |_| {})
    }

    /// Opens a file as [`ImportInput::open`] does, and reports to `listener` the size in bytes of every block that is
    /// read of it, as on disk: before decompression. For progress display.
    ///
    /// # Errors
    /// Those of [`ImportInput::open`].
    pub fn open_watched(path: &str, listener: impl FnMut(u64) + 'static) -> io::Result<Self> {
        if path == "-" {
            return Ok(Self::buffered(path, Watched { reader: io::stdin(), listener }));
        }
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
        }
        let file = Watched { reader: file, listener };
        Self::unpacked(path, file, PartEncoding::of_file(path))
    }

    /// An input from a reader of bytes that are packed in this way. The name appears in problems. An error that wraps a
    /// [`StoreError`](catalog_domain::ports::StoreError) is one of the store, and no problem of the input.
    ///
    /// # Errors
    /// When there is no memory to unpack with.
    pub fn unpacked(name: impl Into<String>, packed: impl Read + 'static, encoding: PartEncoding) -> io::Result<Self> {
        let name = name.into();
        Ok(match encoding {
            PartEncoding::Identity => Self::buffered(&name, packed),
            PartEncoding::Gzip => Self::buffered(&name, GzipMembers::new(packed)),
            PartEncoding::Zstandard => Self::buffered(&name, zstd::stream::read::Decoder::new(packed)?),
        })
    }

    /// An input from any other reader. The name appears in problems.
    pub fn from_reader(name: impl Into<String>, reader: impl BufRead + 'static) -> Self {
        Self { name: name.into(), reader: Box::new(reader), format: PartFormat::Records }
    }

    /// The same input, read as this: lines of records, if nothing is said, or a table of offers.
    #[must_use]
    pub fn with_format(self, format: PartFormat) -> Self {
        Self { format, ..self }
    }

    pub(crate) fn format(&self) -> PartFormat {
        self.format
    }

    /// The lines, unpacked.
    pub fn into_reader(self) -> Box<dyn BufRead> {
        self.reader
    }

    /// The name that appears in problems.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn buffered(name: &str, reader: impl Read + 'static) -> Self {
        Self::from_reader(name, BufReader::with_capacity(BUFFER_BYTES, reader))
    }
}

/// What gzip has packed: several files one after the other are one, and zeros after one are padding.
struct GzipMembers<R>(Option<GzDecoder<BufReader<R>>>);

impl<R: Read> GzipMembers<R> {
    fn new(packed: R) -> Self {
        Self(Some(GzDecoder::new(BufReader::with_capacity(BUFFER_BYTES, packed))))
    }
}

impl<R: Read> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let length = member.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            let rest = member.get_mut();
            let is_over = loop {
                let bytes = match rest.fill_buf() {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    other => other?,
                };
                let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
                if bytes.is_empty() || zeros < bytes.len() {
                    let is_over = bytes.is_empty();
                    rest.consume(zeros);
                    break is_over;
                }
                rest.consume(zeros);
            };
            self.0 = self.0.take().filter(|_| !is_over).map(|member| GzDecoder::new(member.into_inner()));
        }
        Ok(0)
    }
}

struct Watched<R, F> {
    reader: R,
    listener: F,
}

impl<R: Read, F: FnMut(u64)> Read for Watched<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        (self.listener)(length as u64);
        Ok(length)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// The bytes without the line's end.
    Bytes(&'a [u8]),
    /// A line beyond the limit; its content is dropped.
    TooLong,
    /// A further part of a line that is too long, so that callers can stop in the middle of it.
    StillTooLong,
    /// In place of the first line, what the input is instead of lines. It is not read any further.
    Foreign(&'static str),
    /// A line so long that the input does not consist of lines: it is not read any further.
    Endless,
}

/// A line of this many times the limit ends its input. A file may have one by mistake; a device would never end.
const ENDLESS_FACTOR: usize = 8;

pub(crate) struct Lines {
    reader: Box<dyn BufRead>,
    maximum_bytes: usize,
    buffer: Vec<u8>,
    number: u64,
    /// How much of a line that is too long was skipped so far; `None` outside of one.
    skipped: Option<usize>,
}

impl Lines {
    pub(crate) fn new(input: ImportInput, maximum_bytes: usize) -> Self {
        Self { reader: input.reader, maximum_bytes, buffer: Vec::new(), number: 0, skipped: None }
    }

    /// The number of the line read last, counted from 1; 0 before the first.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The next line; `None` after the last.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        if let Some(skipped) = self.skipped {
            return self.skip_on(skipped);
        }
        self.buffer.clear();
        let mut any = false;
        loop {
            let available = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if available.is_empty() {
                break;
            }
            if !any {
                any = true;
                self.number += 1;
                if let Some(foreign) = foreign(available).filter(|_| self.number == 1) {
                    return Ok(Some(Line::Foreign(foreign)));
                }
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let piece = &available[..end.unwrap_or(available.len())];
            if self.buffer.len() + piece.len() > self.maximum_bytes {
                self.skipped = Some(self.buffer.len());
                return Ok(Some(Line::TooLong));
            }
            self.buffer.extend_from_slice(piece);
            let used = piece.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(if any { Some(Line::Bytes(self.content())) } else { None })
    }

    /// Skips the next part of a line that is too long; `skipped` bytes were skipped before. The line's end is not
    /// consumed: the next line begins there.
    fn skip_on(&mut self, skipped: usize) -> io::Result<Option<Line<'_>>> {
        if skipped > self.maximum_bytes.saturating_mul(ENDLESS_FACTOR) {
            return Ok(Some(Line::Endless));
        }
        let available = match self.reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(Some(Line::StillTooLong)),
            other => other?,
        };
        let end = available.iter().position(|byte| *byte == b'\n');
        let is_over = end.is_some() || available.is_empty();
        let used = end.map_or(available.len(), |end| end + 1);
        self.reader.consume(used);
        self.skipped = if is_over { None } else { Some(skipped + used) };
        Ok(Some(Line::StillTooLong))
    }

    /// The line read last, unless it was too long.
    pub(crate) fn last(&self) -> &[u8] {
        self.content()
    }

    /// The bytes of the line read last, its end included.
    pub(crate) fn length(&self) -> u64 {
        self.buffer.len() as u64 + 1
    }

    /// The line without what programs of other systems add: a mark before the first line, a carriage return at the end.
    fn content(&self) -> &[u8] {
        let bytes = self.buffer.strip_suffix(b"\r").unwrap_or(&self.buffer);
        if self.number == 1 { bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes) } else { bytes }
    }
}

/// What an input with those first bytes is instead of lines in UTF-8, and what to do; `None` when it may be lines.
fn foreign(start: &[u8]) -> Option<&'static str> {
    match start {
        [0x1f, 0x8b, ..] => {
            Some("the input is packed by gzip: name its file .gz, or send it as Content-Encoding: gzip")
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            Some("the input is packed by Zstandard: name its file .zst, or send it as Content-Encoding: zstd")
        }
        [b'P', b'K', 3, 4, ..] => Some("the input is a workbook, or packed as .zip: save a table as CSV UTF-8"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=0x7f, ..] | [1..=0x7f, 0, ..] => {
            Some("the input is text in UTF-16: save it in UTF-8")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::io::{Cursor, Write};
    use std::rc::Rc;

    /// All lines of `input`, `None` for one that is too long.
    fn lines(input: ImportInput) -> io::Result<Vec<Option<String>>> {
        let mut lines = Lines::new(input, 8);
        let mut all = Vec::new();
        while let Some(line) = lines.next()? {
            match line {
                Line::Bytes(bytes) => all.push(Some(String::from_utf8(bytes.to_vec()).unwrap())),
                Line::TooLong => all.push(None),
                Line::StillTooLong => {}
                Line::Endless => break,
                Line::Foreign(foreign) => all.push(Some(foreign.to_owned())),
            }
        }
        assert_eq!(lines.number(), all.len() as u64);
        Ok(all)
    }

    #[test]
    fn lines_end_with_a_newline_and_are_bounded() {
        let some = |text: &str| Some(text.to_owned());
        for (text, expected) in [
            ("", vec![]),
            ("a", vec![some("a")]),
            ("a\n", vec![some("a")]),
            ("a\r\n\r\nb", vec![some("a"), some(""), some("b")]),
            ("a\rb\r\n\r\r\nc\r", vec![some("a\rb"), some("\r"), some("c")]),
            ("\u{feff}", vec![some("")]),
            ("\u{feff}\r\na\r\n", vec![some(""), some("a")]),
            ("\u{feff}a\n\u{feff}b\n", vec![some("a"), some("\u{feff}b")]),
            ("12345678\n123456789\nc", vec![some("12345678"), None, some("c")]),
            ("123456789", vec![None]),
            ("123456789\n\n123456789\n", vec![None, some(""), None]),
        ] {
            // A buffer of three bytes makes most lines span several reads.
            for capacity in [3, 4096] {
                let reader = BufReader::with_capacity(capacity, Cursor::new(text.to_owned()));
                assert_eq!(lines(ImportInput::from_reader("x", reader)).unwrap(), expected, "{text:?}");
            }
        }
    }

    #[test]
    fn an_input_without_lines_is_not_read_to_its_end() {
        let taken = Rc::new(Cell::new(0));
        let counted = Rc::clone(&taken);
        let listener = move |length| counted.set(counted.get() + length);
        let endless = BufReader::with_capacity(4, Watched { reader: io::repeat(b'x'), listener });
        assert_eq!(lines(ImportInput::from_reader("x", endless)).unwrap(), [None]);
        assert!(taken.get() < 100, "{} bytes were read of an endless line, where 8 are the limit", taken.get());
    }

    #[test]
    fn compressed_files_are_read_by_their_name() {
        let folder = tempfile::tempdir().unwrap();
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"one\ntwo\n").unwrap();
        let gzip = gzip.finish().unwrap();
        let zstandard = zstd::stream::encode_all(&b"one\ntwo\n"[..], 1).unwrap();
        let files = [
            ("plain.ndjson", b"one\ntwo\n".to_vec()),
            ("a.ndjson.gz", gzip.clone()),
            ("two-members.gz", [gzip.clone(), gzip.clone()].concat()),
            ("padded.gz", [&*gzip, &[0; 600_000]].concat()),
            ("two-padded.gz", [&*gzip, &[0; 600_000], &gzip, &[0; 3]].concat()),
            ("b.ndjson.ZST", zstandard),
        ];
        for (name, bytes) in files {
            let path = folder.path().join(name);
            std::fs::write(&path, &bytes).unwrap();
            let seen = Rc::new(Cell::new(0));
            let counted = Rc::clone(&seen);
            let listener = move |length| counted.set(counted.get() + length);
            let read = lines(ImportInput::open_watched(path.to_str().unwrap(), listener).unwrap()).unwrap();
            assert_eq!(seen.get(), bytes.len() as u64, "{name}: every byte on the disk is reported once");
            let expected = if name.starts_with("two") { 4 } else { 2 };
            assert_eq!(read.len(), expected, "{name}");
            assert_eq!(read[0].as_deref(), Some("one"), "{name}");
        }
        for (name, bytes) in [("cut.gz", &gzip[..gzip.len() - 6]), ("more.gz", &[&*gzip, b"\0\0more"].concat())] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            let read = lines(ImportInput::open(path.to_str().unwrap()).unwrap());
            assert!(read.is_err(), "{name}: a damaged file is not a short one");
        }
        assert!(ImportInput::open(folder.path().join("absent").to_str().unwrap()).is_err());
        assert!(ImportInput::open(folder.path().to_str().unwrap()).is_err());
    }
}
