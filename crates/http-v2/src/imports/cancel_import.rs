//! `DELETE /api/v2/imports/:id`.

use super::job_body;
use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Import, Permitted};
use crate::params::{ImportId, ImportPath};
use crate::response;
use crate::schemas::ImportIdText;
use crate::schemas::failures::{IMPORT_CONFLICT, NO_IMPORT};
use actix_web::http::StatusCode;
use catalog_domain::imports::JobChange;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(cancel_import).unstored().for_administrators().fails_with(&[NO_IMPORT, IMPORT_CONFLICT])
}

/// Cancel an import
///
/// What is not running is cancelled at once. What runs ends soon: `cancelled`, or `done` if it was committed before.
#[utoipa::path(
    delete,
    path = "/api/v2/imports/{id}",
    tag = "Imports",
    params(("id" = ImportIdText, Path, description = "The import.", example = "0af7651916cd43dd8448eb211c80319c")),
    responses(
        (status = 202, description = "The import is cancelled, or will be unless it is committed before.",
            body = catalog_documents::Import),
    )
)]
async fn cancel_import(request: Permitted<Import, ImportPath>) -> ApiResult {
    let imports = &request.state.app.imports;
    let ended = || ApiError::ImportConflict("The import has ended.");
    let id = match request.parameters.import {
        Some(ImportId::Job(id)) => id,
        Some(ImportId::Run(revision)) => {
            let run = imports.find(revision).await?.filter(|run| run.summary.job.is_none());
            return Err(run.map_or(ApiError::ImportNotFound, |_| ended()));
        }
        None => return Err(ApiError::ImportNotFound),
    };
    match imports.cancel(id, request.caller.account.id).await? {
        JobChange::Made(job) => response::no_store(StatusCode::ACCEPTED, &job_body(imports, &job).await?),
        JobChange::Impossible(_) => Err(ended()),
        JobChange::NoJob => Err(ApiError::ImportNotFound),
    }
}
