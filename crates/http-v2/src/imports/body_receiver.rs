//! How the body of a request is received, by its headers, and what becomes of one that is not.

use super::{headers, not_taken};
use crate::api_error::ApiError;
use actix_web::HttpRequest;
use catalog_app::App;
use catalog_app::callers::Caller;
use http_common::request::{BodyError, BodyReceiver};

/// For the body of `request`, by its headers.
///
/// # Errors
/// When one of them is wrong, or the body is declared as too large.
pub(super) fn body_receiver<'a>(
    request: &HttpRequest,
    app: &'a App,
    caller: &'a Caller,
) -> Result<BodyReceiver<'a>, ApiError> {
    let (encoding, digest) = (headers::encoding(request)?, headers::declared_digest(request)?);
    let most_bytes = app.imports.most_bytes();
    if headers::declared_length(request).is_some_and(|length| length > most_bytes) {
        return Err(body_error(app, BodyError::TooLarge));
    }
    Ok(BodyReceiver { app, caller, encoding, digest, most_bytes })
}

pub(super) fn body_error(app: &App, error: BodyError) -> ApiError {
    match error {
        BodyError::TooLarge => ApiError::ImportTooLarge { most_megabytes: app.imports.most_bytes() >> 20 },
        BodyError::Damaged => {
            ApiError::parameter("body", "the body is not packed as Content-Encoding says, or damaged")
        }
        BodyError::WrongDigest => {
            ApiError::parameter("Content-Digest", "is not that of the body: it was changed on its way")
        }
        BodyError::Stopped | BodyError::Incomplete | BodyError::Empty => ApiError::parameter("body", error.to_string()),
        BodyError::NotReceiving => ApiError::ImportConflict("The import receives no more."),
        BodyError::Failure(failure) => not_taken(failure),
    }
}
