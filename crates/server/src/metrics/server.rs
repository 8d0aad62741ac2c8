//! The listener of the page: a separate address, so that the page is never reachable through the interface.

use super::page::MetricsSource;
use crate::config::HttpConfig;
use actix_web::dev::Server;
use actix_web::error::{ErrorInternalServerError, ErrorServiceUnavailable};
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{App, HttpResponse, HttpServer, web};
use catalog_app::runtime::STORE_CALL_LIMIT;
use catalog_cli::settings::BindAddresses;
use prometheus_client::encoding::text;
use prometheus_client::registry::Registry;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::timeout;

const OPENMETRICS_TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// How long a collector may take to send the head of a request.
const REQUEST_HEAD: Duration = Duration::from_secs(10);
/// Open connections; a scraper needs one or two.
const CONNECTIONS: usize = 64;

/// Binds and starts to serve `GET /metrics`.
///
/// # Errors
/// When the address cannot be listened on.
pub(crate) fn start(addresses: &BindAddresses, source: MetricsSource) -> io::Result<(Server, SocketAddr)> {
    let registry = web::Data::new(source.into_registry());
    let server =
        HttpServer::new(move || App::new().app_data(registry.clone()).route("/metrics", web::get().to(metrics)))
            .workers(1)
            .max_connections(CONNECTIONS)
            .client_request_timeout(REQUEST_HEAD)
            .client_disconnect_timeout(HttpConfig::DISCONNECT)
            .shutdown_timeout(1)
            .disable_signals()
            .bind(&addresses.0[..])?;
    let address = server.addrs().first().copied().ok_or_else(|| io::Error::other("no address"))?;
    Ok((server.run(), address))
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
