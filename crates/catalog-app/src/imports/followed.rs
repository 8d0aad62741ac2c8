//! What the program of a job says while it runs.

use super::program::JobSignal;
use catalog_domain::imports::{
    JobEnd, JobId, JobPhase, JobProblem, JobProgress, JobState, MAXIMUM_JOB_PROBLEMS, ProblemTally,
};
use std::time::Instant;

/// What a program has said so far.
pub(super) struct Followed {
    pub(super) job: JobId,
    pub(super) began: Instant,
    pub(super) progress: JobProgress,
    reading_since: Option<Instant>,
    pub(super) problems: Vec<JobProblem>,
    problem_tally: ProblemTally,
    changes: Option<JobId>,
    pub(super) report: Option<Box<str>>,
    pub(super) renewed: Instant,
}

impl Followed {
    pub(super) fn new(job: JobId) -> Self {
        Self {
            job,
            began: Instant::now(),
            progress: JobProgress::default(),
            reading_since: None,
            problems: Vec::new(),
            problem_tally: ProblemTally::default(),
            changes: None,
            report: None,
            renewed: Instant::now(),
        }
    }

    pub(super) fn note(&mut self, signal: JobSignal) {
        match signal {
            JobSignal::Phase(phase) => {
                self.progress.phase = Some(phase);
                self.reading_since = (phase == JobPhase::Reading).then(Instant::now);
            }
            JobSignal::Records(records) => self.progress.records = records,
            JobSignal::Problem(problem) if self.problems.len() < MAXIMUM_JOB_PROBLEMS => self.problems.push(problem),
            JobSignal::Problems(tally) => self.problem_tally = tally,
            JobSignal::Changes(name) => self.changes = Some(name),
            JobSignal::Report(report) => self.report = Some(report),
            JobSignal::Problem(_) | JobSignal::Nothing | JobSignal::Ended(_) => {}
        }
    }

    pub(super) fn progress(&self) -> JobProgress {
        let milliseconds = self.reading_since.map(|since| since.elapsed().as_millis().max(1));
        let rate = milliseconds.map(|time| u128::from(self.progress.records) * 1_000 / time);
        JobProgress { rate: rate.and_then(|rate| u64::try_from(rate).ok()), ..self.progress }
    }

    pub(super) fn end(&self, state: JobState) -> JobEnd {
        let changes = self.changes.filter(|_| state == JobState::Done);
        JobEnd {
            state,
            records: self.progress.records,
            report: None,
            problem_tally: self.problem_tally,
            problems: self.problems.clone(),
            changes,
        }
    }
}
