//! Responses before there is anything to serve: the process is alive, and every request gets a 503.

use super::{Listeners, ServerBounds, start_beside};
use crate::health;
use actix_web::dev::ServerHandle;
use actix_web::rt::task::JoinHandle;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// Each connection gets one short response: with a second one, a client would be cut off in its midst.
const BOUNDS: ServerBounds = ServerBounds {
    workers: 1,
    connections: 1_000,
    keep_alive: Duration::ZERO,
    client_timeout: Duration::from_secs(5),
    shutdown: Duration::from_secs(1),
};
/// The time between closing the listeners and the end: connections being accepted are still served.
const LAST_CONNECTIONS: Duration = Duration::from_millis(100);

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
        let server = start_beside(BOUNDS, listeners, Arc::new(health::configure_unavailable))?;
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
