//! `/portal/admin/imports`: a file to try, and the last imports.

use super::import_charts::Chart;
use super::import_report::ShownReport;
use super::job::address;
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use catalog_app::imports::ListedImport;
use catalog_domain::catalog::PageRequest;
use catalog_domain::imports::{ImportJob, JobState};
use catalog_domain::ports::RecordedImport;
use catalog_domain::values::Timestamp;
use http_common::HttpState;

const SHOWN: u32 = 100;

#[derive(Template)]
#[template(path = "admin/imports.html")]
struct ImportsPage {
    layout: Layout,
    form_token: String,
    most_megabytes: u64,
    imports: Vec<ImportRow>,
    charts: Vec<Chart>,
}

/// An import in the history.
struct ImportRow {
    /// The revision that it made; of a try the one that it was tried on.
    revision: Option<i64>,
    address: String,
    at: Timestamp,
    state: JobState,
    is_dry_run: bool,
    mode: &'static str,
    source: &'static str,
    files: Vec<Box<str>>,
    report: Option<ShownReport>,
    warnings: u64,
    duration: String,
    by: Box<str>,
    key: Option<Box<str>>,
}

/// The last 100 imports, newest first.
pub(crate) async fn show(signed_in: AdminSignedIn, state: Data<HttpState>) -> Result<HttpResponse, PortalError> {
    let recorded = state.app.imports.latest(SHOWN).await?;
    let charts =
        if recorded.is_empty() { Vec::new() } else { vec![Chart::of_products(&recorded), Chart::of_events(&recorded)] };
    let listed = state.app.imports.list(PageRequest { page: 1, size: SHOWN }).await?;
    let row = |import: ListedImport| match import {
        ListedImport::Job(job, committed) => ImportRow::of_job(*job, committed.as_deref()),
        ListedImport::Command(run) => ImportRow::of_run(*run),
    };
    Ok(signed_in.page(&ImportsPage {
        layout: Layout::signed_in("imports-title", NavItem::Imports, &signed_in),
        form_token: signed_in.form_token().to_owned(),
        most_megabytes: state.app.imports.most_bytes() >> 20,
        imports: listed.items.into_iter().map(row).collect(),
        charts,
    }))
}

impl ImportRow {
    fn of_job(job: ImportJob, committed: Option<&RecordedImport>) -> Self {
        let committed = committed.filter(|_| job.state == JobState::Done);
        let report = ShownReport::of_job(&job, committed);
        let warnings = committed.map(|run| run.summary.warnings);
        Self {
            revision: report.as_ref().map(|report| report.revision),
            address: address(job.id),
            at: job.created_at,
            state: job.state,
            is_dry_run: job.options.is_dry_run,
            mode: job.options.kind.name(),
            source: "http",
            files: committed.map(|run| run.summary.files.clone()).unwrap_or_default(),
            warnings: warnings.unwrap_or_else(|| report.as_ref().map_or(0, |report| report.warnings.len() as u64)),
            report,
            duration: job.duration_microseconds().map_or_else(String::new, duration_text),
            by: job.author.email,
            key: job.author.key,
        }
    }

    fn of_run(run: RecordedImport) -> Self {
        Self {
            revision: Some(run.revision.0),
            address: format!("/portal/admin/imports/{}", run.revision),
            at: run.at,
            state: JobState::Done,
            is_dry_run: false,
            mode: run.summary.kind.name(),
            source: "command",
            report: Some(ShownReport::of_run(&run)),
            duration: duration_text(run.duration_microseconds()),
            files: run.summary.files,
            warnings: run.summary.warnings,
            by: run.summary.by,
            key: None,
        }
    }
}

/// How long an import took: `1.9 s`.
pub(super) fn duration_text(microseconds: i64) -> String {
    let milliseconds = microseconds / 1_000;
    format!("{}.{} s", milliseconds / 1_000, milliseconds % 1_000 / 100)
}
