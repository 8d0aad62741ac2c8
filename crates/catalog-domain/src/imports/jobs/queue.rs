//! Whose turn it is: servers run the jobs one at a time, in the order in which they began to wait. `holder` is a random
//! id of a server.

use super::{JobLease, Jobs, StoredJob};
use crate::imports::{ImportJob, JOB_LEASE_SECONDS, JobEnd, JobHold, JobId, JobProgress, JobState};
use crate::values::timestamp::Timestamp;

impl Jobs {
    /// The jobs that wait for a server, in order: one that another server has left, and the next ones. None while a
    /// server runs one.
    pub fn queue(&self, now: Timestamp) -> Vec<&ImportJob> {
        if self.is_run(now) {
            return Vec::new();
        }
        let open = self.iter().filter(|stored| matches!(stored.job.state, JobState::Waiting | JobState::Running));
        let mut open: Vec<_> = open.collect();
        open.sort_by_key(|stored| (stored.arrival, stored.job.id));
        open.into_iter().map(|stored| &stored.job).collect()
    }

    /// Whether a server runs one.
    pub fn is_run(&self, now: Timestamp) -> bool {
        self.iter().any(|stored| stored.lease.is_some_and(|lease| lease.until > now))
    }

    /// Gives `holder` the first job of the queue that it can run, for [`JOB_LEASE_SECONDS`] unless that is renewed.
    pub fn claim(&mut self, holder: JobId, now: Timestamp, can_run: impl Fn(&ImportJob) -> bool) -> Option<ImportJob> {
        let id = self.queue(now).into_iter().find(|job| can_run(job))?.id;
        let stored = self.0.get_mut(&id)?;
        stored.lease = Some(lease(holder, now));
        let job = &mut stored.job;
        job.state = JobState::Running;
        job.attempts += 1;
        job.progress = JobProgress::default();
        job.started_at = job.started_at.or(Some(now));
        Some(job.clone())
    }

    /// Renews the lease, and notes how far the job is.
    pub fn renew(&mut self, id: JobId, holder: JobId, progress: JobProgress, now: Timestamp) -> JobHold {
        let Some(stored) = self.held(id, holder) else { return JobHold::Lost };
        stored.lease = Some(lease(holder, now));
        stored.job.progress = progress;
        if stored.job.is_cancelling { JobHold::Cancelling } else { JobHold::Held }
    }

    /// Ends a job, and forgets its parts, unless it keeps them; false when it is not the holder's (any more). One that
    /// was done, and no dry run, also takes the same input from jobs that have ended.
    pub fn finish(&mut self, id: JobId, holder: JobId, end: &JobEnd, now: Timestamp) -> bool {
        let Some(stored) = self.held(id, holder) else { return false };
        let is_written = end.state == JobState::Done && !stored.job.options.is_dry_run;
        let input = stored.input.filter(|_| is_written);
        stored.end(end, now);
        if input.is_some() {
            let same = self.0.values_mut().filter(|other| other.job.state.has_ended() && other.input == input);
            same.for_each(StoredJob::forget_input);
        }
        true
    }

    /// Has a job wait again, in its old place, unless it is not the holder's.
    pub fn release(&mut self, id: JobId, holder: JobId) {
        if let Some(stored) = self.held(id, holder) {
            stored.lease = None;
            stored.job.state = JobState::Waiting;
            stored.job.progress = JobProgress { phase: None, rate: None, ..stored.job.progress };
        }
    }

    fn held(&mut self, id: JobId, holder: JobId) -> Option<&mut StoredJob> {
        self.0.get_mut(&id).filter(|stored| stored.lease.is_some_and(|lease| lease.holder == holder))
    }
}

fn lease(holder: JobId, now: Timestamp) -> JobLease {
    JobLease { holder, until: now.plus_seconds(JOB_LEASE_SECONDS) }
}
