//! The target of an export: standard output, or a file that is whole or absent.

use catalog_domain::imports::PartEncoding;
use safe_output::private_files::open_special;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Bytes written at once.
const BUFFER_BYTES: usize = 256 << 10;

/// A target, open for writing. Nothing is at the name of a file before [`ExportOutput::finish`].
pub struct ExportOutput {
    encoder: Encoder,
    destination: Destination,
}

enum Encoder {
    Plain(BufWriter<File>),
    Gzip(flate2::write::GzEncoder<BufWriter<File>>),
    Zstandard(zstd::stream::write::Encoder<'static, BufWriter<File>>),
}

enum Destination {
    /// A pipe, a terminal or a device.
    Open,
    /// A temporary file in the same folder, readable by its owner only, and its final name.
    File(NamedTempFile, PathBuf),
}

impl ExportOutput {
    /// Standard output.
    ///
    /// # Errors
    /// When there is none.
    #[cfg(unix)]
    pub fn stdout() -> io::Result<Self> {
        use std::os::fd::AsFd;
        let stdout = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        Ok(Self { encoder: Encoder::Plain(buffered(stdout)), destination: Destination::Open })
    }

    /// A file, which is compressed if its name ends in `.gz` or `.zst`. One that is there is replaced at the end.
    ///
    /// # Errors
    /// What the system says when no file can be made there.
    pub fn create(path: &Path) -> io::Result<Self> {
        let is_special = path.metadata().is_ok_and(|known| !known.is_file());
        let (file, destination) = if is_special {
            (open_special(path)?, Destination::Open)
        } else {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let temporary = NamedTempFile::new_in(folder)?;
            (temporary.as_file().try_clone()?, Destination::File(temporary, path.to_owned()))
        };
        let file = buffered(file);
        let encoder = match PartEncoding::of_file(&path.to_string_lossy()) {
            PartEncoding::Gzip => Encoder::Gzip(flate2::write::GzEncoder::new(file, flate2::Compression::default())),
            PartEncoding::Zstandard => Encoder::Zstandard(zstd::stream::write::Encoder::new(file, 0)?),
            PartEncoding::Identity => Encoder::Plain(file),
        };
        Ok(Self { encoder, destination })
    }

    /// Writes what is left, and gives the file its name.
    ///
    /// # Errors
    /// What the system says; there is then no file.
    pub fn finish(self) -> io::Result<()> {
        let mut buffer = match self.encoder {
            Encoder::Plain(buffer) => buffer,
            Encoder::Gzip(encoder) => encoder.finish()?,
            Encoder::Zstandard(encoder) => encoder.finish()?,
        };
        buffer.flush()?;
        match self.destination {
            Destination::Open => Ok(()),
            Destination::File(temporary, path) => {
                temporary.as_file().sync_all()?;
                temporary.persist(path).map(drop).map_err(|error| error.error)
            }
        }
    }
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(BUFFER_BYTES, file)
}

impl Write for ExportOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.encoder {
            Encoder::Plain(encoder) => encoder.write(bytes),
            Encoder::Gzip(encoder) => encoder.write(bytes),
            Encoder::Zstandard(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.encoder {
            Encoder::Plain(encoder) => encoder.flush(),
            Encoder::Gzip(encoder) => encoder.flush(),
            Encoder::Zstandard(encoder) => encoder.flush(),
        }
    }
}
