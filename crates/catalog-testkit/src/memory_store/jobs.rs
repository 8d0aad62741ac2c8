//! Jobs of imports in memory, with their bytes.

use super::MemoryStore;
use catalog_domain::imports::{
    BlobId, IDEMPOTENCY_SECONDS, ImportJob, JOB_LEASE_SECONDS, JobEnd, JobId, JobPart, JobProblem, JobProgress,
    JobState, KEPT_INPUT_SECONDS, KEPT_INPUTS, LONGEST_BODY_SILENCE_SECONDS, LONGEST_SILENCE_SECONDS, NewJob,
    RECORDED_CHANGES_FILES, RECORDED_JOBS, TooManyJobs, are_complete, bytes_beside, may_wait,
};
use catalog_domain::ports::{
    ImportJobStore, JobAdded, JobBytes, JobChange, JobHold, JobQueue, JobRepeated, NeededBlobs, PartStored, StoreError,
};
use catalog_domain::values::{AccountId, Timestamp};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The jobs, in the order in which they were added.
#[derive(Clone, Default)]
pub(super) struct Jobs {
    entries: Vec<JobEntry>,
    pieces: BTreeMap<(BlobId, u32), (Vec<u8>, Timestamp)>,
    arrivals: u64,
}

#[derive(Clone)]
struct JobEntry {
    job: ImportJob,
    idempotency_key: Option<Box<str>>,
    received_at: Timestamp,
    arrival: u64,
    parts: BTreeMap<u32, JobPart>,
    lease: Option<(JobId, Timestamp)>,
}

impl Jobs {
    fn entry(&mut self, id: JobId) -> Option<&mut JobEntry> {
        self.entries.iter_mut().find(|entry| entry.job.id == id)
    }

    fn may_wait(&self, account: AccountId) -> Result<(), TooManyJobs> {
        let own = self.entries.iter().filter(|entry| entry.job.author.account == account && entry.is_unstarted());
        may_wait(own.count(), self.entries.iter().filter(|entry| entry.is_unstarted()).count())
    }

    pub(super) fn cancel_jobs_of(&mut self, account: AccountId, reason: &str, now: Timestamp) {
        let own = self.entries.iter_mut().filter(|entry| entry.job.author.account == account);
        for entry in own.filter(|entry| entry.is_unstarted()) {
            entry.end(JobState::Cancelled, now);
            entry.job.problems = vec![JobProblem::of_input(reason)];
        }
    }

    fn held(&mut self, id: JobId, holder: JobId) -> Option<&mut JobEntry> {
        self.entry(id).filter(|entry| entry.lease.is_some_and(|(held_by, _)| held_by == holder))
    }
}

impl JobEntry {
    fn new(new: &NewJob, now: Timestamp) -> Self {
        let job = ImportJob {
            id: new.id,
            options: new.options,
            author: new.author.clone(),
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
            changes: None,
            tried: new.tried,
        };
        let (idempotency_key, parts) = (new.idempotency_key.clone(), BTreeMap::new());
        Self { job, idempotency_key, received_at: now, arrival: 0, parts, lease: None }
    }

    fn end(&mut self, state: JobState, now: Timestamp) {
        self.job.state = state;
        self.job.finished_at = Some(now);
        if !self.job.keeps_input_after(state) {
            self.parts.clear();
        }
        self.lease = None;
    }

    fn is_unstarted(&self) -> bool {
        matches!(self.job.state, JobState::Receiving | JobState::Waiting)
    }

    fn is_cut_off(&self, now: Timestamp) -> bool {
        let silent_since = now.plus_seconds(-LONGEST_BODY_SILENCE_SECONDS);
        self.job.state == JobState::Receiving && !self.job.options.is_in_parts && self.received_at < silent_since
    }
}

impl ImportJobStore for MemoryStore {
    fn add_job(&self, job: &NewJob, now: Timestamp) -> Result<JobAdded, StoreError> {
        let jobs = &mut self.state().jobs;
        jobs.entries.retain(|entry| !entry.is_cut_off(now));
        let remembered = now.plus_seconds(-IDEMPOTENCY_SECONDS);
        let is_same = |entry: &&JobEntry| {
            let is_known = entry.job.finished_at.is_none_or(|at| at > remembered);
            is_known
                && job.idempotency_key.is_some()
                && entry.idempotency_key == job.idempotency_key
                && entry.job.author.account == job.author.account
        };
        if let Some(known) = jobs.entries.iter().rev().find(is_same) {
            return Ok(JobAdded::Known(Box::new(known.job.clone())));
        }
        if let Err(too_many) = jobs.may_wait(job.author.account) {
            return Ok(JobAdded::TooMany(too_many));
        }
        jobs.entries.push(JobEntry::new(job, now));
        Ok(JobAdded::Added)
    }

    fn find_job(&self, id: JobId) -> Result<Option<ImportJob>, StoreError> {
        Ok(self.state().jobs.entry(id).map(|entry| entry.job.clone()))
    }

    fn all_jobs(&self) -> Result<Vec<(JobId, Timestamp)>, StoreError> {
        let mut all: Vec<_> =
            self.state().jobs.entries.iter().map(|entry| (entry.job.id, entry.job.created_at)).collect();
        all.sort_by_key(|(id, at)| (Reverse(*at), *id));
        Ok(all)
    }

    fn touch_job(&self, id: JobId, now: Timestamp) -> Result<bool, StoreError> {
        let mut state = self.state();
        let receiving = state.jobs.entry(id).filter(|entry| entry.job.state == JobState::Receiving);
        Ok(receiving.map(|entry| entry.received_at = now).is_some())
    }

    fn put_part(
        &self,
        id: JobId,
        part: &JobPart,
        most_bytes: u64,
        now: Timestamp,
    ) -> Result<JobChange<PartStored>, StoreError> {
        let mut state = self.state();
        let Some(entry) = state.jobs.entry(id) else { return Ok(JobChange::NoJob) };
        if entry.job.state != JobState::Receiving {
            return Ok(JobChange::Impossible(Box::new(entry.job.clone())));
        }
        let parts: Vec<JobPart> = entry.parts.values().cloned().collect();
        let (sent, content) = bytes_beside(&parts, part.number);
        if sent + part.sent_bytes > most_bytes || content + part.content_bytes > most_bytes {
            return Ok(JobChange::Made(PartStored::TooLarge));
        }
        entry.received_at = now;
        let replaced = entry.parts.insert(part.number, part.clone()).map(|part| part.blob);
        Ok(JobChange::Made(PartStored::Stored { replaced }))
    }

    fn parts_of(&self, id: JobId) -> Result<Vec<JobPart>, StoreError> {
        let mut state = self.state();
        Ok(state.jobs.entry(id).map(|entry| entry.parts.values().cloned().collect()).unwrap_or_default())
    }

    fn submit_job(&self, id: JobId, digest: Option<&str>, now: Timestamp) -> Result<JobChange<ImportJob>, StoreError> {
        let jobs = &mut self.state().jobs;
        let arrival = jobs.arrivals + 1;
        let Some(entry) = jobs.entry(id) else { return Ok(JobChange::NoJob) };
        let numbers: Vec<u32> = entry.parts.keys().copied().collect();
        match entry.job.state {
            JobState::Waiting | JobState::Running => return Ok(JobChange::Made(entry.job.clone())),
            JobState::Receiving if are_complete(&numbers) => {}
            _ => return Ok(JobChange::Impossible(Box::new(entry.job.clone()))),
        }
        (entry.job.state, entry.arrival, entry.received_at) = (JobState::Waiting, arrival, now);
        entry.job.digest = digest.map(Into::into);
        let job = entry.job.clone();
        jobs.arrivals = arrival;
        Ok(JobChange::Made(job))
    }

    fn cancel_job(&self, id: JobId, now: Timestamp) -> Result<JobChange<ImportJob>, StoreError> {
        let mut state = self.state();
        let Some(entry) = state.jobs.entry(id) else { return Ok(JobChange::NoJob) };
        match entry.job.state {
            JobState::Receiving | JobState::Waiting => entry.end(JobState::Cancelled, now),
            JobState::Running => entry.job.is_cancelling = true,
            _ => return Ok(JobChange::Impossible(Box::new(entry.job.clone()))),
        }
        Ok(JobChange::Made(entry.job.clone()))
    }

    fn repeat_job(&self, job: &NewJob, now: Timestamp) -> Result<JobRepeated, StoreError> {
        let jobs = &mut self.state().jobs;
        let tried = job.tried.and_then(|tried| jobs.entry(tried)).filter(|entry| entry.job.state.has_ended());
        let Some(input) = tried.filter(|entry| !entry.parts.is_empty()) else { return Ok(JobRepeated::NoInput) };
        let (tried, mut parts) = (input.job.id, input.parts.clone());
        parts.values_mut().for_each(|part| part.source = Some(part.blob_of(tried).job));
        if let Err(too_many) = jobs.may_wait(job.author.account) {
            return Ok(JobRepeated::TooMany(too_many));
        }
        jobs.arrivals += 1;
        let mut entry = JobEntry { parts, arrival: jobs.arrivals, ..JobEntry::new(job, now) };
        entry.job.state = JobState::Waiting;
        jobs.entries.push(entry);
        Ok(JobRepeated::Added)
    }

    fn drop_job(&self, id: JobId) -> Result<(), StoreError> {
        let is_meant = |entry: &JobEntry| entry.job.id == id && entry.job.state == JobState::Receiving;
        self.state().jobs.entries.retain(|entry| !is_meant(entry));
        Ok(())
    }
}

impl JobQueue for MemoryStore {
    fn claim_job(&self, holder: JobId, now: Timestamp) -> Result<Option<ImportJob>, StoreError> {
        let mut state = self.state();
        if state.jobs.entries.iter().any(|entry| entry.lease.is_some_and(|(_, until)| until > now)) {
            return Ok(None);
        }
        let is_open = |entry: &&mut JobEntry| matches!(entry.job.state, JobState::Waiting | JobState::Running);
        let next = state.jobs.entries.iter_mut().filter(is_open).min_by_key(|entry| (entry.arrival, entry.job.id));
        let Some(entry) = next else { return Ok(None) };
        entry.lease = Some((holder, now.plus_seconds(JOB_LEASE_SECONDS)));
        entry.job.state = JobState::Running;
        entry.job.attempts += 1;
        entry.job.progress = JobProgress::default();
        entry.job.started_at = entry.job.started_at.or(Some(now));
        Ok(Some(entry.job.clone()))
    }

    fn renew_job(
        &self,
        id: JobId,
        holder: JobId,
        progress: JobProgress,
        now: Timestamp,
    ) -> Result<JobHold, StoreError> {
        let mut state = self.state();
        let Some(entry) = state.jobs.held(id, holder) else { return Ok(JobHold::Lost) };
        entry.lease = Some((holder, now.plus_seconds(JOB_LEASE_SECONDS)));
        entry.job.progress = progress;
        Ok(if entry.job.is_cancelling { JobHold::Cancelling } else { JobHold::Held })
    }

    fn finish_job(&self, id: JobId, holder: JobId, end: &JobEnd, now: Timestamp) -> Result<bool, StoreError> {
        let mut state = self.state();
        let Some(entry) = state.jobs.held(id, holder) else { return Ok(false) };
        let is_written = end.state == JobState::Done && !entry.job.options.is_dry_run;
        let same: Vec<JobId> = entry.parts.values().map(|part| part.blob).filter(|_| is_written).collect();
        let others = state.jobs.entries.iter_mut().filter(|other| other.job.state.has_ended());
        others.for_each(|other| other.parts.retain(|_, part| !same.contains(&part.blob)));
        let Some(entry) = state.jobs.held(id, holder) else { return Ok(false) };
        entry.end(end.state, now);
        entry.job.progress = JobProgress { records: end.records, ..JobProgress::default() };
        entry.job.report.clone_from(&end.report);
        entry.job.problems.clone_from(&end.problems);
        entry.job.changes = end.changes;
        Ok(true)
    }

    fn release_job(&self, id: JobId, holder: JobId) -> Result<(), StoreError> {
        if let Some(entry) = self.state().jobs.held(id, holder) {
            entry.lease = None;
            entry.job.state = JobState::Waiting;
            entry.job.progress = JobProgress { phase: None, rate: None, ..entry.job.progress };
        }
        Ok(())
    }

    fn clean_jobs(&self, now: Timestamp) -> Result<NeededBlobs, StoreError> {
        let jobs = &mut self.state().jobs;
        jobs.entries.retain(|entry| !entry.is_cut_off(now));
        for entry in &mut jobs.entries {
            let is_silent = entry.received_at < now.plus_seconds(-LONGEST_SILENCE_SECONDS);
            if entry.job.state == JobState::Receiving && is_silent {
                entry.end(JobState::Failed, now);
                entry.job.problems = vec![JobProblem::of_input("nothing was received for 24 hours")];
            }
        }
        let mut ended: Vec<_> =
            jobs.entries.iter().filter_map(|entry| Some((entry.job.finished_at?, entry.job.id))).collect();
        ended.sort_by_key(|(at, id)| (Reverse(*at), *id));
        let (mut inputs, oldest) = (0, now.plus_seconds(-KEPT_INPUT_SECONDS));
        for (at, id) in &ended {
            if let Some(entry) = jobs.entry(*id).filter(|entry| !entry.parts.is_empty()) {
                inputs += 1;
                if inputs > KEPT_INPUTS || *at < oldest {
                    entry.parts.clear();
                }
            }
        }
        let forgotten: Vec<JobId> = ended.iter().skip(RECORDED_JOBS).map(|(_, id)| *id).collect();
        jobs.entries.retain(|entry| !forgotten.contains(&entry.job.id));
        let mut files = 0;
        for (_, id) in &ended {
            if let Some(entry) = jobs.entry(*id).filter(|entry| entry.job.changes.is_some()) {
                files += 1;
                if files > RECORDED_CHANGES_FILES {
                    entry.job.changes = None;
                }
            }
        }
        let blobs = jobs.entries.iter().flat_map(|entry| {
            let job = entry.job.id;
            let changes = entry.job.changes.map(|name| BlobId { job, name });
            entry.parts.values().map(move |part| part.blob_of(job)).chain(changes)
        });
        let open = jobs.entries.iter().filter(|entry| !entry.job.state.has_ended());
        Ok(NeededBlobs { blobs: blobs.collect(), jobs: open.map(|entry| entry.job.id).collect() })
    }
}

impl JobBytes for MemoryStore {
    fn append_piece(&self, blob: BlobId, piece: u32, bytes: &[u8], now: Timestamp) -> Result<(), StoreError> {
        self.state().jobs.pieces.insert((blob, piece), (bytes.to_vec(), now));
        Ok(())
    }

    fn read_piece(&self, blob: BlobId, piece: u32) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.state().jobs.pieces.get(&(blob, piece)).map(|(bytes, _)| bytes.clone()))
    }

    fn delete_blob(&self, blob: BlobId) -> Result<(), StoreError> {
        self.state().jobs.pieces.retain(|(stored, _), _| *stored != blob);
        Ok(())
    }

    fn all_blobs(&self) -> Result<Vec<(BlobId, Timestamp)>, StoreError> {
        let state = self.state();
        let first = state.jobs.pieces.iter().filter(|((_, piece), _)| *piece == 0);
        Ok(first.map(|((blob, _), (_, at))| (*blob, *at)).collect())
    }
}
