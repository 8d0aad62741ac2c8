//! `/portal/admin/imports/:id`: an import that came over HTTP: how far it is, its problems, what it changed or, as a
//! try, would change; and the ways on from there.

use super::import_names as names;
use super::import_report;
use super::upload::{ImportFields, author, refused};
use crate::filters;
use crate::form::{NoFields, PortalForm};
use crate::page::{Layout, NavItem, see_other};
use crate::portal_error::PortalError;
use crate::session::{AdminSignedIn, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use catalog_app::imports::documents::report_of_job;
use catalog_documents::ImportReport;
use catalog_domain::imports::{ImportJob, JobId, JobOptions, JobRepeated, JobState};
use catalog_domain::values::CatalogRevision;
use http_common::HttpState;
use localization::Message;

const UNKNOWN: PortalError = PortalError::NotFound("error-import-unknown");

/// The problem of an import that was tried on another revision.
const EXPECTED_REVISION: &str = "expectedRevision";

#[derive(Template)]
#[template(path = "admin/job.html")]
struct JobPage {
    layout: Layout,
    form_token: String,
    job: ImportJob,
    address: String,
    report: Option<ImportReport>,
    /// Where the stored file can be tried again; `None` when it is not stored.
    try_again: Option<String>,
    /// Whether the catalog has changed since it was tried.
    is_outdated: bool,
}

pub(super) fn address(id: JobId) -> String {
    format!("/portal/admin/imports/{id}")
}

pub(super) async fn show(signed_in: &SignedIn, id: JobId, state: &HttpState) -> Result<HttpResponse, PortalError> {
    let imports = &state.app.imports;
    let job = imports.find_job(id).await?.ok_or(UNKNOWN)?;
    let is_committed = job.state == JobState::Done && !job.options.is_dry_run;
    let committed = if is_committed { imports.find_committed(id).await? } else { None };
    let report = report_of_job(&job, committed.as_ref());
    let input = if job.options.keeps_input { Some(id) } else { job.tried };
    let is_stored = match input.filter(|_| job.state.has_ended()) {
        Some(input) => imports.has_input(input).await?,
        None => false,
    };
    let present = state.app.catalog.current().revision().0;
    let is_outdated = report.as_ref().is_some_and(|report| report.revision < present);
    let title = if job.options.is_dry_run { "import-try" } else { "import" };
    Ok(signed_in.page(&JobPage {
        layout: Layout::signed_in(title, NavItem::Imports, signed_in),
        form_token: signed_in.form_token().to_owned(),
        address: address(id),
        try_again: input.filter(|_| is_stored).map(|input| format!("{}/try", address(input))),
        report,
        job,
        is_outdated,
    }))
}

/// Imports exactly what was tried, unless another import came between.
pub(crate) async fn import(
    signed_in: AdminSignedIn,
    id: Path<String>,
    PortalForm(NoFields {}): PortalForm<NoFields>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let tried = find(&id, &state).await?;
    let is_tried = tried.options.is_dry_run && tried.state == JobState::Done;
    let report = report_of_job(&tried, None).filter(|_| is_tried);
    let report = report.ok_or_else(|| PortalError::bad_request("error-import-not-tried"))?;
    let expected_revision = Some(CatalogRevision(report.revision));
    let options = JobOptions { is_dry_run: false, keeps_input: false, expected_revision, ..tried.options };
    repeat(&signed_in, &state, tried.id, options).await
}

/// Tries the stored file again, perhaps with exceptions.
pub(crate) async fn try_again(
    signed_in: AdminSignedIn,
    id: Path<String>,
    PortalForm(fields): PortalForm<ImportFields>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let tried = find(&id, &state).await?;
    repeat(&signed_in, &state, tried.id, fields.options()?).await
}

/// Stops an import that has not been written.
pub(crate) async fn cancel(
    signed_in: AdminSignedIn,
    id: Path<String>,
    PortalForm(NoFields {}): PortalForm<NoFields>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let job = find(&id, &state).await?;
    // One that has ended meanwhile says so on its page.
    state.app.imports.cancel(job.id, signed_in.account.id).await?;
    Ok(see_other(&address(job.id)))
}

async fn find(id: &str, state: &HttpState) -> Result<ImportJob, PortalError> {
    let id = JobId::parse(id).ok_or(UNKNOWN)?;
    state.app.imports.find_job(id).await?.ok_or(UNKNOWN)
}

async fn repeat(
    signed_in: &SignedIn,
    state: &HttpState,
    tried: JobId,
    options: JobOptions,
) -> Result<HttpResponse, PortalError> {
    match state.app.imports.repeat(tried, options, author(signed_in)).await? {
        JobRepeated::Added(id) => Ok(see_other(&address(id))),
        JobRepeated::TooMany(too_many) => Err(refused(too_many)),
        JobRepeated::NoInput => Err(PortalError::bad_request("error-import-gone")),
    }
}

impl JobPage {
    fn is_refused_for_its_revision(&self) -> bool {
        let is_it = |field: &Option<Box<str>>| field.as_deref() == Some(EXPECTED_REVISION);
        self.job.state == JobState::Rejected && self.job.problems.iter().any(|problem| is_it(&problem.field))
    }

    /// Whether what was tried can be imported.
    fn can_be_imported(&self) -> bool {
        let is_change = self.report.as_ref().is_some_and(|report| report.changed);
        let is_tried = self.job.options.is_dry_run && self.job.state == JobState::Done;
        is_tried && is_change && self.try_again.is_some() && !self.is_outdated
    }

    /// The state, and how far it is.
    fn progress(&self) -> Message {
        let (state, progress) = (Message::new(names::state(&self.job.state)), &self.job.progress);
        let state = match progress.phase {
            Some(phase) => {
                Message::new("import-state-phase").with("state", state).with("phase", Message::new(names::phase(phase)))
            }
            None => state,
        };
        let read = match progress.rate {
            Some(rate) => Message::new("import-read-at").with("rate", rate),
            None => Message::new("import-read"),
        };
        read.with("state", state).with("count", progress.records)
    }

    /// When it ended, and how long it ran: HTML.
    fn end(&self) -> Option<Message> {
        let at = self.job.finished_at?;
        Some(match self.job.duration_microseconds() {
            Some(took) => Message::new("import-ended-after").with("at", at).with("duration", names::duration(took)),
            None => Message::new("import-ended-at").with("at", at),
        })
    }
}
