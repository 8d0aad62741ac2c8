//! `POST /api/v2/imports/:id/undo`.

use super::{accepted, author, not_taken};
use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Import, Permitted};
use crate::params::{Guards, ImportId, ImportPath, ParameterReader, Parameters};
use crate::schemas::ImportIdText;
use crate::schemas::failures::{IMPORT_CONFLICT, NO_IMPORT, TOO_MANY_IMPORTS};
use catalog_app::imports::Imports;
use catalog_domain::imports::{JobAdded, JobOptions, NOTHING_TO_UNDO};

/// The import that is undone, and how.
#[derive(Debug, Hash)]
struct UndoImport {
    path: ImportPath,
    guards: Guards,
}

impl Parameters for UndoImport {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { path: ImportPath::read(reader), guards: Guards::read(reader) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(undo_import).unstored().for_administrators().fails_with(&[NO_IMPORT, IMPORT_CONFLICT, TOO_MANY_IMPORTS])
}

/// Undo an import
///
/// Begins an import that brings back what the import with this id replaced, and switches off what it made. Products
/// and sections that later imports have changed are left out, each with a warning. It is an import like any other: it
/// waits for its turn, has a report and events, and can be undone itself. The last 20 imports can be undone.
#[utoipa::path(
    post,
    path = "/api/v2/imports/{id}/undo",
    tag = "Imports",
    params(
        ("id" = ImportIdText, Path, description = "The import.", example = "0af7651916cd43dd8448eb211c80319c"),
        ("dryRun" = Option<bool>, Query, nullable = false, description = "Check and report everything, change nothing."),
        ("allowRemovals" = Option<u64>, Query, nullable = false, maximum = 9007199254740991u64, description = "Let up to \
            so many products stop being public, whatever share of all that is."),
        ("maxRenames" = Option<u64>, Query, nullable = false, maximum = 9007199254740991u64, description = "Let at most \
            so many products get another stock number; otherwise the larger of 100 and 20 % of the public ones."),
        ("expectedRevision" = Option<u64>, Query, nullable = false, maximum = 9007199254740991u64, description = "The \
            revision that the catalog has to have when the import begins; otherwise it is rejected."),
    ),
    responses((status = 202, description = "The import waits.", body = catalog_documents::Import,
        headers(("Location" = String, description = "Where the import is."))))
)]
async fn undo_import(request: Permitted<Import, UndoImport>) -> ApiResult {
    let UndoImport { path, guards } = &*request.parameters;
    let imports = &request.state.app.imports;
    let run = match path.import.ok_or(ApiError::ImportNotFound)? {
        ImportId::Job(id) => imports.find_committed(id).await?,
        ImportId::Run(revision) => imports.find(revision).await?.filter(|run| run.summary.job.is_none()),
    };
    let Some(run) = run else {
        return Err(not_committed(imports, path.import).await?);
    };
    if !imports.can_undo(run.revision).await? {
        return Err(ApiError::ImportNotUndoable);
    }
    let options = JobOptions { undoes: Some(run.revision), ..guards.options(run.summary.kind.of_undo()) };
    let author = author(&request).await?;
    match imports.begin(options, None, author, None).await.map_err(not_taken)? {
        JobAdded::Added(id) => accepted(&request.state, id).await,
        JobAdded::TooMany(too_many) => Err(ApiError::TooManyImports(too_many)),
        // Without an Idempotency-Key there is none.
        JobAdded::Known(job) => accepted(&request.state, job.id).await,
    }
}

/// Why there is nothing to undo: an import that was not committed is known all the same.
async fn not_committed(imports: &Imports, id: Option<ImportId>) -> Result<ApiError, ApiError> {
    let is_known = match id {
        Some(ImportId::Job(id)) => imports.find_job(id).await?.is_some(),
        _ => false,
    };
    Ok(if is_known { ApiError::ImportConflict(NOTHING_TO_UNDO) } else { ApiError::ImportNotFound })
}
