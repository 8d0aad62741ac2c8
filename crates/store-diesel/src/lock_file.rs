//! Files that one process at a time has locked: beside a SQLite store the import lock, in a folder of backups that of
//! backups. A lock ends with its process, whatever becomes of the file.

use crate::failure::unavailable;
use crate::lock_holder::LockHolder;
use crate::private_files::beside;
use catalog_domain::ports::StoreError;
use safe_output::private_files;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

pub(crate) struct LockFile {
    path: PathBuf,
    file: File,
    /// Whether there was none.
    is_new: bool,
}

/// The lock beside a database, or in a folder of backups.
pub(crate) fn lock_name(path: &Path) -> PathBuf {
    beside(path, ".import-lock")
}

impl LockFile {
    /// Locks the file beside `path` for `work`; `None` while another process has it.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when it cannot be made or locked.
    pub(crate) fn try_lock(path: &Path, work: &str) -> Result<Option<Self>, StoreError> {
        let path = lock_name(path);
        let unusable = |error: io::Error| unavailable(format!("{}: {error}", path.display()));
        let (file, is_new) = open(&path).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        // Whoever had it may have removed it: then another process can lock what is there now.
        if !is_at(&file, &path) {
            return Ok(None);
        }
        // Any process that can open it can lock it, and so block every import; earlier versions made it world-readable.
        if let Err(error) = private_files::tighten(&file) {
            let file = path.display().to_string();
            tracing::warn!(%error, file, "other users of this machine can stop imports: the lock file belongs to somebody else");
        }
        let mut lock = Self { path, file, is_new };
        // Who holds it is for people: a full disk does not keep anybody from importing.
        if let Err(error) = lock.note(work) {
            tracing::debug!(%error, "the holder of the import lock could not be noted");
        }
        Ok(Some(lock))
    }

    fn note(&mut self, work: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.write_all(LockHolder::of_this_process(work).as_bytes())
    }

    /// Removes the file, unless it was there before.
    pub(crate) fn remove_if_new(self) {
        if self.is_new {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The process that has the lock beside `path`; `None` when nobody has it, or that is not known.
pub(crate) fn holder_beside(path: &Path) -> Option<LockHolder> {
    let mut file = private_files::private_not_through_a_link().read(true).open(lock_name(path)).ok()?;
    if !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
        return None;
    }
    let since = file.metadata().ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_micros();
    let mut text = String::new();
    Read::take(&mut file, 1_024).read_to_string(&mut text).ok()?;
    LockHolder::read(&format!("- {since} {text}"))
}

fn open(path: &Path) -> io::Result<(File, bool)> {
    let mut options = private_files::private_not_through_a_link();
    options.write(true);
    match options.clone().create_new(true).open(path) {
        Ok(file) => Ok((file, true)),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            options.create(true).truncate(false).open(path).map(|file| (file, false))
        }
        Err(error) => Err(error),
    }
}

/// Whether `file` is what is at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |known: io::Result<fs::Metadata>| known.map(|known| (known.dev(), known.ino())).ok();
    let identity_of_file = identity(file.metadata());
    identity_of_file.is_some() && identity_of_file == identity(path.symlink_metadata())
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
