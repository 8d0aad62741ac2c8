//! A job: what was asked for, how far it is, and how it ended.

use super::file_name::FileName;
use super::job_id::JobId;
use crate::imports::LONGEST_SILENCE_SECONDS;
use crate::ports::ImportKind;
use crate::values::identifiers::{AccountId, CatalogRevision};
use crate::values::timestamp::Timestamp;

/// The most problems of a job that are stored.
pub const MAXIMUM_JOB_PROBLEMS: usize = 600;

crate::named! {
    /// Where a job is on its way.
    pub enum JobState {
        /// Its input is being sent.
        Receiving = "receiving",
        /// It waits for its turn.
        Waiting = "waiting",
        /// A server runs it.
        Running = "running",
        /// Everything is in the store; after a dry run, everything would be.
        Done = "done",
        /// The input or a guard stopped it; nothing was written.
        Rejected = "rejected",
        /// Something else stopped it; nothing was written.
        Failed = "failed",
        /// A caller stopped it; nothing was written.
        Cancelled = "cancelled",
    }
}

impl JobState {
    /// Whether nothing follows.
    pub fn has_ended(self) -> bool {
        !matches!(self, Self::Receiving | Self::Waiting | Self::Running)
    }
}

crate::named! {
    /// What a running job is doing.
    pub enum JobPhase {
        /// It reads its input.
        Reading = "reading",
        /// It finds out what changes.
        Checking = "checking",
        /// It writes. From here on it cannot be stopped.
        Committing = "committing",
    }
}

/// What a job is to do.
///
/// ```
/// use catalog_domain::imports::JobOptions;
/// use catalog_domain::ports::ImportKind;
/// let dry_run = JobOptions { is_dry_run: true, ..JobOptions::new(ImportKind::Delta) };
/// assert!(!dry_run.allow_empty && dry_run.max_renames.is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobOptions {
    /// The kind of the run.
    pub kind: ImportKind,
    /// Reports what would happen, and writes nothing.
    pub is_dry_run: bool,
    /// How many products may stop being public whatever share of all that is.
    pub allow_removals: u64,
    /// How many products may get another stock number; `None`: what the import allows by itself.
    pub max_renames: Option<u64>,
    /// Whether a first import may have no section on the storefront.
    pub allow_empty: bool,
    /// Whether its input is sent in parts, by requests of their own.
    pub is_in_parts: bool,
    /// The revision that the catalog has to have when it begins; `None`: any.
    pub expected_revision: Option<CatalogRevision>,
    /// Whether its input is stored for a while after its end, so that another job can have it.
    pub keeps_input: bool,
    /// The run that it undoes; its input is the inverse of that one, and none is sent.
    pub undoes: Option<CatalogRevision>,
}

impl JobOptions {
    /// A run of that kind, sent as one body, with no exception from the guards.
    pub const fn new(kind: ImportKind) -> Self {
        Self {
            kind,
            is_dry_run: false,
            allow_removals: 0,
            max_renames: None,
            allow_empty: false,
            is_in_parts: false,
            expected_revision: None,
            keeps_input: false,
            undoes: None,
        }
    }
}

/// The author of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobAuthor {
    /// The account.
    pub account: AccountId,
    /// Its e-mail address at that time.
    pub email: Box<str>,
    /// The name of the key that was used; `None` without one.
    pub key: Option<Box<str>>,
}

/// A job that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// Its id.
    pub id: JobId,
    /// What it is to do.
    pub options: JobOptions,
    /// Its author.
    pub author: JobAuthor,
    /// What its file is called; `None` where that is not known.
    pub name: Option<FileName>,
    /// What makes the request repeatable, of that account.
    pub idempotency_key: Option<Box<str>>,
    /// The job whose input it has; `None` when it is sent one.
    pub tried: Option<JobId>,
}

/// One problem of an input, or the guard that stopped it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobProblem {
    /// The part; `None` when it is about the whole input.
    pub part: Option<u32>,
    /// The line within its part, from 1.
    pub line: Option<u64>,
    /// The field as a JSON pointer, or the parameter.
    pub field: Option<Box<str>>,
    /// The stock number of the product that the line is about; `None` where it is about none, or that is not known.
    pub product: Option<Box<str>>,
    /// What is wrong.
    pub message: Box<str>,
}

/// How many problems of an input were read, of which the first of each kind are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProblemTally {
    /// The problems that were read; fewer than are reported where the input itself was not at fault.
    pub count: u64,
    /// Whether reading stopped before the end of the input.
    pub is_incomplete: bool,
}

impl JobProblem {
    /// One of the whole input.
    pub fn of_input(message: impl Into<Box<str>>) -> Self {
        Self { part: None, line: None, field: None, product: None, message: message.into() }
    }
}

/// How far a running job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JobProgress {
    /// What it is doing; `None` while it waits for another import, or begins.
    pub phase: Option<JobPhase>,
    /// Records read.
    pub records: u64,
    /// Records read in a second; `None` where it is not reading.
    pub rate: Option<u64>,
}

/// How a job ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobEnd {
    /// One of those that have ended.
    pub state: JobState,
    /// Records read.
    pub records: u64,
    /// The report that the import prints; `None` where it printed none.
    pub report: Option<Box<str>>,
    /// The first [`MAXIMUM_JOB_PROBLEMS`].
    pub problems: Vec<JobProblem>,
    /// How many there were.
    pub problem_tally: ProblemTally,
    /// The name of the bytes of its report of changes.
    pub changes: Option<JobId>,
}

impl JobEnd {
    /// An end without a report.
    pub fn without_report(state: JobState, problem: Option<JobProblem>) -> Self {
        Self {
            state,
            records: 0,
            report: None,
            problem_tally: ProblemTally::default(),
            problems: problem.into_iter().collect(),
            changes: None,
        }
    }
}

/// A job as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportJob {
    /// Its id.
    pub id: JobId,
    /// What it is to do.
    pub options: JobOptions,
    /// Its author.
    pub author: JobAuthor,
    /// What its file is called; `None` where that is not known.
    pub name: Option<FileName>,
    /// Where it is.
    pub state: JobState,
    /// How far it is while it runs.
    pub progress: JobProgress,
    /// Whether a caller wants it to stop.
    pub is_cancelling: bool,
    /// How often it began.
    pub attempts: u32,
    /// The digest of its content, of one that was sent as one body.
    pub digest: Option<Box<str>>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When it first began to run.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
    /// The report that the import prints.
    pub report: Option<Box<str>>,
    /// What was wrong.
    pub problems: Vec<JobProblem>,
    /// How many problems there were.
    pub problem_tally: ProblemTally,
    /// The name of the bytes of its report of changes.
    pub changes: Option<JobId>,
    /// The job whose input it has; `None` when it was sent one.
    pub tried: Option<JobId>,
}

impl ImportJob {
    /// Whether the request that asked for it is still sending its input: then it may still come to nothing.
    pub fn receives_its_only_body(&self) -> bool {
        self.state == JobState::Receiving && !self.options.is_in_parts
    }

    /// Whether a server that lacks its bytes may end it: it is being cancelled, or nobody has had them for so long.
    pub fn may_end_without_bytes(&self, now: Timestamp) -> bool {
        self.is_cancelling || self.created_at <= now.plus_seconds(-LONGEST_SILENCE_SECONDS)
    }

    /// Whether its input is stored after such an end.
    pub fn keeps_input_after(&self, end: JobState) -> bool {
        self.options.keeps_input && matches!(end, JobState::Done | JobState::Rejected)
    }

    /// How long it ran, in microseconds; `None` before it has ended, or where it never ran.
    pub fn duration_microseconds(&self) -> Option<i64> {
        let (started, finished) = (self.started_at?, self.finished_at?);
        Some((finished.unix_microseconds() - started.unix_microseconds()).max(0))
    }
}
