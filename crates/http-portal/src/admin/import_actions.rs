//! What an administrator does with an import on its page.

use super::import::UNKNOWN;
use super::shown_import::address;
use super::upload::{ImportFields, author, refused};
use crate::form::{Button, PortalForm};
use crate::page::{PageResult, see_other};
use crate::portal_error::PortalError;
use crate::session::{AdminSignedIn, SignedIn};
use actix_web::web::Path;
use catalog_app::App;
use catalog_app::imports::documents::report_of_job;
use catalog_domain::imports::{ImportJob, JobAdded, JobId, JobOptions, JobRepeated, JobState};
use catalog_domain::values::CatalogRevision;

/// Imports exactly what was tried, unless another import came between.
pub(crate) async fn import(signed_in: AdminSignedIn, id: Path<String>, _form: Button) -> PageResult {
    let tried = find(&id, signed_in.app()).await?;
    let is_tried = tried.options.is_dry_run && tried.state == JobState::Done;
    let report = report_of_job(&tried, None).filter(|_| is_tried);
    let report = report.ok_or_else(|| PortalError::bad_request("error-import-not-tried"))?;
    let expected_revision = Some(CatalogRevision(report.revision));
    let options = JobOptions { is_dry_run: false, keeps_input: false, expected_revision, ..tried.options };
    repeat(&signed_in, tried.id, options).await
}

/// Tries the stored file again, perhaps with exceptions.
pub(crate) async fn try_again(
    signed_in: AdminSignedIn,
    id: Path<String>,
    PortalForm(fields): PortalForm<ImportFields>,
) -> PageResult {
    let tried = find(&id, signed_in.app()).await?;
    repeat(&signed_in, tried.id, fields.options()?).await
}

/// Stops an import that has not been written.
pub(crate) async fn cancel(signed_in: AdminSignedIn, id: Path<String>, _form: Button) -> PageResult {
    let job = find(&id, signed_in.app()).await?;
    // One that has ended meanwhile says so on its page.
    signed_in.app().imports.cancel(job.id, signed_in.account.id).await?;
    Ok(see_other(&address(job.id)))
}

/// Tries to undo the run that made a revision. What was tried is imported from the page of the try.
pub(crate) async fn undo(signed_in: AdminSignedIn, revision: Path<String>, _form: Button) -> PageResult {
    let imports = &signed_in.app().imports;
    let revision = revision.parse().map(CatalogRevision).map_err(|_| UNKNOWN)?;
    let run = imports.find(revision).await?.ok_or(UNKNOWN)?;
    if !imports.can_undo(revision).await? {
        return Err(PortalError::bad_request("error-import-not-undoable"));
    }
    let undoes = Some(revision);
    let tried = JobOptions { is_dry_run: true, keeps_input: true, ..JobOptions::new(run.summary.kind.of_undo()) };
    match imports.begin(JobOptions { undoes, ..tried }, None, author(&signed_in), None).await? {
        JobAdded::Added(id) => Ok(see_other(&address(id))),
        JobAdded::TooMany(too_many) => Err(refused(too_many)),
        JobAdded::Known(job) => Ok(see_other(&address(job.id))),
    }
}

/// Notes that the warnings of the run that made a revision were seen: they need no attention any more.
pub(crate) async fn see(signed_in: AdminSignedIn, revision: Path<String>, _form: Button) -> PageResult {
    let revision = revision.parse().map(CatalogRevision).map_err(|_| UNKNOWN)?;
    if !signed_in.app().imports.note_seen(revision, signed_in.account.id).await? {
        return Err(UNKNOWN);
    }
    Ok(see_other(&address(revision)))
}

async fn find(id: &str, app: &App) -> Result<ImportJob, PortalError> {
    let id = JobId::parse(id).ok_or(UNKNOWN)?;
    app.imports.find_job(id).await?.ok_or(UNKNOWN)
}

async fn repeat(signed_in: &SignedIn, tried: JobId, options: JobOptions) -> PageResult {
    match signed_in.app().imports.repeat(tried, options, author(signed_in)).await? {
        JobRepeated::Added(id) => Ok(see_other(&address(id))),
        JobRepeated::TooMany(too_many) => Err(refused(too_many)),
        JobRepeated::NoInput => Err(PortalError::bad_request("error-import-gone")),
    }
}
