//! Jobs of imports: what callers do with them, who runs them, and where their bytes are.

use super::credentials::CredentialsError;
use super::store_error::StoreError;
use crate::imports::{BlobId, ImportJob, JobEnd, JobId, JobPart, JobProgress, NewJob, TooManyJobs};
use crate::values::timestamp::Timestamp;
use std::collections::HashSet;

/// What became of a new job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobAdded {
    /// It receives.
    Added,
    /// The account has this one with the same key already.
    Known(Box<ImportJob>),
    /// As many receive or wait as may at once: [`crate::imports::may_wait`].
    TooMany(TooManyJobs),
}

/// What became of a job with the input of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobRepeated {
    /// It waits.
    Added,
    /// As many receive or wait as may at once.
    TooMany(TooManyJobs),
    /// The input is not stored, or no more.
    NoInput,
}

/// What became of a change of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobChange<T> {
    /// It was made.
    Made(T),
    /// The job is in a state in which it is not possible.
    Impossible(Box<ImportJob>),
    /// There is no such job.
    NoJob,
}

/// What became of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartStored {
    /// It is part of the input, in place of the bytes with that name, if there were any.
    Stored {
        /// The bytes that are needed no more.
        replaced: Option<JobId>,
    },
    /// The input would have more bytes than it may have.
    TooLarge,
}

/// Stores jobs and their parts, but not the bytes. `now` is a time of the [`StoreClock`].
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
pub trait ImportJobStore: Send + Sync {
    /// Adds a job that receives, unless the account has one with the same idempotency key: one that has not ended, or
    /// did within [`crate::imports::IDEMPOTENCY_SECONDS`]. One whose body stopped coming is replaced.
    fn add_job(&self, job: &NewJob, now: Timestamp) -> Result<JobAdded, StoreError>;

    /// The job with that id; `None` when there is none.
    fn find_job(&self, id: JobId) -> Result<Option<ImportJob>, StoreError>;

    /// Every job with the time when it was asked for, the newest first.
    fn all_jobs(&self) -> Result<Vec<(JobId, Timestamp)>, StoreError>;

    /// Notes that a job that receives has received something just now; false when it does not receive (any more).
    fn touch_job(&self, id: JobId, now: Timestamp) -> Result<bool, StoreError>;

    /// Makes `part` a part of a job that receives, if all parts have at most `most_bytes` then, sent or unpacked.
    fn put_part(
        &self,
        id: JobId,
        part: &JobPart,
        most_bytes: u64,
        now: Timestamp,
    ) -> Result<JobChange<PartStored>, StoreError>;

    /// The parts of a job, by number.
    fn parts_of(&self, id: JobId) -> Result<Vec<JobPart>, StoreError>;

    /// Has a job that receives wait for its turn, behind all others, if its parts are complete. One that waits or runs
    /// already stays as it is.
    fn submit_job(&self, id: JobId, digest: Option<&str>, now: Timestamp) -> Result<JobChange<ImportJob>, StoreError>;

    /// Cancels a job at once, or asks the server that runs it to.
    fn cancel_job(&self, id: JobId, now: Timestamp) -> Result<JobChange<ImportJob>, StoreError>;

    /// Adds a job that waits, with the input of the ended job `job.tried`, if that is still stored
    /// ([`crate::imports::KEPT_INPUT_SECONDS`]).
    fn repeat_job(&self, job: &NewJob, now: Timestamp) -> Result<JobRepeated, StoreError>;

    /// Forgets a job that receives, as if it had never been asked for.
    fn drop_job(&self, id: JobId) -> Result<(), StoreError>;
}

/// What a server that runs a job is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobHold {
    /// Go on.
    Held,
    /// Stop: a caller has cancelled it.
    Cancelling,
    /// Leave it: it is another server's.
    Lost,
}

/// The bytes that are still needed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NeededBlobs {
    /// Parts of jobs that have not ended, and files of changes.
    pub blobs: HashSet<BlobId>,
    /// The jobs that have not ended: more bytes may come for them.
    pub jobs: HashSet<JobId>,
}

/// Gives jobs to servers, one at a time, in the order in which they began to wait. `holder` is a random id of the
/// server, `now` a time of the [`StoreClock`].
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
pub trait JobQueue: Send + Sync {
    /// The job that `holder` is to run from now on, for [`crate::imports::JOB_LEASE_SECONDS`] unless it is renewed:
    /// one that another server has left, or the next one. `None` while a server runs one, and when none waits.
    fn claim_job(&self, holder: JobId, now: Timestamp) -> Result<Option<ImportJob>, StoreError>;

    /// Renews the lease, and notes how far the job is.
    fn renew_job(&self, id: JobId, holder: JobId, progress: JobProgress, now: Timestamp)
    -> Result<JobHold, StoreError>;

    /// Ends a job, and forgets its parts, unless it keeps them; false when it is not the holder's (any more). One that
    /// was done, and no dry run, also takes the parts with the same bytes from jobs that have ended.
    fn finish_job(&self, id: JobId, holder: JobId, end: &JobEnd, now: Timestamp) -> Result<bool, StoreError>;

    /// Has a job wait again, in its old place, unless it is not the holder's.
    fn release_job(&self, id: JobId, holder: JobId) -> Result<(), StoreError>;

    /// Ends the jobs that have received nothing for too long, forgets the oldest ended ones and their files of
    /// changes, and returns which bytes are still needed.
    fn clean_jobs(&self, now: Timestamp) -> Result<NeededBlobs, StoreError>;
}

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
