//! `GET /api/v2/imports/:id/report`.

use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Import, Permitted};
use crate::params::ImportPath;
use crate::response::lines;
use crate::schemas::ImportIdText;
use crate::schemas::failures::NO_IMPORT_REPORT;
use actix_web::http::Method;
use actix_web::web::{Bytes, Data};
use catalog_app::callers::Caller;
use catalog_app::runtime::Effort;
use catalog_documents::ImportChange;
use catalog_domain::imports::BlobId;
use futures_util::StreamExt;
use futures_util::stream::{TryStreamExt, once, try_unfold};
use http_common::HttpState;
use http_common::response::{StreamDecoder, StreamEncoder, negotiate};

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_import_report).unstored().for_administrators().fails_with(&[NO_IMPORT_REPORT])
}

/// Get every change of an import
///
/// A line for each section and product that the import changed, or would have changed as a dry run. There is one for
/// the last 100 imports that came over HTTP and were done.
#[utoipa::path(
    get,
    path = "/api/v2/imports/{id}/report",
    tag = "Imports",
    params(("id" = ImportIdText, Path, description = "The import.")),
    responses(
        (status = 200, description = "The changes: a line for each of these objects.", body = ImportChange,
            content_type = "application/x-ndjson",
            example = json!({"kind": "product", "id": "PMP-001", "action": "updated", "fields": ["retail"],
                "events": ["commercial"]})),
    )
)]
async fn get_import_report(request: Permitted<Import, ImportPath>) -> ApiResult {
    let id = request.parameters.job().ok_or(ApiError::ImportReportNotFound)?;
    let job = request.state.app.imports.find_job(id).await?.ok_or(ApiError::ImportReportNotFound)?;
    let name = job.changes.ok_or(ApiError::ImportReportNotFound)?;
    let coding = negotiate(request.http.headers());
    let mut response = lines(coding);
    if request.http.method() == Method::HEAD {
        return Ok(response.finish());
    }
    let stream = ChangesStream {
        state: request.state.clone(),
        caller: request.caller.clone(),
        blob: BlobId { job: id, name },
        next: 0,
        decoder: StreamDecoder::new().map_err(ApiError::internal)?,
        encoder: StreamEncoder::new(coding).map_err(ApiError::internal)?,
    };
    // The first bytes are read before anything is sent: what fails then has a proper status.
    let (first, rest) = ChangesStream::advance(Some(stream)).await?.unwrap_or_default();
    // What fails after that ends the connection.
    let rest = try_unfold(rest, ChangesStream::advance).inspect_err(ApiError::log);
    Ok(response.streaming(Box::pin(once(async { Ok::<Bytes, ApiError>(first) }).chain(rest))))
}

/// A report of changes that is being sent.
struct ChangesStream {
    state: Data<HttpState>,
    caller: Caller,
    blob: BlobId,
    next: u32,
    decoder: StreamDecoder,
    encoder: StreamEncoder,
}

impl ChangesStream {
    /// The next bytes, and the rest, if there is one.
    async fn advance(rest: Option<Self>) -> Result<Option<(Bytes, Option<Self>)>, ApiError> {
        let Some(Self { state, caller, blob, next, mut decoder, mut encoder }) = rest else { return Ok(None) };
        let piece = state.app.imports.read_changes(blob, next).await?;
        if piece.is_none() && next == 0 {
            return Err(ApiError::ImportReportNotFound);
        }
        let code = move || match piece {
            Some(piece) => {
                let plain = decoder.decode(&piece)?;
                Ok((encoder.encode(plain)?, Some((decoder, encoder))))
            }
            None => Ok((encoder.finish(Vec::new())?, None)),
        };
        let work = state.app.work.of(caller.requester());
        let coded: std::io::Result<_> = work.run(Effort::Long, code).await?;
        let (bytes, coders) = coded.map_err(ApiError::internal)?;
        // Counted among those in flight.
        let bytes = work.track(bytes).into_bytes();
        let rest = coders.map(|(decoder, encoder)| Self { state, caller, blob, next: next + 1, decoder, encoder });
        Ok(Some((bytes, rest)))
    }
}
