//! The headers that say what a body is.

use crate::api_error::ApiError;
use crate::response::LINES;
use actix_web::HttpRequest;
use actix_web::http::header::{
    CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, Charset, ContentDisposition, HeaderName,
    HeaderValue,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use catalog_domain::imports::{FileName, PartEncoding, PartFormat};
use catalog_domain::ports::ImportKind;
use http_common::request::DeclaredDigests;

const JSON: &str = "application/json";

/// The most characters of a key that makes a request repeatable.
const LONGEST_IDEMPOTENCY_KEY: usize = 255;

/// A table of offers.
const TABLE: &str = "text/csv";

/// What comes with a request that begins an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ImportContent {
    /// The whole input: lines of records, or a table of offers.
    Input,
    /// A document that says that the input comes in parts.
    Document,
}

/// What `request` comes with.
///
/// # Errors
/// When it is declared as neither.
pub(super) fn content(request: &HttpRequest) -> Result<ImportContent, ApiError> {
    let media_type = media_type(request);
    if media_type.eq_ignore_ascii_case(LINES) || media_type.eq_ignore_ascii_case(TABLE) {
        Ok(ImportContent::Input)
    } else if media_type.eq_ignore_ascii_case(JSON) {
        Ok(ImportContent::Document)
    } else {
        Err(ApiError::UnsupportedImport)
    }
}

fn media_type(request: &HttpRequest) -> &str {
    let declared = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    declared.split(';').next().unwrap_or_default().trim()
}

/// What the body of an import of `kind` is. A part of any other type than that of a table has lines, as ever.
///
/// # Errors
/// For a table where it is none of a delta.
pub(super) fn format(request: &HttpRequest, kind: ImportKind) -> Result<PartFormat, ApiError> {
    if !media_type(request).eq_ignore_ascii_case(TABLE) {
        return Ok(PartFormat::Records);
    }
    let parameter = match kind {
        ImportKind::Delta => return Ok(PartFormat::Offers),
        ImportKind::Full => "mode",
        ImportKind::Resources => "kind",
    };
    Err(ApiError::parameter(parameter, "must be left out for text/csv: a table of offers is a delta of the catalog"))
}

/// How the body is packed.
///
/// # Errors
/// For any other encoding than the known ones, and for several.
pub(super) fn encoding(request: &HttpRequest) -> Result<PartEncoding, ApiError> {
    match text(request, &CONTENT_ENCODING)? {
        Some(name) => PartEncoding::from_name(name.trim()).ok_or(ApiError::UnsupportedImport),
        None => Ok(PartEncoding::Identity),
    }
}

pub(super) fn declared_length(request: &HttpRequest) -> Option<u64> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The digests that the body is declared to have (RFC 9530). Algorithms that are not known are ignored beside one that
/// is, and so are parameters.
///
/// # Errors
/// When one is malformed, or none is known.
pub(super) fn declared_digests(request: &HttpRequest) -> Result<DeclaredDigests, ApiError> {
    let name = HeaderName::from_static("content-digest");
    let values = request.headers().get_all(&name).map(|value| value.to_str().unwrap_or("?")).collect::<Vec<_>>();
    let mut digests = DeclaredDigests::default();
    if values.is_empty() {
        return Ok(digests);
    }
    let bad = || ApiError::parameter("Content-Digest", "must be sha-256=:<Base64>: or sha-512=:<Base64>: of the body");
    let (all, mut is_quoted) = (values.join(","), false);
    let members = all.split(|character| {
        is_quoted ^= character == '"';
        character == ',' && !is_quoted
    });
    for member in members {
        let (algorithm, value) = member.split_once('=').unwrap_or((member, ""));
        let (digest, length) = match &*algorithm.trim().to_ascii_lowercase() {
            "sha-256" => (&mut digests.sha_256, 32),
            "sha-512" => (&mut digests.sha_512, 64),
            _ => continue,
        };
        let value = value.split(';').next().unwrap_or_default().trim();
        let value = value.strip_prefix(':').and_then(|rest| rest.strip_suffix(':')).ok_or_else(bad)?;
        if STANDARD.decode(value).map_err(|_| bad())?.len() != length {
            return Err(bad());
        }
        *digest = Some(value.to_owned());
    }
    if digests == DeclaredDigests::default() { Err(bad()) } else { Ok(digests) }
}

/// The key that makes the request repeatable; `None` without one.
///
/// # Errors
/// When it is empty, too long, given twice, or no text.
pub(super) fn idempotency_key(request: &HttpRequest) -> Result<Option<Box<str>>, ApiError> {
    let Some(key) = text(request, &HeaderName::from_static("idempotency-key"))? else { return Ok(None) };
    let key = key.trim();
    if key.is_empty() || key.len() > LONGEST_IDEMPOTENCY_KEY {
        let reason = format!("must have 1 to {LONGEST_IDEMPOTENCY_KEY} characters");
        return Err(ApiError::parameter("Idempotency-Key", reason));
    }
    Ok(Some(key.into()))
}

/// What the file is called (RFC 6266); `None` where that is not said.
///
/// # Errors
/// When the header is malformed, or the file's name is none.
pub(super) fn file_name(request: &HttpRequest) -> Result<Option<FileName>, ApiError> {
    let title = "Content-Disposition";
    let Some(value) = single(request, &CONTENT_DISPOSITION, title)? else { return Ok(None) };
    let malformed =
        || ApiError::parameter(title, "must be attachment; filename=\"...\" or filename*=UTF-8''... (RFC 6266)");
    let disposition = ContentDisposition::from_raw(value).map_err(|_| malformed())?;
    let name = match (disposition.get_filename_ext(), disposition.get_filename()) {
        (Some(extended), _) if extended.charset == Charset::Ext("UTF-8".to_owned()) => {
            std::str::from_utf8(&extended.value).map_err(|_| malformed())?
        }
        (Some(_), _) => return Err(malformed()),
        (None, Some(name)) => name,
        (None, None) => return Ok(None),
    };
    FileName::parse(name).map(Some).map_err(|error| ApiError::parameter(title, format!("the file's name {error}")))
}

fn text<'a>(request: &'a HttpRequest, name: &HeaderName) -> Result<Option<&'a str>, ApiError> {
    let title = if *name == CONTENT_ENCODING { "Content-Encoding" } else { "Idempotency-Key" };
    let Some(value) = single(request, name, title)? else { return Ok(None) };
    value.to_str().map(Some).map_err(|_| ApiError::parameter(title, "must be ASCII text"))
}

fn single<'a>(request: &'a HttpRequest, name: &HeaderName, title: &str) -> Result<Option<&'a HeaderValue>, ApiError> {
    let mut values = request.headers().get_all(name);
    let value = values.next();
    if values.next().is_some() {
        return Err(ApiError::parameter(title, "must be given only once"));
    }
    Ok(value)
}
