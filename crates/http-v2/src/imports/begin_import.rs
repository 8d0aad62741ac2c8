//! `POST /api/v2/imports`.

use super::body_receiver::{body_receiver, failed_by};
use super::headers::{self, ImportContent};
use super::{accepted, author, job_body, not_taken};
use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{BodyFields, Import, JsonDocument, Permitted, check_media_type, receive_body};
use crate::params::{Guards, ParameterReader, Parameters};
use crate::response;
use crate::schemas::failures::{IMPORT_CONFLICT, IMPORT_TOO_LARGE, NO_RECORDS, TOO_MANY_IMPORTS};
use crate::schemas::{ImportKindName, ImportModeName};
use actix_web::HttpRequest;
use actix_web::web::Payload;
use catalog_domain::imports::{FileName, ImportJob, JobAdded, JobOptions};
use catalog_domain::ports::ImportKind;
use http_common::HttpState;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// An import whose input comes in parts.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewImport {
    /// Always true.
    parts: bool,
}

impl JsonDocument for NewImport {
    fn read(fields: &mut BodyFields) -> Self {
        let parts = fields.required_true("parts");
        fields.refuse_rest();
        Self { parts }
    }
}

/// What an import is to do. Whether it comes in parts, its body says.
#[derive(Debug)]
struct BeginImport {
    options: JobOptions,
    name: Option<FileName>,
}

impl std::hash::Hash for BeginImport {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.options.kind.hash(state);
    }
}

impl Parameters for BeginImport {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let names = ["mode", "allowRemovals", "maxRenames", "allowEmpty"];
        let given = names.map(|name| reader.is_given(name));
        let mode = reader.parsed("mode", |text| match text {
            "delta" => Ok(ImportKind::Delta),
            "full" => Ok(ImportKind::Full),
            _ => Err("must be delta or full".to_owned()),
        });
        let kind = reader.parsed("kind", |text| match text {
            "catalog" => Ok(None),
            "resources" => Ok(Some(ImportKind::Resources)),
            _ => Err("must be catalog or resources".to_owned()),
        });
        let kind = kind.flatten();
        for (name, _) in names.iter().zip(given).filter(|(_, is_given)| *is_given && kind.is_some()) {
            reader.note(name, "is not for kind=resources");
        }
        let guards = Guards::read(reader).options(kind.or(mode).unwrap_or(ImportKind::Delta));
        let options = JobOptions { allow_empty: reader.flag("allowEmpty").unwrap_or(false), ..guards };
        let name = reader.parsed("name", |text| FileName::parse(text).map_err(|error| error.to_string()));
        Self { options, name }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(begin_import)
        .unstored()
        .fails_instead_with(&[IMPORT_TOO_LARGE, NO_RECORDS])
        .for_administrators()
        .fails_with(&[IMPORT_CONFLICT, TOO_MANY_IMPORTS])
}

/// Begin an import
///
/// Imports records in the import format, for administrators and keys with the right `import` or `admin`. Either the
/// body is the whole input: `Content-Type: application/x-ndjson`, plain or with `Content-Encoding: gzip` or `zstd`, or
/// `text/csv` for a table of offers, in a delta. Or it is `{"parts": true}`: the input is then sent by
/// `PUT /api/v2/imports/{id}/parts/{n}` and begun by `POST /api/v2/imports/{id}/start`. The import waits for its turn;
/// `GET /api/v2/imports/{id}` says what became of it.
///
/// With an `Idempotency-Key` the request can be repeated: with the same parameters and bytes it is the same import
/// (200), with others a 409, until 24 hours after its end.
#[utoipa::path(
    post,
    path = "/api/v2/imports",
    tag = "Imports",
    params(
        ("mode" = inline(Option<ImportModeName>), Query, nullable = false, description = "Whether the input has changes \
            (`delta`) or is the whole catalog (`full`). Not for resources."),
        ("kind" = inline(Option<ImportKindName>), Query, nullable = false, description = "What the records are."),
        ("dryRun" = Option<bool>, Query, nullable = false, description = "Check and report everything, change nothing."),
        ("allowRemovals" = Option<u64>, Query, nullable = false, maximum = 9007199254740991u64, description = "Let up to \
            so many products stop being public, whatever share of all that is."),
        ("maxRenames" = Option<u64>, Query, nullable = false, maximum = 9007199254740991u64, description = "Let at most \
            so many products get another stock number; otherwise the larger of 100 and 20 % of the public ones."),
        ("allowEmpty" = Option<bool>, Query, nullable = false, description = "Let a first import have no section on the \
            storefront."),
        ("expectedRevision" = Option<u64>, Query, nullable = false, maximum = 9007199254740991u64, description = "The \
            revision that the catalog has to have when the import begins; otherwise it is rejected."),
        ("name" = Option<String>, Query, nullable = false, min_length = 1, max_length = 255,
            pattern = r"^[^\x00-\x1F\x7F/\\]*[^\s\x00-\x1F\x7F/\\][^\x00-\x1F\x7F/\\]*$", description = "What the file is \
            called, without a path: to find the import by. It wins over that of `Content-Disposition`."),
        ("Content-Disposition" = Option<String>, Header, nullable = false, description = "Its `filename` or \
            `filename*` is what the file is called (RFC 6266)."),
        ("Idempotency-Key" = Option<String>, Header, nullable = false, max_length = 255, description = "Makes the \
            request repeatable."),
        ("Content-Digest" = Option<String>, Header, nullable = false, description = "`sha-256=:...:` or \
            `sha-512=:...:` of the body as sent (RFC 9530)."),
    ),
    request_body = NewImport,
    responses(
        (status = 202, description = "The import receives or waits.", body = catalog_documents::Import,
            headers(("Location" = String, description = "Where the import is."))),
        (status = 200, description = "The same request was made before: its import.", body = catalog_documents::Import),
    )
)]
async fn begin_import(request: Permitted<Import, BeginImport>, payload: Payload) -> ApiResult {
    let (state, BeginImport { options, name }) = (&request.state, &*request.parameters);
    let content = headers::content(&request.http)?;
    let (key, named) = (headers::idempotency_key(&request.http)?, headers::file_name(&request.http)?);
    let options = JobOptions { is_in_parts: content == ImportContent::Document, ..*options };
    let name = name.clone().or(named);
    let is_same = |job: &ImportJob| job.options == options && job.name == name;
    let begin = async || {
        let begun = state.app.imports.begin(options, name.clone(), author(&request).await?, key).await;
        begun.map_err(not_taken)
    };
    match content {
        ImportContent::Document => {
            read_new_import(&request.http, payload).await?;
            match begin().await? {
                JobAdded::Added(id) => accepted(state, id).await,
                JobAdded::Known(job) if is_same(&job) => known(state, &job).await,
                JobAdded::Known(_) => Err(OTHER_REQUEST),
                JobAdded::TooMany(too_many) => Err(ApiError::TooManyImports(too_many)),
            }
        }
        ImportContent::Input => {
            let receiver = body_receiver(&request, options.kind)?;
            match begin().await? {
                JobAdded::Added(id) => {
                    failed_by(&request, receiver.receive_job(payload, id).await).await?;
                    accepted(state, id).await
                }
                JobAdded::Known(job) if is_same(&job) => {
                    let body = failed_by(&request, receiver.receive(payload, None).await).await?;
                    let is_known = job.digest.as_deref() == Some(&*body.content_digest);
                    if is_known { known(state, &job).await } else { Err(OTHER_REQUEST) }
                }
                JobAdded::Known(_) => Err(OTHER_REQUEST),
                JobAdded::TooMany(too_many) => Err(ApiError::TooManyImports(too_many)),
            }
        }
    }
}

/// Reads the document that says that the input comes in parts. Lines that are declared
/// as one are refused with the right media type.
async fn read_new_import(request: &HttpRequest, payload: Payload) -> Result<(), ApiError> {
    let received = match check_media_type(request) {
        Ok(()) => receive_body(request, payload.into_inner()).await,
        Err(error) => Err(error),
    };
    let body = received.map_err(|error| match error {
        ApiError::UnsupportedMediaType | ApiError::PayloadTooLarge => ApiError::UnsupportedImport,
        error => error,
    })?;
    let has_records = || {
        let first = serde_json::Deserializer::from_slice(&body).into_iter::<Map<String, Value>>().next();
        first.is_some_and(|first| first.is_ok_and(|first| first.contains_key("type") && !first.contains_key("parts")))
    };
    match BodyFields::parse::<NewImport>(&body) {
        Err(_) if has_records() => Err(ApiError::UnsupportedImport),
        read => read.map(drop),
    }
}

const OTHER_REQUEST: ApiError =
    ApiError::ImportConflict("The Idempotency-Key belongs to another request: with other parameters or another body.");

async fn known(state: &HttpState, job: &ImportJob) -> ApiResult {
    response::unstored(&job_body(&state.app.imports, job).await?)
}
