//! All imports together: jobs, and what the commands did.

use super::Imports;
use crate::runtime::try_call_store;
use crate::service_failure::ServiceFailure;
use catalog_domain::catalog::PageRequest;
use catalog_domain::imports::{ImportJob, JobId};
use catalog_domain::ports::{ImportHistory, ImportJobStore, RECORDED_IMPORTS, RecordedImport, StoreError};
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
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read.
    pub async fn list(&self, page: PageRequest) -> Result<ImportList, ServiceFailure> {
        let ports = Arc::clone(&self.ports);
        try_call_store(move || list(&*ports.jobs, &*ports.history, page)).await
    }
}

fn list(jobs: &dyn ImportJobStore, history: &dyn ImportHistory, page: PageRequest) -> Result<ImportList, StoreError> {
    let recorded = history.latest_imports(RECORDED_IMPORTS)?;
    let commands = recorded.iter().filter(|run| run.summary.job.is_none());
    let mut entries: Vec<(Timestamp, Entry)> = commands.map(|run| (run.at, Entry::Command(run.revision))).collect();
    entries.extend(jobs.all_jobs()?.into_iter().map(|(id, at)| (at, Entry::Job(id))));
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
