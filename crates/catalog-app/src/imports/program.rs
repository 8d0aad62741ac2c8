//! The program that imports: a process of its own, so that nothing that happens to it reaches those who read.

use catalog_domain::imports::{JobId, JobPhase, JobProblem, ProblemTally};
use std::io;
use std::time::Duration;

/// Starts imports.
pub trait ImportProgram: Send {
    /// Starts the import of a job, which finds everything else in the store.
    ///
    /// # Errors
    /// When the process cannot be started.
    fn start(&self, job: JobId) -> io::Result<Box<dyn RunningImport>>;
}

/// An import that runs.
pub trait RunningImport {
    /// What it says next, within `wait`.
    fn next(&mut self, wait: Duration) -> JobSignal;

    /// Ends it at once. What it said before still comes.
    fn kill(&mut self);
}

/// What an import says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobSignal {
    /// It does this now. [`JobPhase::Committing`] is said before anything is written.
    Phase(JobPhase),
    /// So many records were read.
    Records(u64),
    /// Something is wrong with the input, or a guard stops it.
    Problem(JobProblem),
    /// How many problems it read.
    Problems(ProblemTally),
    /// Its report of changes has this name.
    Changes(JobId),
    /// Its report, which is its last word.
    Report(Box<str>),
    /// Nothing new.
    Nothing,
    /// It has ended with this status; `None` when it was killed.
    Ended(Option<i32>),
}
