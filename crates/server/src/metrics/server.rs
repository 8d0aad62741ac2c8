//! The listener of the page: a separate address, so that the page is never reachable through the interface.

use super::page::MetricsSource;
use crate::http_server::{Listeners, ServerBounds, start_beside};
use actix_web::dev::Server;
use actix_web::error::{ErrorInternalServerError, ErrorServiceUnavailable};
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, web};
use catalog_app::runtime::STORE_CALL_LIMIT;
use catalog_cli::settings::BindAddresses;
use prometheus_client::encoding::text;
use prometheus_client::registry::Registry;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

const OPENMETRICS_TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// A collector needs one connection or two.
const BOUNDS: ServerBounds = ServerBounds {
    workers: 1,
    connections: 64,
    keep_alive: Duration::from_secs(5),
    client_timeout: Duration::from_secs(10),
    shutdown: Duration::from_secs(1),
};

/// Binds and starts to serve `GET /metrics`.
///
/// # Errors
/// When the address cannot be listened on.
pub(crate) fn start(addresses: &BindAddresses, source: MetricsSource) -> io::Result<(Server, SocketAddr)> {
    let registry = web::Data::new(source.into_registry());
    let route = move |config: &mut ServiceConfig| {
        config.app_data(registry.clone()).route("/metrics", web::get().to(metrics));
    };
    let listeners = Listeners::bind(addresses)?;
    Ok((start_beside(BOUNDS, &listeners, Arc::new(route))?, listeners.address()))
}

async fn metrics(registry: web::Data<Registry>) -> actix_web::Result<HttpResponse> {
    // The store may be read, and an unresponsive one never responds.
    let page = timeout(STORE_CALL_LIMIT, web::block(move || page_of(&registry))).await;
    let page = page.map_err(|_| ErrorServiceUnavailable("the store does not respond"))??;
    let page = page.map_err(ErrorInternalServerError)?;
    Ok(HttpResponse::Ok().insert_header((CONTENT_TYPE, OPENMETRICS_TEXT)).body(page))
}

fn page_of(registry: &Registry) -> Result<String, fmt::Error> {
    let mut page = String::new();
    text::encode(&mut page, registry)?;
    Ok(page)
}
