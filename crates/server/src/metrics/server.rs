//! The listener of the page: an address of its own, so that the page is never reachable where the interface is.

use super::page::MetricsSource;
use crate::config::{HttpConfig, MetricsConfig};
use actix_web::dev::Server;
use actix_web::error::ErrorServiceUnavailable;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{App, HttpResponse, HttpServer, web};
use http_common::STORE_CALL_LIMIT;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::timeout;

/// The content type of the format.
const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";
/// How long a collector may take to send the head of a request.
const REQUEST_HEAD: Duration = Duration::from_secs(10);
/// Open connections; whoever collects metrics needs one or two.
const CONNECTIONS: usize = 64;

/// Binds and starts to answer `GET /metrics`.
///
/// # Errors
/// When the address cannot be listened on.
pub(crate) fn start(config: &MetricsConfig, source: MetricsSource) -> io::Result<(Server, SocketAddr)> {
    let source = web::Data::new(source);
    let server = HttpServer::new(move || App::new().app_data(source.clone()).route("/metrics", web::get().to(metrics)))
        .workers(1)
        .max_connections(CONNECTIONS)
        .client_request_timeout(REQUEST_HEAD)
        .client_disconnect_timeout(HttpConfig::DISCONNECT)
        .shutdown_timeout(1)
        .disable_signals()
        .bind(&config.bind[..])?;
    let address = server.addrs().first().copied().ok_or_else(|| io::Error::other("no address"))?;
    Ok((server.run(), address))
}

async fn metrics(source: web::Data<MetricsSource>) -> actix_web::Result<HttpResponse> {
    // The store may be asked for something, and one that is asleep never answers.
    let page = timeout(STORE_CALL_LIMIT, web::block(move || source.page())).await;
    let page = page.map_err(|_| ErrorServiceUnavailable("the store does not answer"))??;
    Ok(HttpResponse::Ok().insert_header((CONTENT_TYPE, PROMETHEUS_TEXT)).body(page))
}
