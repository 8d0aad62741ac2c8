//! Where and with how many threads HTTP is served, the limits of a connection, whether there are pages for people, and
//! how much memory responses may take.

use catalog_cli::settings::{BindAddresses, SettingError, on_or_off, whole};
use clap::builder::TypedValueParser;
use clap::{ArgAction, Args};
use std::num::NonZeroUsize;
use std::time::Duration;

const BIND: &str = "--bind (CATALOG_BIND)";
const METRICS_BIND: &str = "--metrics-bind (CATALOG_METRICS_BIND)";

/// The most characters of the service's name.
const MOST_NAME_CHARACTERS: usize = 60;

/// The most threads that can be set.
const MOST_WORKERS: usize = 1_024;
/// The most open connections that can be set: each takes a file descriptor.
const MOST_CONNECTIONS: usize = 1_000_000;
/// The longest time that an idle or stalled connection can be kept open, in seconds.
const LONGEST_SECONDS: u64 = 3_600;
/// The most memory that can be set: a terabyte, in megabytes.
const LARGEST_MEGABYTES: u64 = 1 << 20;

/// The settings of the HTTP server.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "HTTP")]
pub(crate) struct HttpConfig {
    /// The address to listen on; port 0 picks a free one and prints it
    #[arg(long, value_name = "ADDRESS", env = "CATALOG_BIND", default_value = "127.0.0.1:8080")]
    pub(crate) bind: BindAddresses,
    /// Threads that serve requests [default: one per core]
    #[arg(long, value_name = "N", env = "CATALOG_WORKERS", value_parser = whole(1..=MOST_WORKERS))]
    #[arg(default_value_t = cores().min(MOST_WORKERS), hide_default_value = true)]
    pub(crate) workers: usize,
    /// Connections that may be open at once; further ones wait until one ends
    #[arg(long, value_name = "N", env = "CATALOG_MAX_CONNECTIONS")]
    #[arg(value_parser = whole(1..=MOST_CONNECTIONS), default_value_t = Self::DEFAULT_MAX_CONNECTIONS)]
    pub(crate) max_connections: usize,
    /// How long an idle connection is kept open for the next request: longer than a proxy in front keeps it
    #[arg(long = "keep-alive-seconds", value_name = "SECONDS", env = "CATALOG_KEEP_ALIVE_SECONDS")]
    #[arg(value_parser = whole(1..=LONGEST_SECONDS).map(Duration::from_secs), default_value = "75")]
    pub(crate) keep_alive: Duration,
    /// How long a client may take to send a request's head, or leave a response unread
    #[arg(long = "client-timeout-seconds", value_name = "SECONDS", env = "CATALOG_CLIENT_TIMEOUT_SECONDS")]
    #[arg(value_parser = whole(1..=LONGEST_SECONDS).map(Duration::from_secs), default_value = "15")]
    pub(crate) client_timeout: Duration,
}

/// Where metrics are shown.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "HTTP")]
pub(crate) struct MetricsConfig {
    /// Serve Prometheus metrics under /metrics on a separate address [default: none]
    #[arg(long, value_name = "ADDRESS", env = "CATALOG_METRICS_BIND")]
    pub(crate) metrics_bind: Option<BindAddresses>,
}

/// The settings of the portal.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "HTTP")]
pub(crate) struct PortalConfig {
    /// Whether to serve the portal: pages for people, under /portal
    #[arg(long = "portal", value_name = "on|off", env = "CATALOG_PORTAL", default_value = "on")]
    #[arg(action = ArgAction::Set, value_parser = on_or_off)]
    pub(crate) is_on: bool,
    /// What the service is called on pages, in subjects of mails and in the OpenAPI documents [default: Catalog]
    #[arg(long, value_name = "NAME", env = "CATALOG_SITE_NAME", value_parser = site_name)]
    pub(crate) site_name: Option<String>,
}

/// Reads a name that fits into a subject and the head of a page.
fn site_name(text: &str) -> Result<String, String> {
    let name = text.trim();
    let fits = (1..=MOST_NAME_CHARACTERS).contains(&name.chars().count()) && !name.contains(char::is_control);
    if fits { Ok(name.to_owned()) } else { Err(format!("is not a name of 1 to {MOST_NAME_CHARACTERS} characters")) }
}

/// How much memory responses may take, in bytes.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Memory")]
pub(crate) struct ResponseConfig {
    /// How much memory cached responses may take, in megabytes; 0 disables the cache
    #[arg(long = "answer-cache-mb", value_name = "MB", env = "CATALOG_ANSWER_CACHE_MB", default_value = "40")]
    #[arg(value_parser = whole(0..=LARGEST_MEGABYTES).map(|megabytes| megabytes << 20))]
    pub(crate) cache_bytes: u64,
    /// How much memory responses that clients have not taken yet may take, in megabytes, besides the cache, half of it
    /// for one account; further ones wait, then get a 503
    #[arg(long = "max-answer-mb", value_name = "MB", env = "CATALOG_MAX_ANSWER_MB", default_value = "256")]
    #[arg(value_parser = whole(1..=LARGEST_MEGABYTES).map(|megabytes| megabytes << 20))]
    pub(crate) max_bytes: u64,
}

impl HttpConfig {
    /// How many connections may be open at once unless it is set.
    pub(crate) const DEFAULT_MAX_CONNECTIONS: usize = 25_000;
    /// How long a client may take to close a connection that the server has ended.
    pub(crate) const DISCONNECT: Duration = Duration::from_secs(5);
    /// Connections that the operating system keeps waiting.
    pub(crate) const BACKLOG: i32 = 1_024;
    /// How long a stopping server waits for the requests in flight.
    pub(crate) const SHUTDOWN: Duration = Duration::from_secs(10);
    /// Threads per worker that wait for the store: as many as all workers together may need, so that none of that work
    /// waits for a thread.
    pub(crate) const BLOCKING_THREADS_PER_WORKER: usize = 256;

    pub(crate) fn cannot_bind(&self, problem: &std::io::Error) -> SettingError {
        self.bind.cannot_bind(BIND, problem)
    }
}

pub(crate) fn cannot_bind_metrics(addresses: &BindAddresses, problem: &std::io::Error) -> SettingError {
    addresses.cannot_bind(METRICS_BIND, problem)
}

/// The processor's cores, as far as this process may use them.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    #[test]
    fn workers_are_one_per_core_unless_set() {
        let config: HttpConfig = read(&["--bind", "127.0.0.1:0"]).unwrap();
        assert_eq!((config.bind, config.workers), ("127.0.0.1:0".parse().unwrap(), cores()));
        let config: HttpConfig = read(&["--workers", "4", "--max-connections", "10"]).unwrap();
        assert_eq!((config.workers, config.max_connections), (4, 10));
    }

    #[test]
    fn memory_is_given_in_megabytes() {
        let config: ResponseConfig = read(&["--answer-cache-mb", "0", "--max-answer-mb", "1"]).unwrap();
        assert_eq!((config.cache_bytes, config.max_bytes), (0, 1 << 20));
    }

    #[test]
    fn the_portal_is_on_unless_it_is_switched_off() {
        for (flags, expected) in [(&[][..], true), (&["--portal", "on"], true), (&["--portal", "off"], false)] {
            assert_eq!(read::<PortalConfig>(flags).unwrap().is_on, expected, "{flags:?}");
        }
        assert!(read::<PortalConfig>(&["--portal", "yes"]).unwrap_err().contains("is neither on nor off"));
    }
}
