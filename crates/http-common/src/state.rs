//! What handlers are given.

use crate::auth::rate_limit::{TrustedProxies, client_source};
use crate::cache::response_cache::ResponseCache;
use actix_web::HttpRequest;
use actix_web::web::Data;
use catalog_app::{App, ServiceFailure};
use catalog_domain::accounts::AttemptSource;
use std::sync::Arc;

/// The application, and what only HTTP needs. Assembled once, by the server.
pub struct HttpState {
    /// What can be done.
    pub app: App,
    /// The response cache.
    pub cache: Arc<ResponseCache>,
    /// The proxies in front of this server.
    pub trusted_proxies: TrustedProxies,
}

impl HttpState {
    /// The state of the handler of `request`.
    ///
    /// # Errors
    /// When the routes have none.
    pub fn of(request: &HttpRequest) -> Result<&Data<Self>, ServiceFailure> {
        request.app_data::<Data<Self>>().ok_or_else(|| ServiceFailure::internal("the routes have no state"))
    }

    /// Where `request` comes from.
    pub fn source_of(&self, request: &HttpRequest) -> AttemptSource {
        client_source(request.peer_addr().map(|peer| peer.ip()), request.headers(), &self.trusted_proxies)
    }
}
