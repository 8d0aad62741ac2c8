//! Imports that are sent over HTTP: jobs that wait in the store until a server runs them
//! (`docs/imports-over-http.md`).

mod admission;
mod attempt;
mod file_name;
pub(crate) mod job;
mod job_id;
mod jobs;
mod outcome;
mod part;
mod undo;

pub use admission::{PartRoom, TooManyJobs, bytes_beside, may_wait, part_room, reason_to_cancel};
pub use attempt::AttemptEnd;
pub use file_name::{FileName, FileNameError, LONGEST_FILE_NAME};
pub use job::{
    ImportJob, JobAuthor, JobEnd, JobOptions, JobPhase, JobProblem, JobProgress, JobState, MAXIMUM_JOB_PROBLEMS,
    NewJob, ProblemTally,
};
pub use job_id::{BlobId, JobId};
pub use jobs::{JobLease, Jobs, StoredJob};
pub use outcome::{JobAdded, JobChange, JobHold, JobRepeated, PartStored};
pub use part::{JobPart, MAXIMUM_PARTS, PIECE_BYTES, PartEncoding, PartFormat};
pub use undo::{NOT_UNDOABLE, NOTHING_TO_UNDO, oldest_undoable};

/// The most jobs that receive or wait at once.
pub const MOST_WAITING_JOBS: usize = 100;

/// The most of them of one account.
pub const MOST_WAITING_JOBS_OF_ONE_ACCOUNT: usize = 20;

/// How long a job may receive nothing before it is given up, in seconds.
pub const LONGEST_SILENCE_SECONDS: i64 = 24 * 60 * 60;

/// How long a job whose only body is being received may receive nothing, in seconds: its request ends long before.
pub const LONGEST_BODY_SILENCE_SECONDS: i64 = 60;

/// How long the key that makes a request repeatable is stored after the job has ended, in seconds.
pub const IDEMPOTENCY_SECONDS: i64 = 24 * 60 * 60;

/// How long a server may run a job without renewing its lease, in seconds. Then another one takes over.
pub const JOB_LEASE_SECONDS: i64 = 30;

/// How often a job may begin: one whose server or store fails each time is given up.
pub const MOST_JOB_ATTEMPTS: u32 = 5;

/// How long the input of a tried job is stored after its end, in seconds.
pub const KEPT_INPUT_SECONDS: i64 = 24 * 60 * 60;

/// How many inputs of tried jobs are stored; the oldest are deleted.
pub const KEPT_INPUTS: usize = 10;

/// How many ended jobs are stored; the oldest are forgotten.
pub const RECORDED_JOBS: usize = 1_000;

/// How many of them have their report of changes.
pub const RECORDED_CHANGES_FILES: usize = 100;
