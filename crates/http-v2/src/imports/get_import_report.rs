//! `GET /api/v2/imports/:id/report`.

use crate::api_error::ApiError;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Import, Permitted};
use crate::params::ImportPath;
use crate::response::lines;
use crate::schemas::ImportIdText;
use crate::schemas::failures::{NO_ADMINISTRATOR, NO_IMPORT_REPORT, NOT_WITH_KEY};
use actix_web::http::Method;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use catalog_app::callers::Caller;
use catalog_app::runtime::Effort;
use catalog_documents::ImportChange;
use catalog_domain::imports::BlobId;
use futures_util::stream::{once, unfold};
use futures_util::{Stream, StreamExt};
use http_common::HttpState;
use http_common::response::{StreamDecoder, StreamEncoder, negotiate};

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_import_report).unstored().fails_with(&[NO_ADMINISTRATOR, NOT_WITH_KEY, NO_IMPORT_REPORT])
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
async fn get_import_report(
    asked: Permitted<Import, ImportPath>,
    request: HttpRequest,
    state: Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    let id = asked.request.parameters.job().ok_or(ApiError::ImportReportNotFound)?;
    let job = state.app.imports.find_job(id).await?.ok_or(ApiError::ImportReportNotFound)?;
    let name = job.changes.ok_or(ApiError::ImportReportNotFound)?;
    let coding = negotiate(request.headers());
    let mut response = lines(coding);
    if request.method() == Method::HEAD {
        return Ok(response.finish());
    }
    let stream = ChangesStream {
        state,
        caller: asked.request.caller.clone(),
        blob: BlobId { job: id, name },
        next: 0,
        coder: Some((
            StreamDecoder::new().map_err(ApiError::internal)?,
            StreamEncoder::new(coding).map_err(ApiError::internal)?,
        )),
    };
    // The first bytes are read before anything is sent: what fails then has a proper status.
    let (first, rest) = stream.advance().await?;
    Ok(response.streaming(Box::pin(once(async { Ok::<Bytes, ApiError>(first) }).chain(rest.pieces()))))
}

/// A report of changes that is being sent.
struct ChangesStream {
    state: Data<HttpState>,
    caller: Caller,
    blob: BlobId,
    next: u32,
    /// `None` once everything was sent.
    coder: Option<(StreamDecoder, StreamEncoder)>,
}

impl ChangesStream {
    /// The bytes that are left. What fails ends the connection.
    fn pieces(self) -> impl Stream<Item = Result<Bytes, ApiError>> {
        unfold(Some(self), |stream| async {
            match stream?.advance().await {
                Ok((bytes, rest)) if rest.coder.is_some() || !bytes.is_empty() => Some((Ok(bytes), Some(rest))),
                Ok(_) => None,
                Err(error) => {
                    error.log();
                    Some((Err(error), None))
                }
            }
        })
    }

    /// The next bytes; none when there are no more.
    async fn advance(mut self) -> Result<(Bytes, Self), ApiError> {
        let Some((mut decoder, mut encoder)) = self.coder.take() else { return Ok((Bytes::new(), self)) };
        let piece = self.state.app.imports.read_changes(self.blob, self.next).await?;
        if piece.is_none() && self.next == 0 {
            return Err(ApiError::ImportReportNotFound);
        }
        let code = move || match piece {
            Some(piece) => {
                let plain = decoder.decode(&piece)?;
                Ok((encoder.encode(plain)?, Some((decoder, encoder))))
            }
            None => Ok((encoder.finish(Vec::new())?, None)),
        };
        let work = self.state.app.work.of(self.caller.requester());
        let coded: std::io::Result<_> = work.run(Effort::Long, code).await?;
        let (bytes, coder) = coded.map_err(ApiError::internal)?;
        self.coder = coder;
        self.next += 1;
        // Counted among those in flight.
        let bytes = work.track(bytes).into_bytes();
        Ok((bytes, self))
    }
}
