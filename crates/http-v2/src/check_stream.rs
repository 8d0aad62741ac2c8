//! Whether a snapshot or a price list may go on: asked before each of its pieces.

use crate::api_error::ApiError;
use catalog_app::callers::Caller;
use catalog_app::feed::{ProductStream, StreamEnd};
use catalog_app::runtime::BackgroundError;
use http_common::HttpState;
use http_common::pipeline::check_access;

/// Fails when the server stops, the stream has lost its place, or the caller its access or its prices.
pub(crate) fn check_stream(state: &HttpState, caller: &Caller, stream: &ProductStream) -> Result<(), ApiError> {
    match stream.end() {
        Some(StreamEnd::Stopping) => Err(BackgroundError::Full.into()),
        Some(StreamEnd::TooSlow) => Err(ApiError::StreamTooSlow),
        None => Ok(check_access(state, caller)?),
    }
}
