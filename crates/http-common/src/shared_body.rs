//! Bodies that take long to make, made once for all who wait for them.

use crate::background::BackgroundError;
use crate::compression::Coding;
use crate::conditional::EntityTag;
use crate::response_cache::{CachePolicy, EncodedBody, Flight};
use crate::services::Services;
use crate::work::{HeldBody, Requester};
use actix_web::web::Data;
use std::sync::Arc;

/// The body under `tag` in the coding that is wanted, or as good as it: what is kept, what is being made already, or
/// what `make` makes of it when it is the turn of `requester`. It is kept for the next one who asks.
///
/// # Errors
/// Those of `make`, and when there is no room for the work, or none for the body in time.
pub async fn shared_body<E>(
    services: &Data<Services>,
    requester: Requester,
    (tag, wanted): (EntityTag, Option<Coding>),
    make: impl Fn() -> Result<Vec<u8>, E> + Send + Sync + 'static,
) -> Result<EncodedBody, E>
where
    E: From<BackgroundError> + Clone + Send + Sync + 'static,
{
    let make = Arc::new(make);
    let finished = || {
        let (services, make) = (services.clone(), Arc::clone(&make));
        async move {
            let plain = plain_body(&services, requester, tag, make).await?;
            let work = services.work_for(requester);
            Ok(services.cache.encode_and_store(work, (tag, wanted), plain, CachePolicy::Store).await?)
        }
    };
    services.cache.flights.share(Flight::Encoded(tag, wanted, requester), finished).await
}

async fn plain_body<E>(
    services: &Data<Services>,
    requester: Requester,
    tag: EntityTag,
    make: Arc<impl Fn() -> Result<Vec<u8>, E> + Send + Sync + 'static>,
) -> Result<HeldBody, E>
where
    E: From<BackgroundError> + Clone + Send + Sync + 'static,
{
    let plain = || {
        let (services, make) = (services.clone(), Arc::clone(&make));
        async move {
            // It may have been made for another requester, or in another coding, since this one began to wait.
            if let Some(body) = services.cache.body(tag, None) {
                return Ok(body.bytes.into());
            }
            services.work_for(requester).make(move || make()).await
        }
    };
    services.cache.flights.share(Flight::Plain(tag, requester), plain).await
}
