//! Where metrics are told.

use super::SettingError;
use super::http::read_addresses;
use clap::Args;
use std::net::SocketAddr;

const METRICS_BIND: &str = "--metrics-bind (CATALOG_METRICS_BIND)";

#[derive(Args)]
pub(crate) struct MetricsArguments {
    /// Serve Prometheus metrics under /metrics on an address of their own [default: nowhere]
    #[arg(long, value_name = "ADDRESS", env = "CATALOG_METRICS_BIND")]
    metrics_bind: Option<String>,
}

/// Where metrics are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MetricsConfig {
    /// The addresses to try, the first that can be bound wins.
    pub(crate) bind: Vec<SocketAddr>,
}

impl MetricsConfig {
    /// Reads the setting; `None` when metrics are told nowhere.
    ///
    /// # Errors
    /// [`SettingError`] for an address that cannot be resolved.
    pub(crate) fn read(arguments: &MetricsArguments) -> Result<Option<Self>, SettingError> {
        let read = |text: &String| read_addresses(METRICS_BIND, text).map(|bind| Self { bind });
        arguments.metrics_bind.as_ref().map(read).transpose()
    }

    /// The complaint about an address that cannot be listened on.
    pub(crate) fn cannot_bind(&self, problem: &std::io::Error) -> SettingError {
        let addresses: Vec<String> = self.bind.iter().map(ToString::to_string).collect();
        SettingError::new(METRICS_BIND, format!("cannot listen on {}: {problem}", addresses.join(", ")))
    }
}
