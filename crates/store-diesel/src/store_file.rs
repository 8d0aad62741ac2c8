//! Identifies the file of an open SQLite store. A connection stays with the file that it opened, wherever that is now:
//! without checking the name, a server would follow a file that was moved away, and never its replacement.

use crate::database_url::{DatabaseUrl, Target};
use catalog_domain::ports::{Cause, StoreError};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoreFile {
    path: PathBuf,
    identity: FileIdentity,
}

/// Identifies a file among all existing ones: its device and inode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileIdentity {
    device: u64,
    number: u64,
}

/// The file of a store is missing or replaced, and the replacement is not used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct LostStoreFile {
    path: PathBuf,
    reason: LostReason,
}

/// Why there is no usable store.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LostReason {
    /// There is no file.
    #[error("the file of the store was moved away or deleted")]
    Missing,
    /// There is another file, which was not examined yet.
    #[error("the file of the store was replaced")]
    Replaced,
    /// There is another, unusable file.
    #[error("the file of the store was replaced by one that cannot be used: {0}")]
    Unusable(String),
    /// There is another file, without an import.
    #[error(
        "the file of the store was replaced by an empty store; put the store back, or restart the server if that is meant"
    )]
    Empty,
    /// There is a file of unrelated accounts.
    #[error(
        "the file of the accounts was replaced by that of another store, in which the same numbers are other people; put \
         the accounts back, or restart the server if that is meant"
    )]
    OtherAccounts,
}

impl LostStoreFile {
    pub(crate) fn new(path: &Path, reason: LostReason) -> Self {
        Self { path: path.to_owned(), reason }
    }

    /// The loss that caused `error`, if it was one.
    pub fn behind(error: &StoreError) -> Option<&Self> {
        match error {
            StoreError::Unavailable(cause) => cause.downcast_ref(),
            StoreError::Conflict(_)
            | StoreError::Moved(_)
            | StoreError::Inconsistent(_)
            | StoreError::Unexpected(_) => None,
        }
    }

    /// The reason for clients: without the name of the file and the engine's message.
    pub fn public_reason(&self) -> String {
        match &self.reason {
            LostReason::Unusable(_) => "the file of the store was replaced by one that cannot be used".to_owned(),
            reason => reason.to_string(),
        }
    }
}

impl From<LostStoreFile> for StoreError {
    fn from(lost: LostStoreFile) -> Self {
        Self::Unavailable(Cause::from(lost))
    }
}

impl StoreFile {
    /// The present file at `url`; `None` for a server.
    ///
    /// # Errors
    /// [`LostStoreFile`] when there is none.
    pub(crate) fn of(url: &DatabaseUrl) -> Result<Option<Self>, LostStoreFile> {
        match url.target() {
            Target::Sqlite(path) => {
                let identity = FileIdentity::at(path)?;
                Ok(Some(Self { path: path.clone(), identity }))
            }
            Target::Postgres(_) => Ok(None),
        }
    }

    /// When it was last written to; `None` when that is unknown.
    pub(crate) fn written_at(&self) -> Option<SystemTime> {
        self.path.metadata().and_then(|known| known.modified()).ok()
    }

    /// Checks that the file is still where it was found. One `stat`, cheap compared to any statement.
    ///
    /// # Errors
    /// [`LostStoreFile`] when another file, or none, is there.
    pub(crate) fn check(&self) -> Result<(), LostStoreFile> {
        if FileIdentity::at(&self.path)? == self.identity {
            return Ok(());
        }
        Err(LostStoreFile::new(&self.path, LostReason::Replaced))
    }
}

impl FileIdentity {
    #[cfg(unix)]
    fn at(path: &Path) -> Result<Self, LostStoreFile> {
        use std::os::unix::fs::MetadataExt;
        let found = path.metadata().map_err(|_| LostStoreFile::new(path, LostReason::Missing))?;
        Ok(Self { device: found.dev(), number: found.ino() })
    }

    /// On other systems an open file cannot be moved.
    #[cfg(not(unix))]
    fn at(_: &Path) -> Result<Self, LostStoreFile> {
        Ok(Self { device: 0, number: 0 })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_moved_or_replaced_file_is_noticed_until_it_is_back() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("store.db"), "").unwrap();
        let url: DatabaseUrl = format!("sqlite://{}", path("store.db").display()).parse().unwrap();
        let file = StoreFile::of(&url).unwrap().unwrap();
        assert!(file.check().is_ok());
        std::fs::rename(path("store.db"), path("elsewhere.db")).unwrap();
        assert!(matches!(file.check(), Err(LostStoreFile { reason: LostReason::Missing, .. })));
        std::fs::write(path("store.db"), "another").unwrap();
        assert!(matches!(file.check(), Err(LostStoreFile { reason: LostReason::Replaced, .. })));
        std::fs::rename(path("elsewhere.db"), path("store.db")).unwrap();
        assert!(file.check().is_ok());
    }

    #[test]
    fn the_name_of_the_file_is_for_the_log_only() {
        let lost = LostStoreFile::new(Path::new("/secret/place"), LostReason::Unusable("malformed".into()));
        assert_eq!(
            lost.to_string(),
            "/secret/place: the file of the store was replaced by one that cannot be used: malformed"
        );
        assert_eq!(lost.public_reason(), "the file of the store was replaced by one that cannot be used");
    }
}
