//! The files of a push, decompressed while they are read, and standard input.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Bytes read from a file at once.
const BUFFER_BYTES: usize = 256 << 10;

/// A file of a push; `-` is standard input.
#[derive(Clone)]
pub(super) struct InputFile {
    pub(super) path: String,
    /// Whether it is a table of offers rather than lines of records.
    pub(super) is_table: bool,
}

impl InputFile {
    /// A file that is what the end of its name says.
    pub(super) fn named(path: &str) -> Self {
        Self { path: path.to_owned(), is_table: unpacked_name(path).ends_with(".csv") }
    }
}

/// A name in lower case, without the end that says how it is packed.
pub(super) fn unpacked_name(name: &str) -> String {
    let name = name.to_lowercase();
    let unpacked = [".gz", ".zst"].iter().find_map(|end| name.strip_suffix(end));
    unpacked.unwrap_or(&name).to_owned()
}

/// Opens a file; `-` is standard input. A name ending in `.gz` or `.zst`, in any case, is decompressed. `listener` gets
/// the size in bytes of every block that is read, as on disk.
///
/// # Errors
/// What the system says when the file cannot be opened, or is a directory.
pub(super) fn open(path: &str, listener: impl FnMut(u64) + 'static) -> io::Result<Box<dyn BufRead>> {
    if path == "-" {
        return Ok(buffered(Watched { reader: io::stdin(), listener }));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    let file = Watched { reader: file, listener };
    let has_extension = |name: &str| Path::new(path).extension().is_some_and(|own| own.eq_ignore_ascii_case(name));
    Ok(match (has_extension("gz"), has_extension("zst")) {
        (true, _) => buffered(flate2::read::MultiGzDecoder::new(file)),
        (_, true) => buffered(zstd::stream::read::Decoder::new(file)?),
        _ => buffered(file),
    })
}

/// The bytes of all files together; `None` when one of them is not a regular file.
pub(super) fn total_size(files: &[InputFile]) -> Option<u64> {
    files.iter().map(|file| fs::metadata(&file.path).ok().filter(fs::Metadata::is_file).map(|known| known.len())).sum()
}

fn buffered(reader: impl Read + 'static) -> Box<dyn BufRead> {
    Box::new(BufReader::with_capacity(BUFFER_BYTES, reader))
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
