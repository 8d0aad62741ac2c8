//! nginx with files, tuned as one tunes it for static files, which is what the server is measured against; and nginx in
//! front of several servers.

use anyhow::{Context, anyhow};
use catalog_testkit::process::NginxProcess;
use flate2::Compression;
use flate2::write::GzEncoder;
use rustix::process::{Resource, getrlimit};
use std::fs::{self, File};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::thread;

/// Most files that are held open, more than any row requests.
const OPEN_FILES: u64 = 12_000;
const OTHER_DESCRIPTORS: u64 = 2_000;

pub(crate) struct Nginx {
    process: NginxProcess,
    pub(crate) address: SocketAddr,
    files: PathBuf,
}

impl Nginx {
    pub(crate) fn start(folder: &Path) -> anyhow::Result<Self> {
        let files = folder.join("files");
        fs::create_dir_all(&files)?;
        let workers = thread::available_parallelism()?.get();
        let settings = |address| settings(address, workers);
        let process = NginxProcess::start(&program()?, folder, Ipv4Addr::LOCALHOST.into(), settings);
        let process = process.map_err(|log| anyhow!(log))?;
        Ok(Self { address: process.address, process, files })
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Puts a body of a set into a folder of its name, with a compressed one beside it; gives its path.
    pub(crate) fn put(&self, set: &str, index: usize, body: &[u8]) -> anyhow::Result<String> {
        let folder = self.files.join(set);
        fs::create_dir_all(&folder)?;
        let name = format!("{index}.json");
        fs::write(folder.join(&name), body)?;
        let compressed = File::create(folder.join(format!("{name}.gz")))?;
        let mut encoder = GzEncoder::new(compressed, Compression::default());
        encoder.write_all(body)?;
        encoder.finish()?;
        Ok(format!("/{set}/{name}"))
    }
}

fn program() -> anyhow::Result<PathBuf> {
    NginxProcess::program().context("nginx is not installed; on Debian: apt-get install nginx")
}

/// Starts nginx in front of servers, with the documented settings.
pub(crate) fn start_before(folder: &Path, host: IpAddr, servers: &[SocketAddr]) -> anyhow::Result<NginxProcess> {
    NginxProcess::start_before(&program()?, folder, host, servers).map_err(|log| anyhow!(log))
}

/// Everything that makes static files fast: no log, files held open and sent by the kernel, precompressed ones,
/// persistent connections.
fn settings(address: SocketAddr, workers: usize) -> (String, String) {
    let descriptors = getrlimit(Resource::Nofile).maximum.unwrap_or(u64::MAX).min(OPEN_FILES + OTHER_DESCRIPTORS);
    let open_files = descriptors.saturating_sub(OTHER_DESCRIPTORS).max(100);
    let before = format!(
        "worker_processes {workers};
worker_rlimit_nofile {descriptors};
events {{ worker_connections 1024; }}"
    );
    let http = format!(
        "sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000000;
    keepalive_timeout 600s;
    open_file_cache max={open_files} inactive=1h;
    open_file_cache_valid 1h;
    open_file_cache_min_uses 1;
    gzip_static on;
    types {{ application/json json; }}
    default_type application/json;
    server {{ listen {address} backlog=1024; root files; }}"
    );
    (before, http)
}
