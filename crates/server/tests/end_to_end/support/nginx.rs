//! nginx in front of several servers, configured as `docs/deployment/nginx.conf`, in a process that ends with the test.

use super::Server;
use catalog_testkit::own_loopback_address;
use catalog_testkit::process::NginxProcess;
use catalog_testkit::program::installed_or_skipped;
use std::fmt::Write;
use std::net::SocketAddr;
use tempfile::TempDir;

/// The documented configuration: the address, certificates and servers of a test replace the example's.
const DOCUMENTED: &str = include_str!("../../../../../docs/deployment/nginx.conf");

const EVENTS: &str = "events { worker_connections 512; }";

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
        let settings = |address| (EVENTS.to_owned(), documented_lines(address, servers));
        let host = own_loopback_address().into();
        let process =
            NginxProcess::start(&program, folder.path(), host, settings).unwrap_or_else(|log| panic!("{log}"));
        Some(Self { address: process.address.to_string(), _process: process, _folder: folder })
    }
}

fn documented_lines(address: SocketAddr, servers: &[Server]) -> String {
    let mut lines = String::new();
    for line in DOCUMENTED.lines() {
        let word = line.trim_start().split([' ', ';']).next().unwrap_or_default();
        let example = line.trim_start().strip_prefix("server 10.0.0.11:8080");
        match word {
            _ if example.is_some() => {
                for server in servers {
                    writeln!(lines, "server {}{}", server.address, example.unwrap_or_default()).unwrap();
                }
            }
            "listen" => writeln!(lines, "listen {address};").unwrap(),
            _ if line.trim_start().starts_with("server 10.") || word.starts_with("ssl_") => {}
            _ => writeln!(lines, "{line}").unwrap(),
        }
    }
    lines
}
