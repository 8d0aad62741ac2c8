//! A quiet client: it sends requests when they are due.
//!
//! Times count from when a request was due: a server that stalls for ten seconds delays every request of those ten
//! seconds, not one.

use crate::client::Client;
use catalog_testkit::process::HttpRequest;
use std::io;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

pub(crate) struct QuietReader {
    client: Client,
    interval: Duration,
    due: Instant,
}

impl QuietReader {
    /// A client whose first request is due after an interval, and that waits for a response until `patience` after it
    /// was due.
    pub(crate) fn new(address: SocketAddr, interval: Duration, patience: Duration) -> Self {
        Self { client: Client::new(address, "").patient(patience), interval, due: Instant::now() }
    }

    /// Waits until the next request is due, unless it is already. Returns when that is, or was.
    pub(crate) fn wait(&mut self) -> Instant {
        self.due += self.interval;
        thread::sleep(self.due.saturating_duration_since(Instant::now()));
        self.due
    }

    /// The same, but what was missed while a response took long is left out.
    pub(crate) fn wait_from_now(&mut self) -> Instant {
        self.due = self.due.max(Instant::now().checked_sub(self.interval).unwrap_or(self.due));
        self.wait()
    }

    /// Sends a request. Returns the time since it was due, and whether its status is one of those expected.
    pub(crate) fn ask(&mut self, request: &HttpRequest, expected: &[u16]) -> (Duration, io::Result<()>) {
        let response = self.client.exchange(request, self.due + self.client.patience, false);
        let outcome = response.and_then(|response| match response.status {
            status if expected.contains(&status) => Ok(()),
            status => Err(io::Error::other(format!("status {status}"))),
        });
        (self.due.elapsed(), outcome)
    }

    pub(crate) fn hang_up(&mut self) {
        self.client.hang_up();
    }
}
