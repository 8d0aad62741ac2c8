//! Compresses response bodies where it pays off, in the encoding that the client prefers.
//!
//! The levels are the fastest ones: compression is by far the most expensive step of serving a catalog page.

mod coding;
mod negotiation;
mod stream_encoder;

use actix_web::web::Bytes;
use catalog_app::runtime::{BackgroundError, WorkFor};
pub use coding::Coding;
pub use negotiation::negotiate;
pub use stream_encoder::{StreamDecoder, StreamEncoder};

/// Smaller bodies fit in a packet or two anyway.
const SMALLEST_COMPRESSED: usize = 1_024;

/// Larger bodies would occupy an async thread for longer than about a millisecond.
const LARGEST_INLINE: usize = 64 * 1_024;

/// Whether compressing `body` may pay off.
pub(crate) fn is_worth_compressing(body: &[u8]) -> bool {
    body.len() >= SMALLEST_COMPRESSED
}

/// `body` in that coding; `None` when that does not pay off or fails, and then the plain body is sent.
///
/// # Errors
/// [`BackgroundError`] when the queue is full.
pub(crate) async fn compressed(
    work: Option<WorkFor<'_>>,
    coding: Coding,
    body: &Bytes,
) -> Result<Option<Vec<u8>>, BackgroundError> {
    if !is_worth_compressing(body) {
        return Ok(None);
    }
    let compressed = if body.len() <= LARGEST_INLINE {
        coding.encode(body).ok()
    } else {
        let Some(WorkFor { pool, requester, .. }) = work else { return Ok(None) };
        let body = body.clone();
        pool.run(requester, move || coding.encode(&body).ok()).await?
    };
    Ok(compressed.filter(|compressed| compressed.len() < body.len()))
}
