//! A quiet client: it sends requests when they are due, on a connection that it opens again when it was lost.
//!
//! Times count from when a request was due: a server that stalls for ten seconds delays every request of those ten
//! seconds, not one.

use catalog_testkit::process::{HttpClient, HttpRequest, HttpResponse};
use std::io;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

pub(crate) struct QuietReader {
    address: SocketAddr,
    interval: Duration,
    /// How long after it is due a response is waited for.
    patience: Duration,
    due: Instant,
    connection: Option<HttpClient>,
}

impl QuietReader {
    /// A client whose first request is due after an interval.
    pub(crate) fn new(address: SocketAddr, interval: Duration, patience: Duration) -> Self {
        Self { address, interval, patience, due: Instant::now(), connection: None }
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
        let outcome = self.try_ask(request).and_then(|status| {
            if expected.contains(&status) { Ok(()) } else { Err(io::Error::other(format!("status {status}"))) }
        });
        (self.due.elapsed(), outcome)
    }

    pub(crate) fn hang_up(&mut self) {
        self.connection = None;
    }

    fn try_ask(&mut self, request: &HttpRequest) -> io::Result<u16> {
        let deadline = self.due + self.patience;
        let mut open = match self.connection.take() {
            Some(open) => open,
            None => HttpClient::open(self.address, deadline)?,
        };
        open.set_deadline(deadline);
        let response = open.ask(request)?;
        // One that failed, or whose server has announced its end, is not used again.
        self.connection = Some(open).filter(|_| !is_last(&response));
        Ok(response.status)
    }
}

/// Whether the server closes the connection after this response, as nginx does after a thousand.
pub(crate) fn is_last(response: &HttpResponse) -> bool {
    response.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"))
}
