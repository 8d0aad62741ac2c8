//! What is answered before there is anything to serve: the process lives, and whatever is asked for has to wait.

use super::listeners::Listeners;
use crate::health;
use actix_web::dev::ServerHandle;
use actix_web::http::KeepAlive;
use actix_web::middleware::from_fn;
use actix_web::rt::task::JoinHandle;
use actix_web::{App, HttpServer};
use http_common::{add_security_headers, stamp_request_id};
use std::io;
use std::time::Duration;

/// Open connections: each gets one short answer.
const CONNECTIONS: usize = 1_000;
/// How long a client may take to send the head of a request.
const REQUEST_HEAD: Duration = Duration::from_secs(5);
/// The time between the word to accept no more connections and the end: one that is just being accepted is still
/// answered.
const LAST_CONNECTIONS: Duration = Duration::from_millis(100);
/// How long the answers in flight may take when there is something to serve, in seconds.
const SHUTDOWN_SECONDS: u64 = 1;

/// Answers until the server that it waits for takes its place.
pub(crate) struct UnavailableServer {
    handle: ServerHandle,
    running: JoinHandle<io::Result<()>>,
}

impl UnavailableServer {
    /// Starts to answer on `listeners`, which stay open when it is stopped: who connects then waits for the next
    /// server.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub(crate) fn start(listeners: &Listeners) -> io::Result<Self> {
        // No connection is kept, or its client would be cut off in the middle of the next request.
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

    /// Accepts no more connections, finishes what is in flight, and ends.
    pub(crate) async fn stop(self) {
        self.handle.pause().await;
        actix_web::rt::time::sleep(LAST_CONNECTIONS).await;
        self.handle.stop(true).await;
        // It has nothing to say but that it has ended.
        let _ = self.running.await;
    }
}
