//! What the server is measured against: nginx with files, tuned as one tunes it for static files.

use crate::client::Client;
use crate::limits::Limits;
use crate::process::{Process, tied_command};
use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use rustix::process::{Resource, getrlimit};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;

/// Free ports that are tried: nginx cannot choose one, and somebody else may take it in between.
const ATTEMPTS: usize = 5;
/// Most files that are kept open, more than any row asks for.
const OPEN_FILES: u64 = 12_000;
/// Descriptors that are left for connections.
const OTHER_DESCRIPTORS: u64 = 2_000;

/// A running nginx.
pub(crate) struct FileServer {
    /// The process.
    pub(crate) process: Process,
    /// Where it listens.
    pub(crate) address: String,
    files: PathBuf,
}

impl FileServer {
    /// Starts nginx over an empty folder inside `folder`.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn start(program: &Path, folder: &Path, limits: &Limits) -> anyhow::Result<Self> {
        let files = folder.join("files");
        fs::create_dir_all(&files)?;
        // Its workers may run as somebody else.
        for readable in [folder, &files] {
            fs::set_permissions(readable, Permissions::from_mode(0o755))?;
        }
        let errors = folder.join("nginx.log");
        for _ in 0..ATTEMPTS {
            let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
            let settings = folder.join("nginx.conf");
            fs::write(&settings, configuration(folder, &address)?)?;
            let mut command = tied_command(program);
            command.arg("-c").arg(&settings).arg("-e").arg(&errors);
            command.stderr(OpenOptions::new().create(true).append(true).open(&errors)?);
            let mut process = Process::start(command)?;
            let is_listening = limits.until("nginx", || {
                let is_listening = Client::connect(&address).is_ok();
                Ok((is_listening || !process.is_running()).then_some(is_listening))
            })?;
            if is_listening && process.is_running() {
                return Ok(Self { process, address, files });
            }
        }
        bail!("nginx does not start: {}", fs::read_to_string(errors)?)
    }

    /// Puts the bodies of a set into a folder of its name, with compressed ones beside them; gives where they are.
    ///
    /// # Errors
    /// When a file cannot be written.
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

/// Everything that makes static files fast: no log, files kept open and sent by the kernel, compressed ones at hand,
/// connections kept.
fn configuration(folder: &Path, address: &str) -> anyhow::Result<String> {
    let workers = thread::available_parallelism()?;
    let descriptors = getrlimit(Resource::Nofile).maximum.unwrap_or(u64::MAX).min(OPEN_FILES + OTHER_DESCRIPTORS);
    let open_files = descriptors.saturating_sub(OTHER_DESCRIPTORS).max(100);
    let folder = folder.to_str().context("the temporary folder has a name that is no text")?;
    Ok(format!(
        "daemon off;
worker_processes {workers};
worker_rlimit_nofile {descriptors};
pid {folder}/nginx.pid;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000000;
    keepalive_timeout 600s;
    open_file_cache max={open_files} inactive=1h;
    open_file_cache_valid 1h;
    open_file_cache_min_uses 1;
    gzip_static on;
    types {{ application/json json; }}
    default_type application/json;
    client_body_temp_path {folder}/nginx-body;
    proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-fastcgi;
    uwsgi_temp_path {folder}/nginx-uwsgi;
    scgi_temp_path {folder}/nginx-scgi;
    server {{ listen {address} backlog=1024; root {folder}/files; }}
}}
"
    ))
}
