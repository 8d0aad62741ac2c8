//! Where and with how many threads HTTP is served, and the limits of a connection.

use super::SettingError;
use super::setting::read_number;
use clap::Args;
use std::net::{SocketAddr, ToSocketAddrs};
use std::num::NonZeroUsize;
use std::time::Duration;

const BIND: &str = "--bind (CATALOG_BIND)";
const WORKERS: &str = "--workers (CATALOG_WORKERS)";
const MAX_CONNECTIONS: &str = "--max-connections (CATALOG_MAX_CONNECTIONS)";
const KEEP_ALIVE: &str = "--keep-alive-seconds (CATALOG_KEEP_ALIVE_SECONDS)";
const CLIENT_TIMEOUT: &str = "--client-timeout-seconds (CATALOG_CLIENT_TIMEOUT_SECONDS)";

/// The most open connections that can be set: each takes a file descriptor.
const MOST_CONNECTIONS: usize = 1_000_000;
/// The longest time that an idle or stalled connection can be kept, in seconds.
const LONGEST_SECONDS: u64 = 3_600;

#[derive(Args)]
pub(crate) struct HttpArguments {
    /// The address to listen on; port 0 picks a free one and prints it
    #[arg(long, value_name = "ADDRESS", env = "CATALOG_BIND", default_value = "127.0.0.1:8080")]
    bind: String,
    /// Threads that serve requests [default: one per core]
    #[arg(long, value_name = "N", env = "CATALOG_WORKERS")]
    workers: Option<String>,
    /// Connections that may be open at once; further ones wait until one ends
    #[arg(long, value_name = "N", env = "CATALOG_MAX_CONNECTIONS", default_value = "25000")]
    max_connections: String,
    /// How long an idle connection is kept for the next request: longer than a proxy in front keeps it
    #[arg(long, value_name = "SECONDS", env = "CATALOG_KEEP_ALIVE_SECONDS", default_value = "75")]
    keep_alive_seconds: String,
    /// How long a client may take to send a request's head, or leave unread what it was sent
    #[arg(long, value_name = "SECONDS", env = "CATALOG_CLIENT_TIMEOUT_SECONDS", default_value = "15")]
    client_timeout_seconds: String,
}

/// How HTTP is served.
#[derive(Debug, Clone)]
pub(crate) struct HttpConfig {
    /// The addresses to listen on; those that cannot be bound are left out.
    pub(crate) bind: Vec<SocketAddr>,
    /// Threads that serve requests.
    pub(crate) workers: usize,
    /// Connections that may be open at once; further ones wait in the backlog.
    pub(crate) max_connections: usize,
    /// How long an idle connection is kept for the next request.
    pub(crate) keep_alive: Duration,
    /// How long a client may take to send the head of a request, or leave unread what it was sent.
    pub(crate) client_timeout: Duration,
}

impl HttpConfig {
    /// How long a client may take to close a connection that the server has ended.
    pub(crate) const DISCONNECT: Duration = Duration::from_secs(5);
    /// Connections that the operating system keeps waiting.
    pub(crate) const BACKLOG: i32 = 1_024;
    /// How long a stopping server waits for the requests in flight.
    pub(crate) const SHUTDOWN: Duration = Duration::from_secs(10);
    /// Threads of one worker that wait for the store: as many as may be asked of all workers together, so that none of
    /// that work has to wait for a thread.
    pub(crate) const BLOCKING_THREADS_PER_WORKER: usize = 256;

    /// Reads the settings.
    ///
    /// # Errors
    /// [`SettingError`] for an address that cannot be resolved, or a bad number.
    pub(crate) fn read(arguments: &HttpArguments) -> Result<Self, SettingError> {
        let workers = match &arguments.workers {
            Some(text) => read_number(WORKERS, text, 1..=1_024)?,
            None => cores(),
        };
        let seconds = |setting, text: &str| read_number(setting, text, 1..=LONGEST_SECONDS).map(Duration::from_secs);
        Ok(Self {
            bind: read_addresses(BIND, &arguments.bind)?,
            workers,
            max_connections: read_number(MAX_CONNECTIONS, &arguments.max_connections, 1..=MOST_CONNECTIONS)?,
            keep_alive: seconds(KEEP_ALIVE, &arguments.keep_alive_seconds)?,
            client_timeout: seconds(CLIENT_TIMEOUT, &arguments.client_timeout_seconds)?,
        })
    }

    /// Each worker's part of the connections, rounded up.
    pub(crate) fn connections_per_worker(&self) -> usize {
        self.max_connections.div_ceil(self.workers)
    }

    /// The complaint about an address that cannot be listened on.
    pub(crate) fn cannot_bind(&self, problem: &std::io::Error) -> SettingError {
        let addresses: Vec<String> = self.bind.iter().map(ToString::to_string).collect();
        SettingError::new(BIND, format!("cannot listen on {}: {problem}", addresses.join(", ")))
    }
}

/// The processor's cores, as far as this process may use them.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The addresses that `text` stands for; `setting` is whose they are.
///
/// # Errors
/// [`SettingError`] when there are none.
pub(super) fn read_addresses(setting: &'static str, text: &str) -> Result<Vec<SocketAddr>, SettingError> {
    let addresses: Vec<SocketAddr> = text.trim().to_socket_addrs().map(Iterator::collect).unwrap_or_default();
    if addresses.is_empty() {
        return Err(SettingError::new(setting, format!("{text:?} is not an address such as 127.0.0.1:8080")));
    }
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The defaults, with one flag given.
    fn read(flag: &str, value: &str) -> Result<HttpConfig, SettingError> {
        let mut arguments = HttpArguments {
            bind: "127.0.0.1:0".into(),
            workers: None,
            max_connections: "25000".into(),
            keep_alive_seconds: "75".into(),
            client_timeout_seconds: "15".into(),
        };
        match flag {
            "--bind" => arguments.bind = value.into(),
            "--workers" => arguments.workers = Some(value.into()),
            "--max-connections" => arguments.max_connections = value.into(),
            "--keep-alive-seconds" => arguments.keep_alive_seconds = value.into(),
            _ => arguments.client_timeout_seconds = value.into(),
        }
        HttpConfig::read(&arguments)
    }

    #[test]
    fn an_address_needs_a_port_and_workers_are_one_per_core_unless_set() {
        let config = read("--bind", "127.0.0.1:0").unwrap();
        assert_eq!((config.bind, config.workers), (vec!["127.0.0.1:0".parse().unwrap()], cores()));
        assert_eq!(read("--workers", "3").unwrap().workers, 3);
        for (flag, value) in [
            ("--bind", "127.0.0.1"),
            ("--bind", ""),
            ("--workers", "0"),
            ("--max-connections", "0"),
            ("--max-connections", "1000001"),
            ("--keep-alive-seconds", "0"),
            ("--keep-alive-seconds", "3601"),
            ("--client-timeout-seconds", "soon"),
        ] {
            let error = read(flag, value).unwrap_err().to_string();
            assert!(error.starts_with(flag), "{error}");
        }
    }

    #[test]
    fn the_workers_share_the_connections_and_none_is_left_without() {
        let config = HttpConfig { workers: 4, ..read("--max-connections", "10").unwrap() };
        assert_eq!(config.connections_per_worker(), 3);
    }
}
