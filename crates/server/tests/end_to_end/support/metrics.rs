//! A server's metrics.

use super::get_at;
use super::sandbox::Sandbox;
use super::server::Server;

pub(crate) struct Metrics {
    address: String,
}

impl Metrics {
    /// Starts a server over a sandbox with these further arguments, and its metrics.
    pub(crate) fn serve(sandbox: &Sandbox, more: &[&str]) -> (Server, Self) {
        let server = sandbox.serve(&[&["--metrics-bind", "127.0.0.1:0"], more].concat());
        let metrics = Self::of(&server);
        (server, metrics)
    }

    pub(crate) fn of(server: &Server) -> Self {
        let printed = server.printed.iter();
        let address =
            printed.filter_map(|line| line.strip_prefix("metrics on http://")?.strip_suffix("/metrics")).next_back();
        Self { address: address.unwrap().to_owned() }
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn page(&self) -> String {
        let response = get_at(&self.address, "/metrics");
        assert_eq!(response.status, 200, "{response:?}");
        assert_eq!(response.header("content-type"), Some("application/openmetrics-text; version=1.0.0; charset=utf-8"));
        response.text().to_owned()
    }

    pub(crate) fn value(&self, sample: &str) -> f64 {
        let page = self.page();
        let value = page.lines().find_map(|line| line.strip_prefix(sample)?.strip_prefix(' ')?.parse().ok());
        value.unwrap_or_else(|| panic!("{sample} is missing:\n{page}"))
    }
}
