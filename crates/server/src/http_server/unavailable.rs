//! Responses before there is anything to serve: the process is alive, and every request gets a 503.

use super::listeners::Listeners;
use crate::health;
use actix_web::dev::ServerHandle;
use actix_web::http::KeepAlive;
use actix_web::middleware::from_fn;
use actix_web::rt::task::JoinHandle;
use actix_web::{App, HttpServer};
use http_common::request::stamp_request_id;
use http_common::response::add_security_headers;
use std::io;
use std::time::Duration;

/// Open connections: each gets one short response.
const CONNECTIONS: usize = 1_000;
/// How long a client may take to send the head of a request.
const REQUEST_HEAD: Duration = Duration::from_secs(5);
/// The time between closing the listeners and the end: connections being accepted are still served.
const LAST_CONNECTIONS: Duration = Duration::from_millis(100);
/// How long responses in flight may take when the real server is ready, in seconds.
const SHUTDOWN_SECONDS: u64 = 1;

/// Serves until the real server replaces it.
pub(crate) struct UnavailableServer {
    handle: ServerHandle,
    running: JoinHandle<io::Result<()>>,
}

impl UnavailableServer {
    /// Starts to serve on `listeners`, which stay open when it is stopped: clients that connect then wait for the next
    /// server.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub(crate) fn start(listeners: &Listeners) -> io::Result<Self> {
        // No keep-alive, or a client would be cut off in the middle of the next request.
        let mut server = HttpServer::new(|| {
            App::new()
                .configure(health::configure_unavailable)
                .wrap(from_fn(add_security_headers))
                .wrap(from_fn(stamp_request_id))
        })
        .workers(1)
        .keep_alive(KeepAlive::Disabled)
        .max_connections(CONNECTIONS)
        .client_request_timeout(REQUEST_HEAD)
        .shutdown_timeout(SHUTDOWN_SECONDS)
        .disable_signals();
        for listener in listeners.sockets()? {
            server = server.listen(listener)?;
        }
        let server = server.run();
        Ok(Self { handle: server.handle(), running: actix_web::rt::spawn(server) })
    }

    /// Accepts no more connections, finishes the ones in flight, and ends.
    pub(crate) async fn stop(self) {
        self.handle.pause().await;
        actix_web::rt::time::sleep(LAST_CONNECTIONS).await;
        self.handle.stop(true).await;
        // Its result is irrelevant.
        let _ = self.running.await;
    }
}
