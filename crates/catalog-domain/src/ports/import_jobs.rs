//! Jobs of imports: where they are, and where their bytes are.

use super::credentials::CredentialsError;
use super::store_error::StoreError;
use crate::imports::{BlobId, ImportJob, JobId, JobPart, Jobs};
use crate::values::timestamp::Timestamp;
use std::collections::HashSet;

/// What a change of the jobs does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobScope {
    /// It adds jobs or parts, or begins one: that fails while the store is moved, and from then on. The parts of this
    /// job are loaded.
    Growing(Option<JobId>),
    /// It ends jobs, or notes something. No parts are loaded.
    Present,
}

/// Stores jobs and their parts, but not the bytes. What may become of them is up to functions of [`Jobs`].
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
pub trait JobStore: Send + Sync {
    /// Has `change` change the jobs, and stores the difference, while nobody else changes them. It is called again
    /// where others came first, each time with the present jobs. See [`ChangeJobs`].
    fn update_jobs(&self, scope: JobScope, change: &mut dyn FnMut(&mut Jobs)) -> Result<(), StoreError>;

    /// All jobs, without their parts. Nothing is locked.
    fn jobs(&self) -> Result<Jobs, StoreError>;

    /// [`Jobs::queue`]. Servers ask that all the time: it reads what has not ended, and locks nothing.
    fn queue(&self, now: Timestamp) -> Result<Vec<ImportJob>, StoreError>;

    /// The job with that id, with its report and problems; `None` when there is none.
    fn find_job(&self, id: JobId) -> Result<Option<ImportJob>, StoreError>;

    /// The parts of a job, by number.
    fn parts_of(&self, id: JobId) -> Result<Vec<JobPart>, StoreError>;

    /// The bytes of the parts of all jobs.
    fn part_blobs(&self) -> Result<HashSet<BlobId>, StoreError>;
}

/// [`JobStore::update_jobs`] with a result.
pub trait ChangeJobs: JobStore {
    /// Returns what `change` returned with the difference that was stored.
    ///
    /// # Errors
    /// [`StoreError`] when nothing was stored.
    fn change_jobs<R>(&self, scope: JobScope, mut change: impl FnMut(&mut Jobs) -> R) -> Result<R, StoreError> {
        let mut result = None;
        self.update_jobs(scope, &mut |jobs| result = Some(change(jobs)))?;
        result.ok_or_else(|| StoreError::Unexpected("the store made no change".into()))
    }
}

impl<S: JobStore + ?Sized> ChangeJobs for S {}

/// Where the bytes of jobs are: pieces of [`crate::imports::PIECE_BYTES`] each.
pub trait JobBytes: Send + Sync {
    /// Checks that they are this server's to use.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when they are another one's.
    fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Stores a piece. Pieces of one blob come in order, the first one has number 0.
    ///
    /// # Errors
    /// [`StoreError`] when they cannot be stored.
    fn append_piece(&self, blob: BlobId, piece: u32, bytes: &[u8], now: Timestamp) -> Result<(), StoreError>;

    /// A piece; `None` after the last one, and of an unknown blob.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    fn read_piece(&self, blob: BlobId, piece: u32) -> Result<Option<Vec<u8>>, StoreError>;

    /// Whether the bytes of a part are here: not in a folder of another server of the store.
    fn has_part(&self, _: JobId, _: &JobPart) -> bool {
        true
    }

    /// Deletes the pieces of a blob.
    ///
    /// # Errors
    /// [`StoreError`] when they cannot be deleted.
    fn delete_blob(&self, blob: BlobId) -> Result<(), StoreError>;

    /// Every blob with the time of its first piece, or of a later one.
    ///
    /// # Errors
    /// [`StoreError`] when they cannot be read.
    fn all_blobs(&self) -> Result<Vec<(BlobId, Timestamp)>, StoreError>;
}

/// The clock that all servers of a store share, since theirs differ: the times of jobs are of it, and with them their
/// leases and how long one has received nothing.
pub trait StoreClock: Send + Sync {
    /// The present moment in UTC.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be asked.
    fn store_time(&self) -> Result<Timestamp, StoreError>;
}

/// Makes the ids of jobs.
pub trait JobIds: Send + Sync {
    /// A new unguessable id.
    ///
    /// # Errors
    /// [`CredentialsError`] when there is no randomness.
    fn make_id(&self) -> Result<JobId, CredentialsError>;
}
