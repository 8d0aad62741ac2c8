//! What became of what was asked of the jobs.

use super::admission::TooManyJobs;
use super::job::ImportJob;
use super::job_id::JobId;

/// What became of a new job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobAdded {
    /// It receives.
    Added(JobId),
    /// The account has this one with the same key already.
    Known(Box<ImportJob>),
    /// As many receive or wait as may at once: [`super::may_wait`].
    TooMany(TooManyJobs),
}

/// What became of a job with the input of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobRepeated {
    /// It waits.
    Added(JobId),
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
