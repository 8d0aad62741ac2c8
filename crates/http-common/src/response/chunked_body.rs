//! Bodies are passed to a connection in small chunks: it copies what it is given, and a client that does not read would
//! otherwise hold a copy of everything that it requested.

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// The largest chunk. A connection takes the next one when it has less than half of this left to send.
pub const CHUNK_BYTES: usize = 64 * 1_024;

/// Middleware (for `from_fn`), directly around the handlers: splits bodies into chunks.
pub async fn send_in_chunks(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let response = next.call(request).await?;
    Ok(response.map_body(|_, body| ChunkedBody { body, rest: Bytes::new() }))
}

struct ChunkedBody<B> {
    body: B,
    /// The rest of the last chunk of the inner body.
    rest: Bytes,
}

impl<B: MessageBody + Unpin> MessageBody for ChunkedBody<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, B::Error>>> {
        let this = self.get_mut();
        if this.rest.is_empty() {
            match ready!(Pin::new(&mut this.body).poll_next(context)) {
                Some(Ok(chunk)) => this.rest = chunk,
                end => return Poll::Ready(end),
            }
        }
        let part = this.rest.split_to(this.rest.len().min(CHUNK_BYTES));
        Poll::Ready(Some(Ok(part)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::poll_fn;

    #[actix_web::test]
    async fn a_body_is_the_same_in_small_chunks() {
        for length in [0, 1, CHUNK_BYTES, CHUNK_BYTES + 1, 5 * CHUNK_BYTES] {
            let whole: Vec<u8> = (0..length).map(|at| u8::try_from(at % 251).unwrap()).collect();
            let mut parts = ChunkedBody { body: Bytes::from(whole.clone()), rest: Bytes::new() };
            assert_eq!(parts.size(), BodySize::Sized(length as u64));
            let mut joined = Vec::new();
            while let Some(part) = poll_fn(|context| Pin::new(&mut parts).poll_next(context)).await {
                let part = part.unwrap();
                assert!(part.len() <= CHUNK_BYTES);
                joined.extend_from_slice(&part);
            }
            assert_eq!(joined, whole);
        }
    }
}
