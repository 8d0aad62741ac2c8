//! `catalog health`: asks a running server whether it is live or ready, for containers that have no HTTP client.

use crate::output::print_line;
use crate::settings::{BindAddresses, reachable};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long connecting, and each read or write, may take.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Most bytes of a response that are read; a server sends a few hundred.
const MAX_RESPONSE: u64 = 16 * 1024;

/// The arguments of `catalog health`.
#[derive(Args)]
pub struct HealthArguments {
    /// What to ask
    #[arg(value_enum, default_value_t = Probe::Ready)]
    probe: Probe,
    /// The address that the server listens on
    #[arg(long, value_name = "ADDRESS", env = "CATALOG_BIND", default_value = "127.0.0.1:8080")]
    bind: BindAddresses,
}

/// The questions, each a route below `/health`.
#[derive(Clone, Copy, ValueEnum)]
enum Probe {
    /// Whether the process runs and responds
    Live,
    /// Whether it agrees with its store
    Ready,
}

/// Asks the server, and prints what it is.
///
/// # Errors
/// When it does not respond, or responds that it is not what was asked.
pub fn run(arguments: &HealthArguments) -> anyhow::Result<()> {
    let name = match arguments.probe {
        Probe::Live => "live",
        Probe::Ready => "ready",
    };
    let mut problem = None;
    for address in arguments.bind.0.iter().copied().map(reachable) {
        match request(address, name).with_context(|| format!("no response from {address}")) {
            Ok((200, _)) => return Ok(print_line(name)?),
            Ok((status, message)) => bail!("{address} responds with {status}: {message}"),
            Err(error) => problem = Some(error),
        }
    }
    Err(problem.unwrap_or_else(|| anyhow::anyhow!("no address")))
}

/// The status of the response, and the message in its body.
fn request(address: SocketAddr, probe: &str) -> anyhow::Result<(u16, String)> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    write!(stream, "GET /health/{probe} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut response = String::new();
    stream.take(MAX_RESPONSE).read_to_string(&mut response)?;
    read_response(&response).context("it is not a response of HTTP")
}

fn read_response(response: &str) -> Option<(u16, String)> {
    let (head, body) = response.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    Some((status, body["error"]["message"].as_str().unwrap_or("no reason given").to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_response_of_http_has_a_status() {
        for (response, read) in [
            ("HTTP/1.1 200 OK\r\na: b\r\n\r\n{}", Some((200, "no reason given"))),
            ("HTTP/1.1 503 X\r\n\r\n{\"error\": {\"message\": \"not ready: m\"}}", Some((503, "not ready: m"))),
            ("HTTP/1.1 200 OK\r\n", None),
            ("SSH-2.0-x\r\n\r\n", None),
        ] {
            assert_eq!(read_response(response), read.map(|(status, message)| (status, message.to_owned())));
        }
    }
}
