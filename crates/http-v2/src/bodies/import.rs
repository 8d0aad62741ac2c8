//! Imports (`docs/imports-over-http.md`).

use super::product_page::pagination;
use crate::params::ImportId;
use catalog_app::imports::documents::{report_of_job, report_of_run};
use catalog_app::imports::{ImportList, ListedImport};
use catalog_app::text::iso_time;
use catalog_documents::{Import, ImportListMeta, ImportProblem, Imports};
use catalog_domain::catalog::PageRequest;
use catalog_domain::imports::{FileName, ImportJob, JobProblem, JobState};
use catalog_domain::ports::{ImportKind, RecordedImport};

/// A job, and the run that it was committed as.
pub(crate) fn import_of_job(job: &ImportJob, committed: Option<&RecordedImport>) -> Import {
    Import {
        id: job.id.to_string(),
        state: job.state.name().to_owned(),
        phase: job.progress.phase.map(|phase| phase.name().to_owned()),
        mode: mode(job.options.kind),
        kind: kind(job.options.kind),
        dry_run: job.options.is_dry_run,
        name: job.name.as_ref().map(FileName::to_string),
        source: "http".to_owned(),
        by: job.author.email.to_string(),
        key: job.author.key.as_deref().map(str::to_owned),
        created_at: iso_time(job.created_at),
        started_at: job.started_at.map(iso_time),
        finished_at: job.finished_at.map(iso_time),
        undoes: job.options.undoes.map(|revision| revision.0),
        records: Some(job.progress.records),
        rate: job.progress.rate,
        report: report_of_job(job, committed.filter(|_| job.state == JobState::Done)),
        problems: job.problems.iter().map(problem).collect(),
        problem_count: job.problem_tally.count.max(job.problems.len() as u64),
        problems_complete: !job.problem_tally.is_incomplete,
    }
}

/// A run of a command.
pub(crate) fn import_of_run(run: &RecordedImport) -> Import {
    Import {
        id: ImportId::of_run(run.revision),
        state: JobState::Done.name().to_owned(),
        phase: None,
        mode: mode(run.summary.kind),
        kind: kind(run.summary.kind),
        dry_run: false,
        name: None,
        source: "command".to_owned(),
        by: run.summary.by.to_string(),
        key: None,
        created_at: iso_time(run.at),
        started_at: Some(iso_time(run.at)),
        finished_at: Some(iso_time(run.committed_at)),
        undoes: run.summary.undoes.map(|run| run.0),
        records: None,
        rate: None,
        report: Some(report_of_run(run)),
        problems: Vec::new(),
        problem_count: 0,
        problems_complete: true,
    }
}

fn mode(kind: ImportKind) -> Option<String> {
    (kind != ImportKind::Resources).then(|| kind.name().to_owned())
}

fn kind(kind: ImportKind) -> String {
    if kind == ImportKind::Resources { "resources" } else { "catalog" }.to_owned()
}

fn problem(problem: &JobProblem) -> ImportProblem {
    ImportProblem {
        part: problem.part,
        line: problem.line,
        field: problem.field.as_deref().map(str::to_owned),
        message: problem.message.to_string(),
    }
}

pub(crate) fn imports(page: PageRequest, list: &ImportList) -> Imports {
    let item = |import: &ListedImport| match import {
        ListedImport::Job(job, committed) => import_of_job(job, committed.as_deref()),
        ListedImport::Command(run) => import_of_run(run),
    };
    let meta = ImportListMeta { pagination: pagination(page, list.total) };
    Imports { items: list.items.iter().map(item).collect(), meta }
}
