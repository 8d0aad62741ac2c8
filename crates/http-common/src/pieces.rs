//! Bodies are given to a connection in small pieces: it copies what it is given, and a client that does not read would
//! otherwise have a copy of its own of everything that it asked for.

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// The largest piece. A connection takes the next one when it has less than half of this left to send.
const PIECE_BYTES: usize = 64 * 1_024;

/// Middleware (for `from_fn`), directly around what makes bodies: gives them out in pieces.
///
/// # Errors
/// Those of the wrapped service.
pub async fn send_in_pieces(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let response = next.call(request).await?;
    Ok(response.map_body(|_, body| Pieces { body, rest: Bytes::new() }))
}

/// A body in small pieces.
struct Pieces<B> {
    body: B,
    /// What is left of the last chunk of the body.
    rest: Bytes,
}

impl<B: MessageBody + Unpin> MessageBody for Pieces<B> {
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
        let piece = this.rest.split_to(this.rest.len().min(PIECE_BYTES));
        Poll::Ready(Some(Ok(piece)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::poll_fn;

    #[actix_web::test]
    async fn a_body_is_the_same_in_pieces_none_of_which_is_large() {
        for length in [0, 1, PIECE_BYTES, PIECE_BYTES + 1, 5 * PIECE_BYTES] {
            let whole: Vec<u8> = (0..length).map(|at| u8::try_from(at % 251).unwrap()).collect();
            let mut pieces = Pieces { body: Bytes::from(whole.clone()), rest: Bytes::new() };
            assert_eq!(pieces.size(), BodySize::Sized(length as u64));
            let mut joined = Vec::new();
            while let Some(piece) = poll_fn(|context| Pin::new(&mut pieces).poll_next(context)).await {
                let piece = piece.unwrap();
                assert!(piece.len() <= PIECE_BYTES);
                joined.extend_from_slice(&piece);
            }
            assert_eq!(joined, whole);
        }
    }
}
