//! The served catalog: a process that is killed and restarted.

use crate::sandbox::{STOREFRONT, Sandbox};
use catalog_testkit::process::ServerProcess;
use std::net::SocketAddr;

/// Starts a server, on the address of a previous one if possible, and waits until it responds.
pub(crate) fn serve(sandbox: &Sandbox, previous: Option<SocketAddr>) -> ServerProcess {
    let at_the_same_address = previous.and_then(|address| try_serve(sandbox, &address.to_string()).ok());
    at_the_same_address.unwrap_or_else(|| try_serve(sandbox, "127.0.0.1:0").unwrap())
}

fn try_serve(sandbox: &Sandbox, address: &str) -> Result<ServerProcess, String> {
    let mut command = sandbox.catalog(&["serve", "--bind", address, "--storefront-host", STOREFRONT]);
    command.args(["--refresh-interval-ms", "20", "--feed-settle-ms", "100"]);
    ServerProcess::start(command.args(["--login-attempts-per-minute", "10000"]))
}
