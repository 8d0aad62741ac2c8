//! All imports together: jobs, and what the commands did.

use super::Imports;
use crate::runtime::{try_call_store, try_call_store_briefly};
use crate::service_failure::ServiceFailure;
use catalog_domain::catalog::PageRequest;
use catalog_domain::imports::{FileName, ImportJob, JobId, JobState};
use catalog_domain::ports::{ImportHistory, JobStore, RECORDED_IMPORTS, RecordedImport, StoreError};
use catalog_domain::values::{CatalogRevision, Timestamp};
use std::cmp::Reverse;
use std::sync::Arc;

/// An import of either kind.
#[derive(Debug, Clone)]
pub enum ListedImport {
    /// A job, and the run that it was committed as, if it was.
    Job(Box<ImportJob>, Option<Box<RecordedImport>>),
    /// A run of a command.
    Command(Box<RecordedImport>),
}

/// A page of them.
#[derive(Debug)]
pub struct ImportList {
    /// The newest first.
    pub items: Vec<ListedImport>,
    /// How many there are in all.
    pub total: u64,
}

#[derive(Clone, Copy)]
enum Entry {
    Job(JobId),
    Command(CatalogRevision),
}

impl Imports {
    /// The imports on a page of all, the newest first.
    pub async fn list(&self, page: PageRequest) -> Result<ImportList, ServiceFailure> {
        let ports = Arc::clone(&self.ports);
        try_call_store(move || list(&*ports.jobs, &*ports.history, page)).await
    }

    /// The job that has written what the job `tried` had tried.
    pub async fn find_import_of_try(&self, tried: JobId) -> Result<Option<JobId>, ServiceFailure> {
        let ports = Arc::clone(&self.ports);
        let jobs = try_call_store(move || ports.jobs.jobs()).await?;
        let mut written = jobs.iter().map(|stored| &stored.job).filter(|job| is_written(job));
        Ok(written.find(|job| job.tried == Some(tried)).map(|job| job.id))
    }
}

fn is_written(job: &ImportJob) -> bool {
    job.state == JobState::Done && !job.options.is_dry_run
}

/// An import that somebody should look at.
#[derive(Debug, Clone)]
pub enum TroubledImport {
    /// A job that did not do what was asked for.
    Stopped(Box<ImportJob>),
    /// A run with warnings that nobody has seen, and what its file is called.
    Warned(Box<RecordedImport>, Option<FileName>),
}

/// How many of the latest imports of each kind are looked at.
const LATEST: u32 = 20;

impl Imports {
    /// Those of the latest imports since `since` that failed, were rejected or have unseen warnings, the newest first.
    /// A try is none of them, nor is a rejected one after which the same account has imported the same file: one of
    /// that name, or of the same kind where it has none.
    pub async fn troubled(&self, since: Timestamp) -> Result<Vec<TroubledImport>, ServiceFailure> {
        let ports = Arc::clone(&self.ports);
        try_call_store_briefly(move || troubled(&*ports.jobs, &*ports.history, since)).await
    }
}

fn troubled(
    jobs: &dyn JobStore,
    history: &dyn ImportHistory,
    since: Timestamp,
) -> Result<Vec<TroubledImport>, StoreError> {
    let runs = history.latest_imports(LATEST)?.into_iter();
    let warned = runs.filter(|run| run.at >= since && run.summary.warnings > 0 && run.seen.is_none());
    let known = jobs.jobs()?;
    let name_of = |run: &RecordedImport| known.get(run.summary.job?)?.job.name.clone();
    let with_name = |run: RecordedImport| {
        let name = name_of(&run);
        (run.at, TroubledImport::Warned(Box::new(run), name))
    };
    let mut found: Vec<_> = warned.map(with_name).collect();
    let mut latest: Vec<&ImportJob> = known.iter().map(|stored| &stored.job).collect();
    latest.sort_by_key(|job| Reverse(job.created_at));
    let stopped = latest.into_iter().take(LATEST as usize).filter(|job| {
        let has_stopped = matches!(job.state, JobState::Failed | JobState::Rejected);
        has_stopped
            && job.created_at >= since
            && !job.options.is_dry_run
            && !known.iter().any(|later| ends(&later.job, job))
    });
    for job in stopped {
        // With its problems.
        let found_job = jobs.find_job(job.id)?;
        found.extend(found_job.map(|job| (job.created_at, TroubledImport::Stopped(Box::new(job)))));
    }
    found.sort_by_key(|(at, _)| Reverse(*at));
    Ok(found.into_iter().map(|(_, import)| import).collect())
}

/// Whether `later` did what the rejected `job` was to do.
fn ends(later: &ImportJob, job: &ImportJob) -> bool {
    let is_same_file = match &job.name {
        Some(name) => later.name.as_ref() == Some(name),
        None => later.options.kind == job.options.kind,
    };
    let is_same = later.author.account == job.author.account && is_same_file;
    job.state == JobState::Rejected && is_same && is_written(later) && later.created_at > job.created_at
}

fn list(jobs: &dyn JobStore, history: &dyn ImportHistory, page: PageRequest) -> Result<ImportList, StoreError> {
    let recorded = history.latest_imports(RECORDED_IMPORTS)?;
    let commands = recorded.iter().filter(|run| run.summary.job.is_none());
    let mut entries: Vec<(Timestamp, Entry)> = commands.map(|run| (run.at, Entry::Command(run.revision))).collect();
    entries.extend(jobs.jobs()?.iter().map(|stored| (stored.job.created_at, Entry::Job(stored.job.id))));
    // Stable: what began at one time stays in the order of its list.
    entries.sort_by_key(|(at, _)| Reverse(*at));
    let first = page.page.saturating_sub(1).saturating_mul(u64::from(page.size));
    let first = usize::try_from(first).unwrap_or(usize::MAX);
    let mut items = Vec::new();
    for (_, entry) in entries.iter().skip(first).take(page.size as usize) {
        let run =
            |is_it: &dyn Fn(&RecordedImport) -> bool| recorded.iter().find(|run| is_it(run)).cloned().map(Box::new);
        match entry {
            Entry::Command(revision) => {
                items.extend(run(&|run| run.revision == *revision).map(ListedImport::Command));
            }
            Entry::Job(id) => {
                let committed = run(&|run| run.summary.job == Some(*id));
                // It may have been forgotten a moment ago.
                items.extend(jobs.find_job(*id)?.map(|job| ListedImport::Job(Box::new(job), committed)));
            }
        }
    }
    Ok(ImportList { items, total: entries.len() as u64 })
}
