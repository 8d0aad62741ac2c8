//! `PUT /api/v2/imports/:id/parts/:n`.

use super::body_receiver::{body_receiver, failed_by};
use super::headers;
use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Import, Permitted};
use crate::params::{ImportPath, ParameterReader, Parameters};
use crate::schemas::failures::{IMPORT_CONFLICT, IMPORT_TOO_LARGE, NO_IMPORT, NO_RECORDS};
use crate::schemas::{ImportIdText, PartBytes, PartNumber};
use actix_web::HttpResponse;
use actix_web::web::Payload;
use catalog_domain::imports::{JobChange, JobState, MAXIMUM_PARTS, PartStored};
use http_common::request::BodyError;

/// The position of `:n` in `/api/v2/imports/:id/parts/:n`.
const PART_SEGMENT: usize = 6;

#[derive(Debug, Hash)]
struct ImportPartPath {
    path: ImportPath,
    /// From 1.
    number: u32,
}

impl Parameters for ImportPartPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let text = reader.segment("n", PART_SEGMENT).unwrap_or_default();
        let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let number = text.parse().ok().filter(|number| is_decimal && (1..=MAXIMUM_PARTS).contains(number));
        if number.is_none() {
            reader.note("n", format!("must be a whole number from 1 to {MAXIMUM_PARTS}"));
        }
        Self { path: ImportPath::read(reader), number: number.unwrap_or(1) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(put_import_part).unstored().for_administrators().fails_with(&[
        NO_IMPORT,
        IMPORT_CONFLICT,
        IMPORT_TOO_LARGE,
        NO_RECORDS,
    ])
}

/// Send a part of an import
///
/// Lines of the input, in any order of parts; a line may not cross parts. Each part may be packed by a
/// `Content-Encoding` of its own, `gzip` or `zstd`. A part that is sent again replaces the one before.
#[utoipa::path(
    put,
    path = "/api/v2/imports/{id}/parts/{n}",
    tag = "Imports",
    params(
        ("id" = ImportIdText, Path, description = "The import.", example = "0af7651916cd43dd8448eb211c80319c"),
        ("n" = inline(PartNumber), Path, description = "The number of the part.", example = 1),
        ("Content-Digest" = Option<String>, Header, nullable = false, description = "`sha-256=:...:` or \
            `sha-512=:...:` of the part as sent (RFC 9530)."),
    ),
    request_body(content = inline(PartBytes), content_type = "application/octet-stream", description = "Lines of records; as \
        `text/csv`, a table of offers."),
    responses((status = 204, description = "The part is there."))
)]
async fn put_import_part(request: Permitted<Import, ImportPartPath>, payload: Payload) -> ApiResult {
    let (imports, ImportPartPath { path, number }) = (&request.state.app.imports, &*request.parameters);
    let (id, number) = (path.job().ok_or(ApiError::ImportNotFound)?, *number);
    // A part that is not wanted is refused before it is sent.
    let job = imports.find_job(id).await?.ok_or(ApiError::ImportNotFound)?;
    let mut receiver = body_receiver(&request, job.options.kind)?;
    if job.state != JobState::Receiving || !job.options.is_in_parts {
        return Err(ApiError::ImportConflict("The import receives no parts, or no more."));
    }
    let declared = headers::declared_length(&request.http).unwrap_or_default();
    let received = async {
        let (mut target, allowance) = imports.receive_part(id, number, declared).await?;
        receiver.most_bytes = allowance;
        let body = receiver.receive(payload, Some(&mut target)).await?;
        Ok(target.store(number, (receiver.encoding, receiver.format), body.sent_bytes, body.content_bytes).await?)
    };
    match failed_by(&request, received.await).await? {
        JobChange::Made(PartStored::Stored { .. }) => Ok(HttpResponse::NoContent().finish()),
        JobChange::Made(PartStored::TooLarge) => failed_by(&request, Err(BodyError::TooLarge)).await,
        JobChange::Impossible(_) => Err(ApiError::ImportConflict("The import receives no parts, or no more.")),
        JobChange::NoJob => Err(ApiError::ImportNotFound),
    }
}
