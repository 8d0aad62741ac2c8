//! `GET /api/v2/imports/:id`.

use super::job_body;
use crate::api_error::{ApiError, ApiResult};
use crate::bodies::import_of_run;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Import, Permitted};
use crate::params::{ImportId, ImportPath, ParameterReader, Parameters};
use crate::response::{self, Authenticated, V2};
use crate::schemas::failures::NO_IMPORT;
use crate::schemas::{ImportIdText, WaitSeconds};
use catalog_domain::imports::JobId;
use http_common::pipeline::authenticate;

/// The longest that a request can wait, in seconds: proxies end what is silent for longer.
const LONGEST_WAIT: u64 = 30;

/// An import, and how long to wait for its end.
#[derive(Debug, Hash)]
struct GetImport {
    path: ImportPath,
    /// In seconds.
    wait: u64,
}

impl Parameters for GetImport {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { path: ImportPath::read(reader), wait: reader.number("wait", 0..=LONGEST_WAIT).unwrap_or(0) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_import).unstored().for_administrators().fails_with(&[NO_IMPORT])
}

/// Get an import
///
/// Where an import is, or how it ended. With `wait` the response comes once it has ended, or after so many seconds.
#[utoipa::path(
    get,
    path = "/api/v2/imports/{id}",
    tag = "Imports",
    params(
        ("id" = ImportIdText, Path, description = "The import."),
        ("wait" = inline(Option<WaitSeconds>), Query, nullable = false, description = "How long to wait for the end, in \
            seconds."),
    ),
    responses((status = 200, description = "The import.", body = catalog_documents::Import))
)]
async fn get_import(request: Permitted<Import, GetImport>) -> ApiResult {
    let parameters = &request.parameters;
    let body = match parameters.path.import {
        Some(ImportId::Job(id)) => wait_for_job(&request, id).await?,
        Some(ImportId::Run(revision)) => {
            let run = request.state.app.imports.find(revision).await?.filter(|run| run.summary.job.is_none());
            run.as_ref().map(import_of_run)
        }
        None => None,
    };
    response::unstored(&body.ok_or(ApiError::ImportNotFound)?)
}

async fn wait_for_job(
    request: &Authenticated<GetImport>,
    id: JobId,
) -> Result<Option<catalog_documents::Import>, ApiError> {
    let (app, wait) = (&request.state.app, request.parameters.wait);
    let job = tokio::select! {
        job = app.imports.wait_for_end(id, wait) => job?,
        () = app.callers.access_ended(&request.caller) => None,
    };
    if wait > 0 {
        // Access may have ended meanwhile.
        authenticate::<V2>(&request.http).await?;
    }
    match job {
        Some(job) => job_body(&app.imports, &job).await.map(Some),
        None => Ok(None),
    }
}
