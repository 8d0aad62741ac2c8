//! Imports over HTTP (`docs/imports-over-http.md`).

mod begin_import;
mod body_receiver;
mod cancel_import;
mod get_import;
mod get_import_report;
mod get_offers;
mod headers;
mod list_imports;
mod put_import_part;
mod start_import;
mod undo_import;

use crate::api_error::{ApiError, ApiResult};
use crate::bodies::import_of_job;
use crate::endpoint::Endpoint;
use crate::response::{self, Authenticated};
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, LOCATION};
use catalog_app::ServiceFailure;
use catalog_app::imports::Imports;
use catalog_documents::Import;
use catalog_domain::imports::{ImportJob, JobAuthor, JobId, JobState};
use http_common::HttpState;

pub(crate) use get_offers::get_offers;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        list_imports::endpoint(),
        begin_import::endpoint(),
        get_import::endpoint(),
        cancel_import::endpoint(),
        put_import_part::endpoint(),
        start_import::endpoint(),
        undo_import::endpoint(),
        get_import_report::endpoint(),
        get_offers::endpoint(),
    ]
}

/// The error of an import that cannot be added to: a store that was moved takes none any more.
fn not_taken(failure: ServiceFailure) -> ApiError {
    match failure {
        ServiceFailure::Moved(_) => {
            ApiError::ImportConflict("The store of this server was moved elsewhere: imports are sent to the new one.")
        }
        failure => failure.into(),
    }
}

/// The body of a job, with the report of its commit where the import could not print it any more.
async fn job_body(imports: &Imports, job: &ImportJob) -> Result<Import, ApiError> {
    let has_no_report = job.state == JobState::Done && job.report.is_none();
    let committed = if has_no_report { imports.find_committed(job.id).await? } else { None };
    Ok(import_of_job(job, committed.as_ref()))
}

async fn author<P>(request: &Authenticated<P>) -> Result<JobAuthor, ApiError> {
    let (caller, account) = (&request.caller, request.caller.account.id);
    let key = match &caller.key {
        Some(used) => {
            let keys = request.state.app.accounts.keys_of(account).await?.unwrap_or_default();
            keys.into_iter().find(|key| key.id == used.id).map(|key| key.name)
        }
        None => None,
    };
    Ok(JobAuthor { account, email: caller.account.email.clone(), key })
}

async fn accepted(state: &HttpState, id: JobId) -> ApiResult {
    let job = state.app.imports.find_job(id).await?.ok_or(ApiError::ImportNotFound)?;
    let mut response = response::no_store(StatusCode::ACCEPTED, &job_body(&state.app.imports, &job).await?)?;
    let location = HeaderValue::from_str(&format!("/api/v2/imports/{id}")).map_err(ApiError::internal)?;
    response.headers_mut().insert(LOCATION, location);
    Ok(response)
}
