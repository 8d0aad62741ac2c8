//! A finished file that is sent piece by piece.

use crate::api_error::ApiError;
use crate::check_stream::check_stream;
use actix_web::web::{Bytes, Data};
use catalog_app::callers::Caller;
use catalog_app::feed::ProductStream;
use catalog_app::runtime::Effort;
use futures_util::Stream;
use futures_util::stream::{TryStreamExt, try_unfold};
use http_common::HttpState;
use http_common::response::StreamEncoder;
use std::fs::File;
use std::io::{self, Read};

/// The bytes that are read at a time.
const PIECE: u64 = 64 * 1_024;

pub(crate) struct FileStream {
    pub(crate) state: Data<HttpState>,
    pub(crate) caller: Caller,
    pub(crate) file: File,
    pub(crate) encoder: StreamEncoder,
    pub(crate) stream: ProductStream,
}

impl FileStream {
    /// What is sent. What fails ends the connection: the status was sent long ago.
    pub(crate) fn into_stream(self) -> impl Stream<Item = Result<Bytes, ApiError>> {
        try_unfold(Some(self), Self::advance).inspect_err(ApiError::log)
    }

    /// The next bytes, and the rest, if there is one.
    async fn advance(rest: Option<Self>) -> Result<Option<(Bytes, Option<Self>)>, ApiError> {
        let Some(Self { state, caller, mut file, mut encoder, stream }) = rest else { return Ok(None) };
        check_stream(&state, &caller, &stream)?;
        let read = move || {
            let mut piece = Vec::new();
            let is_last = (&mut file).take(PIECE).read_to_end(&mut piece)? == 0;
            if is_last {
                Ok((encoder.finish(piece)?, None))
            } else {
                Ok((encoder.encode(piece)?, Some((file, encoder))))
            }
        };
        let work = state.app.work.of(caller.requester());
        let read: io::Result<_> = work.run(Effort::Long, read).await?;
        let (bytes, rest) = read.map_err(ApiError::internal)?;
        // The previous piece is gone, and this one replaces it.
        let bytes = work.track(bytes).into_bytes();
        stream.sends(bytes.len());
        Ok(Some((bytes, rest.map(|(file, encoder)| Self { state, caller, file, encoder, stream }))))
    }
}
