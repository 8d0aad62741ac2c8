//! Accepts connections and passes them to the application, within bounds: how many there are, and how long each may
//! stall.

use super::listeners::Listeners;
use super::timeout_stream::{ConnectionBounds, OpenConnections, TimeoutStream};
use crate::config::HttpConfig;
use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol, Request, Response};
use actix_server::{GracefulShutdownSignal, ServerBuilder};
use actix_service::{IntoServiceFactory, ServiceFactoryExt, map_config};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Server, Service, ServiceFactory, fn_service};
use actix_web::rt::net::TcpStream;
use std::fmt::Debug;
use std::io;
use std::time::Duration;
use tracing::{debug, error, info, warn};

/// What a server takes on, and how long it waits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ServerBounds {
    pub(crate) workers: usize,
    /// Open connections, of all workers together.
    pub(crate) connections: usize,
    /// How long a connection may be idle; zero ends it after one response.
    pub(crate) keep_alive: Duration,
    /// How long a client may take to send a request's head, or leave a response unread.
    pub(crate) client_timeout: Duration,
    /// How long a server that ends waits for the requests in flight.
    pub(crate) shutdown: Duration,
}

impl ServerBounds {
    fn connections_per_worker(self) -> usize {
        self.connections.div_ceil(self.workers)
    }
}

/// Starts to serve on `listeners` the application that `application` makes for each worker, counting its connections in
/// `open`. The server runs when it is awaited, and serves until then from its own threads.
///
/// # Errors
/// When the operating system refuses.
pub(super) fn serve<F, A, S, B>(
    bounds: ServerBounds,
    listeners: &Listeners,
    open: &OpenConnections,
    application: F,
) -> io::Result<Server>
where
    F: Fn() -> A + Clone + Send + 'static,
    A: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<actix_web::Error> + 'static,
    S::InitError: Debug,
    S::Response: Into<Response<B>>,
    <S::Service as Service<Request>>::Future: 'static,
    B: MessageBody + 'static,
{
    open.set_limit(bounds.connections_per_worker() * bounds.workers);
    let mut builder = ServerBuilder::new()
        .workers(bounds.workers)
        .max_concurrent_connections(bounds.connections_per_worker())
        .worker_max_blocking_threads(HttpConfig::BLOCKING_THREADS_PER_WORKER)
        .shutdown_timeout(bounds.shutdown.as_secs())
        .disable_signals();
    for listener in listeners.sockets()? {
        let (open, application) = (open.clone(), application.clone());
        let stop = builder.graceful_shutdown_signal();
        builder = builder.listen("http", listener, move || connection_service(bounds, &open, &stop, application()))?;
    }
    Ok(builder.run())
}

fn connection_service<A, S, B>(
    server: ServerBounds,
    open: &OpenConnections,
    stop: &GracefulShutdownSignal,
    application: A,
) -> impl ServiceFactory<TcpStream, Config = (), Error = DispatchError, InitError = (), Response = ()> + use<A, S, B>
where
    A: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<actix_web::Error> + 'static,
    S::InitError: Debug,
    S::Response: Into<Response<B>>,
    <S::Service as Service<Request>>::Future: 'static,
    B: MessageBody + 'static,
{
    let bounds = ConnectionBounds::new(server.keep_alive, server.client_timeout);
    let (open, stop) = (open.clone(), stop.clone());
    let application = application.into_factory().map_err(|error| error.into().error_response());
    let http = HttpService::build()
        .graceful_shutdown_signal(move || {
            let stop = stop.clone();
            async move { stop.notified().await }
        })
        .keep_alive(server.keep_alive)
        .client_request_timeout(server.client_timeout)
        .client_disconnect_timeout(HttpConfig::DISCONNECT)
        // A half-closed connection counts as closed: its response is not built.
        .h1_allow_half_closed(false)
        .on_connect_ext(|stream: &TimeoutStream<TcpStream>, shared| drop(shared.insert(stream.in_flight())))
        .finish(map_config(application, |()| AppConfig::default()));
    let guard = move |stream: TcpStream| {
        let peer = stream.peer_addr().ok();
        // Responses are written at once: Nagle's algorithm would only delay their last packet.
        let _ = stream.set_nodelay(true);
        let guarded = TimeoutStream::new(stream, bounds, &open);
        async move { Ok((guarded, Protocol::Http1, peer)) }
    };
    fn_service(guard).and_then(http).map_err(|error| {
        log_end(&error);
        error
    })
}

/// Says why a connection ended early, at its level: to the HTTP library whatever a client sends is an error of this
/// server.
fn log_end(error: &DispatchError) {
    match error {
        DispatchError::Parse(reason) => info!("malformed request: {reason}"),
        DispatchError::Body(reason) => warn!("a response was not finished: {reason}"),
        DispatchError::Service(_) | DispatchError::Upgrade | DispatchError::InternalError => error!("{error}"),
        // A client that is gone or too slow.
        other => debug!("{other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_share_the_connections_so_that_none_is_left_without() {
        let (workers, connections, none) = (4, 10, Duration::ZERO);
        let bounds = ServerBounds { workers, connections, keep_alive: none, client_timeout: none, shutdown: none };
        assert_eq!(bounds.connections_per_worker(), 3);
    }
}
