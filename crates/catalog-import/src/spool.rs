//! The temporary file of changed lines between the passes. It has no name: it disappears with the process, however that
//! ends.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

/// A temporary file without a name.
pub(crate) fn private_file() -> io::Result<File> {
    let file = tempfile::tempfile()?;
    // It has no name, but still the mode that the process's umask gave it.
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SpoolSlot {
    offset: u64,
    length: u32,
}

pub(crate) struct Spool {
    file: BufWriter<File>,
    end: u64,
}

impl Spool {
    /// An empty spool in the system's temporary folder.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(private_file()?), end: 0 })
    }

    pub(crate) fn append(&mut self, line: &str) -> io::Result<SpoolSlot> {
        let length = u32::try_from(line.len()).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
        self.file.write_all(line.as_bytes())?;
        let slot = SpoolSlot { offset: self.end, length };
        self.end += u64::from(length);
        Ok(slot)
    }

    pub(crate) fn finish(self) -> io::Result<SpoolReader> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(SpoolReader { file: BufReader::new(file), position: self.end, line: Vec::new() })
    }
}

/// A spool open for reading. Reading slots in ascending order reads the file sequentially.
pub(crate) struct SpoolReader {
    file: BufReader<File>,
    position: u64,
    line: Vec<u8>,
}

impl SpoolReader {
    pub(crate) fn read(&mut self, slot: SpoolSlot) -> io::Result<&str> {
        if slot.offset < self.position {
            self.file.seek(SeekFrom::Start(slot.offset))?;
        } else if slot.offset > self.position {
            self.file.seek_relative(i64::try_from(slot.offset - self.position).map_err(io::Error::other)?)?;
        }
        self.line.resize(slot.length as usize, 0);
        self.file.read_exact(&mut self.line)?;
        self.position = slot.offset + u64::from(slot.length);
        std::str::from_utf8(&self.line).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn the_file_is_readable_by_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let spool = Spool::new().unwrap();
        assert_eq!(spool.file.get_ref().metadata().unwrap().permissions().mode() & 0o077, 0);
    }

    #[test]
    fn lines_come_back_in_any_order() {
        let mut spool = Spool::new().unwrap();
        let lines = ["one", "", "третья", "four"];
        let slots: Vec<SpoolSlot> = lines.iter().map(|line| spool.append(line).unwrap()).collect();
        let mut reader = spool.finish().unwrap();
        for at in [0, 1, 2, 3, 0, 3, 2] {
            assert_eq!(reader.read(slots[at]).unwrap(), lines[at]);
        }
    }
}
