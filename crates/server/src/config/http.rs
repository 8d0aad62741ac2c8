//! Where and with how many threads HTTP is served, and the limits of a connection.

use super::SettingError;
use super::setting::read_number;
use clap::Args;
use std::net::{SocketAddr, ToSocketAddrs};
use std::num::NonZeroUsize;
use std::time::Duration;

const BIND: &str = "--bind (CATALOG_BIND)";
const WORKERS: &str = "--workers (CATALOG_WORKERS)";

#[derive(Args)]
pub(crate) struct HttpArguments {
    /// The address to listen on; port 0 picks a free one and prints it
    #[arg(long, value_name = "ADDRESS", env = "CATALOG_BIND", default_value = "127.0.0.1:8080")]
    bind: String,
    /// Threads that serve requests [default: one per core]
    #[arg(long, value_name = "N", env = "CATALOG_WORKERS")]
    workers: Option<String>,
}

/// How HTTP is served.
#[derive(Debug, Clone)]
pub(crate) struct HttpConfig {
    /// The addresses to try, the first that can be bound wins.
    pub(crate) bind: Vec<SocketAddr>,
    /// Threads that serve requests.
    pub(crate) workers: usize,
}

impl HttpConfig {
    /// How long an idle connection is kept for the next request.
    pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(60);
    /// How long a client may take to send the head of a request.
    pub(crate) const REQUEST_HEAD: Duration = Duration::from_secs(10);
    /// How long a client may take to close a connection that the server has ended.
    pub(crate) const DISCONNECT: Duration = Duration::from_secs(5);
    /// Open connections per worker; further ones wait in the backlog.
    pub(crate) const CONNECTIONS_PER_WORKER: usize = 10_000;
    /// Connections that the operating system keeps waiting.
    pub(crate) const BACKLOG: u32 = 1_024;
    /// How long a stopping server waits for the requests in flight.
    pub(crate) const SHUTDOWN: Duration = Duration::from_secs(10);

    /// Reads the settings.
    ///
    /// # Errors
    /// [`SettingError`] for an address that cannot be resolved, or a bad number.
    pub(crate) fn read(arguments: &HttpArguments) -> Result<Self, SettingError> {
        let workers = match &arguments.workers {
            Some(text) => read_number(WORKERS, text, 1..=1_024)?,
            None => cores(),
        };
        Ok(Self { bind: read_addresses(BIND, &arguments.bind)?, workers })
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

    fn read(bind: &str, workers: Option<&str>) -> Result<HttpConfig, SettingError> {
        HttpConfig::read(&HttpArguments { bind: bind.into(), workers: workers.map(Into::into) })
    }

    #[test]
    fn an_address_needs_a_port_and_workers_are_one_per_core_unless_set() {
        let config = read("127.0.0.1:0", None).unwrap();
        assert_eq!((config.bind, config.workers), (vec!["127.0.0.1:0".parse().unwrap()], cores()));
        assert_eq!(read("[::1]:8080", Some("3")).unwrap().workers, 3);
        for (bind, workers, named) in
            [("127.0.0.1", None, "--bind"), ("", None, "--bind"), ("127.0.0.1:1", Some("0"), "--workers")]
        {
            let error = read(bind, workers).unwrap_err().to_string();
            assert!(error.starts_with(named), "{error}");
        }
    }
}
