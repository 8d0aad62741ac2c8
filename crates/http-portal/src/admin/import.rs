//! `/portal/admin/imports/:id`: one import, by its id or by the revision that it made: who asked for it, how far it is,
//! its problems, what it changed or, as a try, would change; and the ways on from there.

use super::import_names as names;
use super::import_report;
use super::shown_import::{self, ShownImport, address};
use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::web::Path;
use askama::Template;
use catalog_app::App;
use catalog_app::imports::ListedImport;
use catalog_domain::imports::{FileName, ImportJob, JobId, JobState};
use catalog_domain::ports::{ImportWarning, RecordedImport};
use catalog_domain::values::CatalogRevision;
use localization::Message;
use std::collections::BTreeSet;

pub(super) const UNKNOWN: PortalError = PortalError::NotFound("error-import-unknown");

/// The problem of an import that was tried on another revision.
const EXPECTED_REVISION: &str = "expectedRevision";

#[derive(Template)]
#[template(path = "admin/import.html")]
struct ImportPage {
    layout: Layout,
    import: ShownImport,
    /// `None`: it came from a command, or is forgotten but for what it wrote.
    job: Option<Box<ImportJob>>,
    /// What it wrote.
    run: Option<Box<RecordedImport>>,
    warnings: Vec<ImportWarning>,
    /// The administrator who marked them as seen, and when: HTML.
    seen: Option<Message>,
    /// Where the stored file can be tried again; `None` when it is not stored.
    try_again: Option<String>,
    /// The import of what was tried.
    imported_as: Option<JobId>,
    /// Whether the catalog has changed since it was tried.
    is_outdated: bool,
    can_be_undone: bool,
    /// The last run that undoes it.
    undone_by: Option<CatalogRevision>,
}

pub(crate) async fn show(signed_in: AdminSignedIn, id: Path<String>) -> PageResult {
    let found = match JobId::parse(&id) {
        Some(id) => find_job(id, signed_in.app()).await?,
        None => find_run(&id, signed_in.app()).await?,
    };
    let import = ShownImport::of(&found);
    let (job, run) = match found {
        ListedImport::Job(job, run) => (Some(job), run),
        ListedImport::Command(run) => (None, Some(run)),
    };
    let imports = &signed_in.app().imports;
    let (can_be_undone, undone_by) = match &run {
        Some(run) => (imports.can_undo(run.revision).await?, imports.last_undo_of(run.revision).await?),
        None => (false, None),
    };
    let present = signed_in.app().catalog.current().revision().0;
    Ok(signed_in.page(&ImportPage {
        layout: Layout::signed_in(title(&import, job.as_deref()), NavItem::Imports, &signed_in),
        warnings: warnings(&import, run.as_deref()),
        seen: seen(run.as_deref(), signed_in.app()).await?,
        try_again: try_again(job.as_deref(), signed_in.app()).await?,
        imported_as: match &job {
            Some(job) if job.options.is_dry_run => imports.find_import_of_try(job.id).await?,
            _ => None,
        },
        is_outdated: import.report.as_ref().is_some_and(|report| report.revision < present),
        import,
        job,
        run,
        can_be_undone,
        undone_by,
    }))
}

async fn find_job(id: JobId, app: &App) -> Result<ListedImport, PortalError> {
    let imports = &app.imports;
    let job = imports.find_job(id).await?.ok_or(UNKNOWN)?;
    let is_written = job.state == JobState::Done && !job.options.is_dry_run;
    let run = if is_written { imports.find_committed(id).await? } else { None };
    Ok(ListedImport::Job(Box::new(job), run.map(Box::new)))
}

/// The run that made a revision, as the job that it was, if that is still there: an import has one page.
async fn find_run(revision: &str, app: &App) -> Result<ListedImport, PortalError> {
    let imports = &app.imports;
    let revision = revision.parse().map(CatalogRevision).map_err(|_| UNKNOWN)?;
    let run = Box::new(imports.find(revision).await?.ok_or(UNKNOWN)?);
    let job = match run.summary.job {
        Some(job) => imports.find_job(job).await?,
        None => None,
    };
    Ok(match job {
        Some(job) => ListedImport::Job(Box::new(job), Some(run)),
        None => ListedImport::Command(run),
    })
}

fn title(import: &ShownImport, job: Option<&ImportJob>) -> Message {
    if let (None, Some(revision)) = (job, import.revision) {
        return Message::new("import-title").with("revision", revision.to_string());
    }
    let name = job.and_then(|job| job.name.as_ref()).map(FileName::as_str);
    let (with_name, without) =
        if import.is_dry_run { ("import-try-of", "import-try") } else { ("import-of", "import") };
    name.map_or_else(|| Message::new(without), |name| Message::new(with_name).with("name", name))
}

/// Those of what was written know their products.
fn warnings(import: &ShownImport, run: Option<&RecordedImport>) -> Vec<ImportWarning> {
    let of_report = || {
        let texts = import.report.iter().flat_map(|report| &report.warnings);
        texts.map(|text| ImportWarning { text: text.as_str().into(), products: Vec::new() }).collect()
    };
    run.map_or_else(of_report, |run| run.summary.warning_texts.clone())
}

async fn seen(run: Option<&RecordedImport>, app: &App) -> Result<Option<Message>, PortalError> {
    let Some(seen) = run.and_then(|run| run.seen) else { return Ok(None) };
    let address = app.accounts.addresses_of(BTreeSet::from([seen.by])).await?.remove(&seen.by);
    let email = address.unwrap_or_else(|| seen.by.to_string());
    Ok(Some(Message::new("import-seen").with("email", email).with("at", seen.at)))
}

async fn try_again(job: Option<&ImportJob>, app: &App) -> Result<Option<String>, PortalError> {
    let ended = job.filter(|job| job.state.has_ended());
    let input = ended.and_then(|job| if job.options.keeps_input { Some(job.id) } else { job.tried });
    let Some(input) = input else { return Ok(None) };
    // What is imported is over, as bytes are that were imported.
    let is_written = ended.is_some_and(|job| job.state == JobState::Done && !job.options.is_dry_run);
    let is_undo = ended.is_some_and(|job| job.options.undoes.is_some());
    let is_stored = if is_undo { !is_written } else { app.imports.has_input(input).await? };
    Ok(is_stored.then(|| format!("{}/try", address(input))))
}

impl ImportPage {
    fn is_refused_for_its_revision(&self) -> bool {
        let is_it = |field: &Option<Box<str>>| field.as_deref() == Some(EXPECTED_REVISION);
        let job = self.job.as_deref().filter(|job| job.state == JobState::Rejected);
        job.is_some_and(|job| job.problems.iter().any(|problem| is_it(&problem.field)))
    }

    fn can_be_imported(&self) -> bool {
        let is_change = self.import.report.as_ref().is_some_and(|report| report.changed);
        self.has_been_tried() && is_change && self.try_again.is_some() && !self.is_outdated
    }

    fn undoes(&self) -> Option<CatalogRevision> {
        let of_run = self.run.as_ref().and_then(|run| run.summary.undoes);
        of_run.or_else(|| self.job.as_ref().and_then(|job| job.options.undoes))
    }

    fn has_been_tried(&self) -> bool {
        self.import.is_dry_run && self.import.state == JobState::Done
    }

    /// How many warnings have no text here.
    fn hidden(&self) -> u64 {
        self.import.warnings.saturating_sub(self.warnings.len() as u64)
    }
}
