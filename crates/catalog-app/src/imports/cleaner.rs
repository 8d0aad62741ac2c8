//! Deletes the bytes that no job needs any more.

use crate::service_failure::causes;
use catalog_domain::imports::{BlobId, Jobs, LONGEST_SILENCE_SECONDS};
use catalog_domain::ports::{ChangeJobs, JobBytes, JobScope, JobStore, StoreClock, StoreError};
use long_work::{Period, PeriodicThread};
use std::sync::Arc;
use std::time::Duration;

/// The pause between two turns: ended jobs have no bytes for longer than two of them.
const INTERVAL: Duration = Duration::from_secs(5);

/// Cleans every few seconds, first at once, on a thread that ends soon after the result is dropped.
///
/// # Errors
/// When the operating system cannot start a thread.
pub fn clean_every_few_seconds(
    jobs: Arc<dyn JobStore>,
    bytes: Arc<dyn JobBytes>,
    clock: Arc<dyn StoreClock>,
) -> std::io::Result<PeriodicThread> {
    let (thread, work) = ("import cleaner", "deleting bytes of imports");
    let period = Period { thread, work, first: Duration::ZERO, pause: INTERVAL, has_last_turn: false };
    PeriodicThread::start(period, move |_| {
        if let Err(error) = clean(&*jobs, &*bytes, &*clock) {
            tracing::debug!(cause = causes(&error), "the bytes of ended imports could not be deleted");
        }
    })
}

/// Forgets what is too old, and deletes every blob that is neither needed nor still being received.
pub(super) fn clean(store: &dyn JobStore, bytes: &dyn JobBytes, clock: &dyn StoreClock) -> Result<(), StoreError> {
    // Listed first: what comes meanwhile is not among them.
    let blobs = bytes.all_blobs()?;
    let now = clock.store_time()?;
    let mut jobs = store.jobs()?;
    // Most of the time there is nothing to do, and nothing is locked then.
    if jobs.clean(now) {
        jobs = store.change_jobs(JobScope::Present, |jobs| {
            jobs.clean(now);
            jobs.clone()
        })?;
    }
    // Read after the jobs: the input of one that has ended meanwhile may be another one's by now.
    let parts = store.part_blobs()?;
    let oldest = now.plus_seconds(-LONGEST_SILENCE_SECONDS);
    for (blob, at) in blobs {
        let is_coming = at > oldest && jobs.open().any(|job| job.id == blob.job);
        if !is_coming && !parts.contains(&blob) && !is_report_of_changes(&jobs, blob) {
            bytes.delete_blob(blob)?;
        }
    }
    Ok(())
}

fn is_report_of_changes(jobs: &Jobs, blob: BlobId) -> bool {
    jobs.get(blob.job).is_some_and(|stored| stored.job.changes == Some(blob.name))
}
