//! The served catalog: a process that is killed and restarted.

use crate::sandbox::{STOREFRONT, Sandbox};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

/// The file with what servers log.
const LOG: &str = "server.log";

/// What the servers have logged.
pub(crate) fn log_of(sandbox: &Sandbox) -> String {
    std::fs::read_to_string(sandbox.path(LOG)).unwrap()
}

/// A running server.
pub(crate) struct Service {
    child: Child,
    /// Its address.
    pub(crate) address: String,
}

impl Service {
    /// Starts a server, on the address of a previous one if possible, and waits until it responds.
    pub(crate) fn start(sandbox: &Sandbox, previous: Option<&str>) -> Self {
        let at_the_same_address = previous.and_then(|address| Self::try_start(sandbox, address));
        let at_another = || Self::try_start(sandbox, "127.0.0.1:0");
        at_the_same_address.or_else(at_another).unwrap_or_else(|| panic!("no start:\n{}", log_of(sandbox)))
    }

    fn try_start(sandbox: &Sandbox, address: &str) -> Option<Self> {
        let mut command = sandbox.catalog(&["serve", "--bind", address, "--storefront-host", STOREFRONT]);
        command.args(["--refresh-interval-ms", "20", "--feed-settle-ms", "100"]);
        command.args(["--login-attempts-per-minute", "10000"]);
        let log = OpenOptions::new().create(true).append(true).open(sandbox.path(LOG)).unwrap();
        let child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut service = Self { child, address: String::new() };
        let mut lines = BufReader::new(service.child.stdout.take().unwrap()).lines();
        service.address = lines.next()?.unwrap().strip_prefix("listening on http://")?.to_owned();
        Some(service)
    }

    /// Kills it with SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
