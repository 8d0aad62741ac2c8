//! An import as the history and its own page show it, wherever it came from.

use super::import_names as names;
use crate::catalog::links::encoded;
use catalog_app::imports::ListedImport;
use catalog_app::imports::documents::{report_of_job, report_of_run};
use catalog_documents::ImportReport;
use catalog_domain::imports::{FileName, ImportJob, JobState};
use catalog_domain::ports::{ImportKind, RecordedImport};
use catalog_domain::values::{AccountId, Timestamp};
use localization::Message;
use std::fmt::Display;

pub(super) struct ShownImport {
    /// The revision that it made; of a try the one that it was tried on.
    pub(super) revision: Option<i64>,
    pub(super) address: String,
    /// When it was asked for.
    pub(super) at: Timestamp,
    pub(super) ended: Option<Timestamp>,
    pub(super) state: JobState,
    pub(super) is_dry_run: bool,
    pub(super) kind: ImportKind,
    pub(super) source: &'static str,
    pub(super) files: Vec<Box<str>>,
    pub(super) report: Option<ImportReport>,
    pub(super) warnings: u64,
    pub(super) duration: Option<Message>,
    /// HTML.
    pub(super) by: Message,
    /// Whose it is; `None`: a command's.
    pub(super) account: Option<AccountId>,
}

/// The page of the import with that id, or that made that revision.
pub(super) fn address(id: impl Display) -> String {
    format!("/portal/admin/imports/{id}")
}

/// Where a product is explained: it need not be public.
pub(super) fn explanation(stock_number: &str) -> String {
    format!("/portal/admin/look?item={}", encoded(stock_number))
}

impl ShownImport {
    pub(super) fn of(import: &ListedImport) -> Self {
        match import {
            ListedImport::Job(job, committed) => Self::of_job(job, committed.as_deref()),
            ListedImport::Command(run) => Self::of_run(run),
        }
    }

    fn of_job(job: &ImportJob, committed: Option<&RecordedImport>) -> Self {
        let committed = committed.filter(|_| job.state == JobState::Done);
        let report = report_of_job(job, committed);
        let warnings = committed.map(|run| run.summary.warnings);
        let recorded = || committed.map(|run| run.summary.files.clone()).unwrap_or_default();
        Self {
            revision: report.as_ref().map(|report| report.revision),
            address: address(job.id),
            at: job.created_at,
            ended: job.finished_at,
            state: job.state,
            is_dry_run: job.options.is_dry_run,
            kind: job.options.kind,
            source: "import-from-http",
            files: job.name.as_ref().map(FileName::as_str).map_or_else(recorded, |name| vec![name.into()]),
            warnings: warnings.unwrap_or_else(|| report.as_ref().map_or(0, |report| report.warnings.len() as u64)),
            report,
            duration: job.duration_microseconds().map(names::duration),
            by: names::author(&job.author),
            account: Some(job.author.account),
        }
    }

    fn of_run(run: &RecordedImport) -> Self {
        let from = if run.summary.job.is_some() { "import-from-http" } else { "import-from-command" };
        Self {
            revision: Some(run.revision.0),
            address: address(run.revision),
            at: run.at,
            ended: Some(run.committed_at),
            state: JobState::Done,
            is_dry_run: false,
            kind: run.summary.kind,
            source: from,
            report: Some(report_of_run(run)),
            duration: Some(names::duration(run.duration_microseconds())),
            files: run.summary.files.clone(),
            warnings: run.summary.warnings,
            by: Message::new("import-by").with("email", &run.summary.by),
            account: None,
        }
    }

    /// When it ended, and how long it ran: HTML.
    pub(super) fn end(&self) -> Option<Message> {
        let at = self.ended?;
        Some(match &self.duration {
            Some(took) => Message::new("import-ended-after").with("at", at).with("duration", took),
            None => Message::new("import-ended-at").with("at", at),
        })
    }
}
