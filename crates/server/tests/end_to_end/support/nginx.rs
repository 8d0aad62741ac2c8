//! nginx in front of several servers, configured as `docs/deployment/nginx.conf`, in a process that ends with the test.

use super::Server;
use catalog_testkit::own_loopback_address;
use catalog_testkit::process::NginxProcess;
use catalog_testkit::program::installed_or_skipped;
use std::net::SocketAddr;
use tempfile::TempDir;

pub(crate) struct Nginx {
    pub(crate) address: String,
    _process: NginxProcess,
    _folder: TempDir,
}

impl Nginx {
    /// Starts it in front of `servers`; `None` when it is not installed, which on a CI machine fails.
    pub(crate) fn start(servers: &[Server]) -> Option<Self> {
        let program = installed_or_skipped("nginx")?;
        let folder = tempfile::tempdir().unwrap();
        let servers: Vec<SocketAddr> = servers.iter().map(|server| server.address.parse().unwrap()).collect();
        let process = NginxProcess::start_before(&program, folder.path(), own_loopback_address().into(), &servers);
        let process = process.unwrap_or_else(|log| panic!("{log}"));
        Some(Self { address: process.address.to_string(), _process: process, _folder: folder })
    }
}
