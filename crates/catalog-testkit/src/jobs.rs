//! Jobs of imports: short builders, and how one comes to its turn and its end.

use crate::builders::NOON;
use catalog_domain::imports::{
    ImportJob, JobAdded, JobAuthor, JobChange, JobEnd, JobId, JobOptions, JobPart, JobState, NewJob, PartEncoding,
    PartFormat,
};
use catalog_domain::ports::{ChangeJobs, ImportKind, JobScope, JobStore};
use catalog_domain::values::{AccountId, Timestamp};

/// The server that [`run_next`] is.
const SERVER: u8 = 200;

/// The id of that number.
pub fn job_id(number: u8) -> JobId {
    JobId::new([number; 16])
}

/// A delta of the account 1, which is sent in parts.
pub fn new_job(number: u8) -> NewJob {
    NewJob {
        id: job_id(number),
        options: JobOptions { is_in_parts: true, ..JobOptions::new(ImportKind::Delta) },
        author: JobAuthor { account: AccountId(1), email: "ann@example.com".into(), key: None },
        name: None,
        idempotency_key: None,
        tried: None,
    }
}

/// A part whose bytes have the name of that number.
pub fn job_part(number: u32, blob: u8) -> JobPart {
    let (blob, encoding) = (job_id(blob), PartEncoding::Identity);
    JobPart { number, blob, source: None, encoding, format: PartFormat::Offers, sent_bytes: 1, content_bytes: 1 }
}

/// What becomes of a new job at [`NOON`].
pub fn add_job(store: &(impl JobStore + ?Sized), new: &NewJob) -> JobAdded {
    store.change_jobs(JobScope::Growing(None), |jobs| jobs.add(new, NOON)).unwrap()
}

/// Adds a job that waits with one part.
pub fn submit_job(store: &(impl JobStore + ?Sized), new: &NewJob) -> JobId {
    assert_eq!(add_job(store, new), JobAdded::Added(new.id));
    let submitted = store.change_jobs(JobScope::Growing(Some(new.id)), |jobs| {
        jobs.put_part(new.id, &job_part(1, 0), 1_000, NOON);
        jobs.submit(new.id, None, NOON)
    });
    assert!(matches!(submitted, Ok(JobChange::Made(_))), "{submitted:?}");
    new.id
}

/// The job that the server of that number gets at `now`.
pub fn claim_job(store: &(impl JobStore + ?Sized), holder: u8, now: Timestamp) -> Option<ImportJob> {
    store.change_jobs(JobScope::Growing(None), |jobs| jobs.claim(job_id(holder), now, |_| true)).unwrap()
}

/// Ends a job that the server of that number runs.
pub fn finish_job(store: &(impl JobStore + ?Sized), job: JobId, holder: u8, end: &JobEnd) {
    let now = NOON.plus_seconds(2);
    assert!(store.change_jobs(JobScope::Present, |jobs| jobs.finish(job, job_id(holder), end, now)).unwrap());
}

/// Cancels a job.
pub fn cancel_job(store: &(impl JobStore + ?Sized), job: JobId) {
    let cancelled = store.change_jobs(JobScope::Present, |jobs| jobs.cancel(job, NOON)).unwrap();
    assert!(matches!(cancelled, JobChange::Made(_)), "{cancelled:?}");
}

/// Runs the next job to its end.
pub fn run_next(store: &(impl JobStore + ?Sized), end: &JobEnd) -> JobId {
    let job = claim_job(store, SERVER, NOON).unwrap().id;
    finish_job(store, job, SERVER, end);
    job
}

/// The state of a job; `None` when there is none.
pub fn state_of(store: &(impl JobStore + ?Sized), job: JobId) -> Option<JobState> {
    store.find_job(job).unwrap().map(|job| job.state)
}
