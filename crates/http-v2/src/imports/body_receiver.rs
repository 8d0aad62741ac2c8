//! How the body of a request is received, by its headers, and what becomes of one that is not.

use super::{headers, not_taken};
use crate::api_error::ApiError;
use crate::extract::permitted_caller;
use crate::response::Authenticated;
use catalog_app::App;
use catalog_domain::accounts::Operation;
use catalog_domain::ports::ImportKind;
use http_common::RequestError;
use http_common::request::{BodyError, BodyReceiver};

/// For the body of `request`, which has the input of an import of `kind`, by its headers.
///
/// # Errors
/// When one of them is wrong, or the body is declared as too large.
pub(super) fn body_receiver<P>(request: &Authenticated<P>, kind: ImportKind) -> Result<BodyReceiver<'_>, ApiError> {
    let Authenticated { caller, state, http, .. } = request;
    let (encoding, digests) = (headers::encoding(http)?, headers::declared_digests(http)?);
    let format = headers::format(http, kind)?;
    let app = &state.app;
    let most_bytes = app.imports.most_bytes();
    if headers::declared_length(http).is_some_and(|length| length > most_bytes) {
        return Err(body_error(app, BodyError::TooLarge));
    }
    Ok(BodyReceiver { app, caller, encoding, format, digests, most_bytes })
}

/// What was received, or the error of `request`: one whose access has changed is refused as its next request would be.
///
/// # Errors
/// When it was not received.
pub(super) async fn failed_by<P, T>(request: &Authenticated<P>, received: Result<T, BodyError>) -> Result<T, ApiError> {
    if let Err(BodyError::AccessChanged) = &received {
        permitted_caller(&request.http, Operation::Import).await?;
    }
    received.map_err(|error| body_error(&request.state.app, error))
}

fn body_error(app: &App, error: BodyError) -> ApiError {
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
        BodyError::AccessChanged => RequestError::NoValidToken.into(),
        BodyError::Failure(failure) => not_taken(failure),
    }
}
