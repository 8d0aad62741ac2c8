//! The jobs of a store as one value, and what may become of each.
//!
//! A store loads it, has one function of this module change it, and stores the difference, all under one lock
//! ([`crate::ports::JobStore`]). Every `now` is a time of [`crate::ports::StoreClock`].

mod cleaning;
mod queue;
#[cfg(test)]
mod tests;

use super::admission::{TooManyJobs, bytes_beside, may_wait};
use super::job::{ImportJob, JobEnd, JobOptions, JobProblem, JobProgress, JobState, NewJob, ProblemTally};
use super::job_id::JobId;
use super::outcome::{JobAdded, JobChange, JobRepeated, PartStored};
use super::part::{JobPart, are_complete};
use super::{IDEMPOTENCY_SECONDS, LONGEST_BODY_SILENCE_SECONDS};
use crate::values::identifiers::AccountId;
use crate::values::timestamp::Timestamp;
use std::collections::BTreeMap;

/// A job, and what only decisions on it need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredJob {
    /// What callers see. Of one that had ended when it was loaded, `report` and `problems` are left out: they never
    /// change.
    pub job: ImportJob,
    /// What makes its request repeatable.
    pub idempotency_key: Option<Box<str>>,
    /// When something was last received for it.
    pub received_at: Timestamp,
    /// Its place in the queue, lowest first; `None` before it waits.
    pub arrival: Option<i64>,
    /// The server that runs it; `Some` exactly while it runs.
    pub lease: Option<JobLease>,
    /// The job that its stored parts were sent for; `None` without any. Known of jobs that run or have ended.
    pub input: Option<JobId>,
    /// Its stored parts by number, where they are loaded.
    pub parts: BTreeMap<u32, JobPart>,
}

/// The right of a server to run a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobLease {
    /// The server.
    pub holder: JobId,
    /// When another one may take over.
    pub until: Timestamp,
}

impl StoredJob {
    fn new(new: &NewJob, now: Timestamp) -> Self {
        Self {
            job: ImportJob {
                id: new.id,
                options: new.options,
                author: new.author.clone(),
                name: new.name.clone(),
                state: JobState::Receiving,
                progress: JobProgress::default(),
                is_cancelling: false,
                attempts: 0,
                digest: None,
                created_at: now,
                started_at: None,
                finished_at: None,
                report: None,
                problems: Vec::new(),
                problem_tally: ProblemTally::default(),
                changes: None,
                tried: new.tried,
            },
            idempotency_key: new.idempotency_key.clone(),
            received_at: now,
            arrival: None,
            lease: None,
            input: None,
            parts: BTreeMap::new(),
        }
    }

    /// Has it wait for its turn.
    fn wait(&mut self, arrival: Option<i64>) {
        self.arrival = arrival;
        self.job.state = JobState::Waiting;
    }

    fn is_unstarted(&self) -> bool {
        matches!(self.job.state, JobState::Receiving | JobState::Waiting)
    }

    fn is_silent(&self, seconds: i64, now: Timestamp) -> bool {
        self.job.state == JobState::Receiving && self.received_at < now.plus_seconds(-seconds)
    }

    /// Whether its only body stopped coming.
    fn is_cut_off(&self, now: Timestamp) -> bool {
        self.job.receives_its_only_body() && self.is_silent(LONGEST_BODY_SILENCE_SECONDS, now)
    }

    fn end(&mut self, end: &JobEnd, now: Timestamp) {
        let job = &mut self.job;
        job.state = end.state;
        job.finished_at = Some(now);
        job.progress = JobProgress { records: end.records, ..JobProgress::default() };
        job.report.clone_from(&end.report);
        job.problems.clone_from(&end.problems);
        job.problem_tally = end.problem_tally;
        job.changes = end.changes;
        self.lease = None;
        if !self.job.keeps_input_after(end.state) {
            self.forget_input();
        }
    }

    /// Ends it from outside.
    fn stop(&mut self, state: JobState, reason: Option<&str>, now: Timestamp) {
        let records = self.job.progress.records;
        self.end(&JobEnd { records, ..JobEnd::without_report(state, reason.map(JobProblem::of_input)) }, now);
    }

    fn forget_input(&mut self) {
        self.input = None;
        self.parts.clear();
    }
}

/// All jobs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Jobs(BTreeMap<JobId, StoredJob>);

impl Jobs {
    /// The job with that id; `None` when there is none.
    pub fn get(&self, id: JobId) -> Option<&StoredJob> {
        self.0.get(&id)
    }

    /// The jobs in no order.
    pub fn iter(&self) -> impl Iterator<Item = &StoredJob> + Clone {
        self.0.values()
    }

    /// The same with the stored parts of the job `id`.
    #[must_use]
    pub fn with_parts(mut self, id: JobId, parts: Vec<JobPart>) -> Self {
        if let Some(stored) = self.0.get_mut(&id) {
            stored.input = parts.first().map(|part| part.blob_of(id).job);
            stored.parts = parts.into_iter().map(|part| (part.number, part)).collect();
        }
        self
    }

    /// Those that have not ended.
    pub fn open(&self) -> impl Iterator<Item = &ImportJob> {
        self.iter().map(|stored| &stored.job).filter(|job| !job.state.has_ended())
    }

    /// Adds a job that receives, or waits where it undoes a run, unless the account has one with the same idempotency
    /// key: one that has not ended, or did within [`IDEMPOTENCY_SECONDS`]. One whose body stopped coming is replaced.
    pub fn add(&mut self, new: &NewJob, now: Timestamp) -> JobAdded {
        self.forget_cut_off(now);
        if let Some(known) = self.same_request(new, now) {
            return JobAdded::Known(Box::new(known.job.clone()));
        }
        match self.room(new.author.account) {
            Err(too_many) => JobAdded::TooMany(too_many),
            Ok(()) => {
                let mut added = StoredJob::new(new, now);
                if new.options.undoes.is_some() {
                    added.wait(self.next_arrival());
                }
                self.0.insert(new.id, added);
                JobAdded::Added(new.id)
            }
        }
    }

    /// Adds a job that waits, with the input of the ended job `new.tried`, whose parts are loaded, if it has any still,
    /// and with the name of its file.
    pub fn repeat(&mut self, new: &NewJob, now: Timestamp) -> JobRepeated {
        let tried = new.tried.and_then(|tried| self.get(tried)).filter(|tried| tried.job.state.has_ended());
        let has_input = |tried: &&StoredJob| !tried.parts.is_empty() || tried.job.options.undoes.is_some();
        let Some(tried) = tried.filter(has_input) else { return JobRepeated::NoInput };
        let (source, mut parts) = (tried.job.id, tried.parts.clone());
        parts.values_mut().for_each(|part| part.source = Some(part.blob_of(source).job));
        let (input, name, JobOptions { kind, undoes, .. }) = (tried.input, tried.job.name.clone(), tried.job.options);
        if let Err(too_many) = self.room(new.author.account) {
            return JobRepeated::TooMany(too_many);
        }
        let mut added = StoredJob { input, parts, ..StoredJob::new(new, now) };
        (added.job.name, added.job.options.undoes) = (name, undoes);
        if undoes.is_some() {
            added.job.options.kind = kind;
        }
        added.wait(self.next_arrival());
        self.0.insert(new.id, added);
        JobRepeated::Added(new.id)
    }

    /// Forgets a job that receives, as if it had never been asked for.
    pub fn forget(&mut self, id: JobId) {
        if self.get(id).is_some_and(|stored| stored.job.state == JobState::Receiving) {
            self.0.remove(&id);
        }
    }

    /// Notes that a job that receives has received something just now; false when it does not receive (any more).
    pub fn touch(&mut self, id: JobId, now: Timestamp) -> bool {
        let receiving = self.0.get_mut(&id).filter(|stored| stored.job.state == JobState::Receiving);
        receiving.map(|stored| stored.received_at = now).is_some()
    }

    /// Makes `part` a part of a job that receives and whose parts are loaded, if all have at most `most_bytes` then,
    /// sent or unpacked.
    pub fn put_part(&mut self, id: JobId, part: &JobPart, most_bytes: u64, now: Timestamp) -> JobChange<PartStored> {
        self.change(id, |stored| {
            if stored.job.state != JobState::Receiving {
                return None;
            }
            let (sent, content) = bytes_beside(stored.parts.values(), part.number);
            if sent + part.sent_bytes > most_bytes || content + part.content_bytes > most_bytes {
                return Some(PartStored::TooLarge);
            }
            (stored.received_at, stored.input) = (now, Some(id));
            let replaced = stored.parts.insert(part.number, part.clone()).map(|before| before.blob);
            Some(PartStored::Stored { replaced })
        })
    }

    /// Has a job that receives wait for its turn, behind all others, if its parts, which are loaded, are complete. One
    /// that waits or ever ran stays as it is, even when it has ended: a response that was lost is asked for again.
    pub fn submit(&mut self, id: JobId, digest: Option<&str>, now: Timestamp) -> JobChange<ImportJob> {
        let arrival = self.next_arrival();
        self.change(id, |stored| {
            match stored.job.state {
                JobState::Waiting => {}
                JobState::Receiving if are_complete(stored.parts.keys().copied()) => {
                    stored.received_at = now;
                    stored.wait(arrival);
                    stored.job.digest = digest.map(Into::into);
                }
                _ if stored.job.started_at.is_some() => {}
                _ => return None,
            }
            Some(stored.job.clone())
        })
    }

    /// Cancels a job at once, or asks the server that runs it to.
    pub fn cancel(&mut self, id: JobId, now: Timestamp) -> JobChange<ImportJob> {
        self.change(id, |stored| {
            match stored.job.state {
                JobState::Receiving | JobState::Waiting => stored.stop(JobState::Cancelled, None, now),
                JobState::Running => stored.job.is_cancelling = true,
                _ => return None,
            }
            Some(stored.job.clone())
        })
    }

    /// Cancels the jobs of an account that have not begun.
    pub fn cancel_all_of(&mut self, account: AccountId, reason: &str, now: Timestamp) {
        let own = self.0.values_mut().filter(|stored| stored.job.author.account == account && stored.is_unstarted());
        own.for_each(|stored| stored.stop(JobState::Cancelled, Some(reason), now));
    }

    /// Has `change` change a job, where it returns something.
    fn change<T>(&mut self, id: JobId, change: impl FnOnce(&mut StoredJob) -> Option<T>) -> JobChange<T> {
        let Some(stored) = self.0.get_mut(&id) else { return JobChange::NoJob };
        match change(stored) {
            Some(changed) => JobChange::Made(changed),
            None => JobChange::Impossible(Box::new(stored.job.clone())),
        }
    }

    /// The job that the same request of the same account made before.
    fn same_request(&self, new: &NewJob, now: Timestamp) -> Option<&StoredJob> {
        let key = new.idempotency_key.as_ref()?;
        let forgotten = now.plus_seconds(-IDEMPOTENCY_SECONDS);
        let same = self.iter().filter(|stored| {
            stored.idempotency_key.as_ref() == Some(key)
                && stored.job.author.account == new.author.account
                && stored.job.finished_at.is_none_or(|at| at > forgotten)
        });
        same.max_by_key(|stored| stored.job.created_at)
    }

    /// Whether one more job of `account` may receive or wait.
    fn room(&self, account: AccountId) -> Result<(), TooManyJobs> {
        let unstarted = self.iter().filter(|stored| stored.is_unstarted());
        let own = unstarted.clone().filter(|stored| stored.job.author.account == account);
        may_wait(own.count(), unstarted.count())
    }

    fn next_arrival(&self) -> Option<i64> {
        Some(self.iter().filter_map(|stored| stored.arrival).max().unwrap_or(0) + 1)
    }
}

impl FromIterator<StoredJob> for Jobs {
    fn from_iter<I: IntoIterator<Item = StoredJob>>(jobs: I) -> Self {
        Self(jobs.into_iter().map(|stored| (stored.job.id, stored)).collect())
    }
}
