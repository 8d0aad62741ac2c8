//! Bodies that are expensive to build, built once for all requests that wait for them.

use crate::cache::conditional::EntityTag;
use crate::cache::response_cache::{CachePolicy, EncodedBody, Flight, PlainBody};
use crate::response::compression::Coding;
use crate::state::HttpState;
use actix_web::web::Data;
use catalog_app::runtime::{BackgroundError, Requester, TrackedBody};
use std::sync::Arc;

/// The body under `tag` in the wanted coding, or a substitute for it: from the cache, from a build in progress, or
/// built by `make` when it is the turn of `requester`. It is cached for later requests.
///
/// # Errors
/// Those of `make`, and when the queue is full, or the response budget is exhausted for too long.
pub async fn shared_body<E>(
    state: &Data<HttpState>,
    requester: Requester,
    tag: EntityTag,
    wanted: Option<Coding>,
    make: impl Fn() -> Result<Vec<u8>, E> + Send + Sync + 'static,
) -> Result<EncodedBody, E>
where
    E: From<BackgroundError> + Clone + Send + Sync + 'static,
{
    let make = Arc::new(make);
    let finished = || {
        let (state, make) = (state.clone(), Arc::clone(&make));
        async move {
            let plain = plain_body(&state, requester, tag, make).await?;
            let work = state.app.work.of(requester);
            let plain = PlainBody { body: plain, policy: CachePolicy::Store, total: None };
            Ok(state.cache.encode_and_store(work, tag, wanted, plain).await?)
        }
    };
    state.cache.flights.share(Flight::Encoded(tag, wanted, requester), finished).await
}

async fn plain_body<E>(
    state: &Data<HttpState>,
    requester: Requester,
    tag: EntityTag,
    make: Arc<impl Fn() -> Result<Vec<u8>, E> + Send + Sync + 'static>,
) -> Result<TrackedBody, E>
where
    E: From<BackgroundError> + Clone + Send + Sync + 'static,
{
    let plain = || {
        let (state, make) = (state.clone(), Arc::clone(&make));
        async move {
            // It may have been built for another requester, or in another coding, since this one began to wait.
            if let Some(body) = state.cache.body(tag, None) {
                return Ok(body.bytes.into());
            }
            state.app.work.of(requester).make(move || make()).await
        }
    };
    state.cache.flights.share(Flight::Plain(tag, requester), plain).await
}
