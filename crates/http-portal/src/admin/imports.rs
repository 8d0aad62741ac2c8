//! `/portal/admin/imports`: a file to check and import, and the history of imports in pages.

use super::import_charts::Chart;
use super::import_names as names;
use super::import_report;
use super::job::address;
use super::paging::{ListPage, PageLink};
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use askama::Template;
use catalog_app::imports::ListedImport;
use catalog_app::imports::documents::{report_of_job, report_of_run};
use catalog_documents::ImportReport;
use catalog_domain::imports::{ImportJob, JobState};
use catalog_domain::ports::{ImportKind, RecordedImport};
use catalog_domain::values::Timestamp;
use http_common::HttpState;
use localization::Message;
use serde::Deserialize;

const CHARTED: u32 = 100;

#[derive(Deserialize)]
pub(crate) struct ImportsQuery {
    page: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/imports.html")]
struct ImportsPage {
    layout: Layout,
    form_token: String,
    most_megabytes: u64,
    charts: Vec<Chart>,
    total: u64,
    imports: Vec<ImportRow>,
    pages: Vec<PageLink>,
}

struct ImportRow {
    /// The revision that it made; of a try the one that it was tried on.
    revision: Option<i64>,
    address: String,
    at: Timestamp,
    state: JobState,
    is_dry_run: bool,
    kind: ImportKind,
    source: &'static str,
    files: Vec<Box<str>>,
    report: Option<ImportReport>,
    warnings: u64,
    duration: Option<Message>,
    /// HTML.
    by: Message,
}

/// A page of all imports, newest first.
pub(crate) async fn show(
    signed_in: AdminSignedIn,
    query: Query<ImportsQuery>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let shown = ListPage::read(query.page.as_deref())?;
    let recorded = state.app.imports.latest(CHARTED).await?;
    let charts =
        if recorded.is_empty() { Vec::new() } else { vec![Chart::of_products(&recorded), Chart::of_events(&recorded)] };
    let listed = state.app.imports.list(shown.request()).await?;
    let row = |import: ListedImport| match import {
        ListedImport::Job(job, committed) => ImportRow::of_job(&job, committed.as_deref()),
        ListedImport::Command(run) => ImportRow::of_run(*run),
    };
    Ok(signed_in.page(&ImportsPage {
        layout: Layout::signed_in("imports-title", NavItem::Imports, &signed_in),
        form_token: signed_in.form_token().to_owned(),
        most_megabytes: state.app.imports.most_bytes() >> 20,
        charts,
        total: listed.total,
        imports: listed.items.into_iter().map(row).collect(),
        pages: shown.links(listed.total, |number| format!("/portal/admin/imports?page={number}#history")),
    }))
}

impl ImportRow {
    fn of_job(job: &ImportJob, committed: Option<&RecordedImport>) -> Self {
        let committed = committed.filter(|_| job.state == JobState::Done);
        let report = report_of_job(job, committed);
        let warnings = committed.map(|run| run.summary.warnings);
        Self {
            revision: report.as_ref().map(|report| report.revision),
            address: address(job.id),
            at: job.created_at,
            state: job.state,
            is_dry_run: job.options.is_dry_run,
            kind: job.options.kind,
            source: "import-from-http",
            files: committed.map(|run| run.summary.files.clone()).unwrap_or_default(),
            warnings: warnings.unwrap_or_else(|| report.as_ref().map_or(0, |report| report.warnings.len() as u64)),
            report,
            duration: job.duration_microseconds().map(names::duration),
            by: names::author(&job.author),
        }
    }

    fn of_run(run: RecordedImport) -> Self {
        Self {
            revision: Some(run.revision.0),
            address: format!("/portal/admin/imports/{}", run.revision),
            at: run.at,
            state: JobState::Done,
            is_dry_run: false,
            kind: run.summary.kind,
            source: "import-from-command",
            report: Some(report_of_run(&run)),
            duration: Some(names::duration(run.duration_microseconds())),
            files: run.summary.files,
            warnings: run.summary.warnings,
            by: Message::new("import-by").with("email", run.summary.by),
        }
    }
}
