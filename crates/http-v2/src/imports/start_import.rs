//! `POST /api/v2/imports/:id/start`.

use super::{job_body, not_taken};
use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Import, Permitted};
use crate::params::ImportPath;
use crate::response;
use crate::schemas::ImportIdText;
use crate::schemas::failures::{IMPORT_CONFLICT, NO_IMPORT};
use actix_web::http::StatusCode;
use catalog_domain::imports::{JobChange, JobState};

pub(super) fn endpoint() -> Endpoint {
    endpoint!(start_import).unstored().for_administrators().fails_with(&[NO_IMPORT, IMPORT_CONFLICT])
}

/// Start an import
///
/// Says that all parts of an import were sent: from 1 on, without a gap. It waits for its turn then, in the order in
/// which imports were started. One that waits, runs or has run stays as it is.
#[utoipa::path(
    post,
    path = "/api/v2/imports/{id}/start",
    tag = "Imports",
    params(("id" = ImportIdText, Path, description = "The import.", example = "0af7651916cd43dd8448eb211c80319c")),
    responses((status = 202, description = "The import waits for its turn.", body = catalog_documents::Import))
)]
async fn start_import(request: Permitted<Import, ImportPath>) -> ApiResult {
    let id = request.parameters.job().ok_or(ApiError::ImportNotFound)?;
    let imports = &request.state.app.imports;
    match imports.submit(id, None).await.map_err(not_taken)? {
        // The jobs that decisions are made on lack what one that has ended reported.
        JobChange::Made(job) if job.state.has_ended() => {
            let job = imports.find_job(id).await?.ok_or(ApiError::ImportNotFound)?;
            response::no_store(StatusCode::ACCEPTED, &job_body(imports, &job).await?)
        }
        JobChange::Made(job) => response::no_store(StatusCode::ACCEPTED, &job_body(imports, &job).await?),
        JobChange::Impossible(job) if job.state == JobState::Receiving => {
            Err(ApiError::ImportConflict("The import has no parts, or not all from 1 to the last."))
        }
        JobChange::Impossible(_) => Err(ApiError::ImportConflict("The import ended before it began to run.")),
        JobChange::NoJob => Err(ApiError::ImportNotFound),
    }
}
