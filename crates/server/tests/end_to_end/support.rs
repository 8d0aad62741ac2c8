//! Shared parts of the tests: a folder for each, the binary run in it, and a server that is always
//! stopped.

mod balancer;
mod fixture;
mod manual;
mod metrics;
mod nginx;
mod open_files;
mod sandbox;
mod server;

pub(crate) use balancer::Balancer;
pub(crate) use fixture::{BUYER, CATALOG, PASSWORD, STOREFRONT, offer};
pub(crate) use manual::documented;
pub(crate) use metrics::Metrics;
pub(crate) use nginx::Nginx;
pub(crate) use open_files::connection_capacity;
pub(crate) use sandbox::{Outcome, Sandbox};
pub(crate) use server::Server;

pub(crate) use catalog_testkit::process::{HttpResponse, exit_of};

use catalog_testkit::process::{HttpRequest, RawConnection, ask_once, send_signal};
use std::process::Child;
use std::time::{Duration, Instant};

/// How long any wait may take: far more than it ever does.
pub(crate) const DEADLINE: Duration = Duration::from_secs(600);

/// Repeats until there is a result.
pub(crate) fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + DEADLINE;
    loop {
        if let Some(response) = ask() {
            return response;
        }
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Does something that must take less than a minute, and repeats it otherwise: a busy machine may take longer. It gets
/// the number of the attempt.
pub(crate) fn within_a_minute<T>(mut attempt: impl FnMut(u8) -> T) -> T {
    let mut numbers = 1..;
    until("a minute that was long enough", || {
        let began = Instant::now();
        let outcome = attempt(numbers.next()?);
        (began.elapsed() < Duration::from_secs(55)).then_some(outcome)
    })
}

/// A connection whose bytes the test decides on.
pub(crate) fn connect(address: &str) -> std::io::Result<RawConnection> {
    RawConnection::open(address, DEADLINE)
}

/// Sends a GET request to an address that a server has printed.
pub(crate) fn get_at(address: &str, target: &str) -> HttpResponse {
    ask_once(address.parse().unwrap(), &HttpRequest::get(target, None, &[])).unwrap()
}

/// Sends a signal, such as `TERM`, to a process.
pub(crate) fn signal(child: &Child, name: &str) {
    send_signal(child.id(), name);
}
