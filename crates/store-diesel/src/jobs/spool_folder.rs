//! The bytes of jobs as files in a folder of this server's own, beside a SQLite store.

use crate::failure::unavailable;
use catalog_domain::imports::{BlobId, JobId, JobPart, PIECE_BYTES};
use catalog_domain::ports::{JobBytes, StoreError};
use catalog_domain::values::Timestamp;
use parking_lot::Mutex;
use safe_output::private_files;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

const LOCK_FILE: &str = "in-use";
const BUSY: &str =
    "another server has it; imports are taken here when that ends, or with a folder of this server's own";

/// The folder. Each blob is a file: the id of its job, a dash, and its name.
///
/// It is made when the first bytes come, and belongs to the server that uses it first.
#[derive(Debug)]
pub struct SpoolFolder {
    path: PathBuf,
    /// Locked while it is open, once this server has the folder.
    lock: Mutex<Option<File>>,
    is_of_server: bool,
}

impl SpoolFolder {
    /// The folder of a server.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), lock: Mutex::new(None), is_of_server: true }
    }

    /// The folder of the server that has started this process.
    pub fn of_parent(path: &Path) -> Self {
        Self { is_of_server: false, ..Self::new(path) }
    }

    /// Makes the folder, for its owner only, and takes it for this server.
    ///
    /// # Errors
    /// When it cannot be made, others may use it, or another server has it.
    pub fn take(&self) -> io::Result<()> {
        let mut lock = self.lock.lock();
        if lock.is_some() || !self.is_of_server {
            return Ok(());
        }
        private_files::create_folder(&self.path)?;
        check_private(&self.path)?;
        let mut options = private_files::private_not_through_a_link();
        let file = options.create(true).truncate(false).write(true).open(self.path.join(LOCK_FILE))?;
        match file.try_lock() {
            Ok(()) => *lock = Some(file),
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(ErrorKind::AddrInUse, BUSY));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        Ok(())
    }

    fn file_of(&self, blob: BlobId) -> PathBuf {
        self.path.join(format!("{}-{}", blob.job, blob.name))
    }

    fn failure(&self, error: &io::Error) -> StoreError {
        unavailable(format!("{}: {error}", self.path.display()))
    }

    fn try_append(&self, blob: BlobId, piece: u32, bytes: &[u8]) -> io::Result<()> {
        self.take()?;
        let file = self.file_of(blob);
        let mut options = private_files::private_not_through_a_link();
        let mut file = match piece {
            0 => options.write(true).create_new(true).open(file)?,
            _ => options.write(true).open(file)?,
        };
        file.seek(SeekFrom::Start(offset(piece)))?;
        file.write_all(bytes)?;
        file.sync_data()
    }

    fn try_read(&self, blob: BlobId, piece: u32) -> io::Result<Option<Vec<u8>>> {
        let mut file = match File::open(self.file_of(blob)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        file.seek(SeekFrom::Start(offset(piece)))?;
        let mut bytes = Vec::new();
        file.take(PIECE_BYTES as u64).read_to_end(&mut bytes)?;
        Ok((!bytes.is_empty()).then_some(bytes))
    }

    fn try_list(&self) -> io::Result<Vec<(BlobId, Timestamp)>> {
        let mut blobs = Vec::new();
        if !self.path.exists() {
            return Ok(blobs);
        }
        self.take()?;
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(blob) = name.to_str().and_then(blob_of) else { continue };
            let Ok(known) = entry.metadata() else { continue };
            let at = known.modified()?.duration_since(UNIX_EPOCH).map_err(io::Error::other)?;
            let at = i64::try_from(at.as_micros()).map_err(io::Error::other)?;
            blobs.push((blob, Timestamp::from_unix_microseconds(at)));
        }
        Ok(blobs)
    }
}

impl JobBytes for SpoolFolder {
    fn check(&self) -> Result<(), StoreError> {
        let taken = if self.path.exists() { self.take() } else { Ok(()) };
        taken.map_err(|error| self.failure(&error))
    }

    fn append_piece(&self, blob: BlobId, piece: u32, bytes: &[u8], _: Timestamp) -> Result<(), StoreError> {
        self.try_append(blob, piece, bytes).map_err(|error| self.failure(&error))
    }

    fn read_piece(&self, blob: BlobId, piece: u32) -> Result<Option<Vec<u8>>, StoreError> {
        self.try_read(blob, piece).map_err(|error| self.failure(&error))
    }

    fn has_part(&self, job: JobId, part: &JobPart) -> bool {
        part.sent_bytes == 0 || self.file_of(part.blob_of(job)).exists()
    }

    fn delete_blob(&self, blob: BlobId) -> Result<(), StoreError> {
        match fs::remove_file(self.file_of(blob)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.failure(&error)),
            _ => Ok(()),
        }
    }

    fn all_blobs(&self) -> Result<Vec<(BlobId, Timestamp)>, StoreError> {
        self.try_list().map_err(|error| self.failure(&error))
    }
}

fn offset(piece: u32) -> u64 {
    u64::from(piece) * PIECE_BYTES as u64
}

fn blob_of(name: &str) -> Option<BlobId> {
    let (job, name) = name.split_once('-')?;
    Some(BlobId { job: JobId::parse(job)?, name: JobId::parse(name)? })
}

#[cfg(unix)]
fn check_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if path.metadata()?.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    Err(io::Error::new(ErrorKind::PermissionDenied, "others can read it or write to it; run chmod 700 on it"))
}

#[cfg(not(unix))]
fn check_private(_: &Path) -> io::Result<()> {
    Ok(())
}
