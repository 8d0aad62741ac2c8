//! nginx with files, tuned as one tunes it for static files, which is what the server is measured against; and nginx in
//! front of several servers.

use crate::server::wait_until;
use crate::workdir::command;
use anyhow::{Context, bail, ensure};
use catalog_testkit::process::send_signal;
use flate2::Compression;
use flate2::write::GzEncoder;
use rustix::process::{Resource, getrlimit, getuid};
use std::fs::{self, File};
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;
use std::time::Duration;

/// Free ports that are tried: nginx cannot choose one, and somebody else may take it in between.
const ATTEMPTS: usize = 5;
/// Most files that are held open, more than any row requests.
const OPEN_FILES: u64 = 12_000;
const OTHER_DESCRIPTORS: u64 = 2_000;

pub(crate) struct Nginx {
    process: Child,
    pub(crate) address: SocketAddr,
    files: PathBuf,
}

impl Nginx {
    /// Starts nginx over an empty folder inside `folder`.
    ///
    /// # Errors
    /// When it is not installed or does not start.
    pub(crate) fn start(folder: &Path) -> anyhow::Result<Self> {
        let files = folder.join("files");
        fs::create_dir_all(&files)?;
        Self::launch(folder, &format!("root {}/files;", name_of(folder)?), "")
    }

    /// Starts nginx in front of servers, with the settings of `docs/deployment/nginx.conf`.
    ///
    /// # Errors
    /// When it is not installed or does not start.
    pub(crate) fn start_before(folder: &Path, servers: &[SocketAddr]) -> anyhow::Result<Self> {
        let servers: String = servers.iter().map(|it| format!("server {it} max_fails=1 fail_timeout=2s; ")).collect();
        let location = "location / { proxy_pass http://catalog; proxy_http_version 1.1; proxy_set_header Connection \"\"; \
             proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_connect_timeout 1s; \
             proxy_next_upstream error timeout; proxy_next_upstream_tries 2; }";
        Self::launch(folder, location, &format!("upstream catalog {{ {servers}keepalive 64; }}"))
    }

    /// Starts nginx with the inside of a `server` block and what stands beside it.
    fn launch(folder: &Path, server: &str, beside: &str) -> anyhow::Result<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&path).chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from));
        let program = folders.map(|folder| folder.join("nginx")).find(|file| file.is_file());
        let program = program.context("nginx is not installed; on Debian: apt-get install nginx")?;
        let errors = folder.join("nginx.log");
        for _ in 0..ATTEMPTS {
            let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
            let settings = folder.join("nginx.conf");
            fs::write(&settings, configuration(folder, address, server, beside)?)?;
            let mut command = command(&program, folder);
            command.arg("-c").arg(&settings).arg("-e").arg(&errors);
            let process = command.stderr(File::create(&errors)?).spawn()?;
            let mut nginx = Self { process, address, files: folder.join("files") };
            wait_until("nginx", Duration::from_secs(10), || {
                Ok(TcpStream::connect(address).is_ok() || !nginx.is_running())
            })?;
            if nginx.is_running() {
                return Ok(nginx);
            }
        }
        bail!("nginx does not start: {}", fs::read_to_string(errors)?)
    }

    fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Puts a body of a set into a folder of its name, with a compressed one beside it; gives its path.
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

impl Drop for Nginx {
    fn drop(&mut self) {
        // By SIGKILL its workers would go on.
        if self.is_running() {
            send_signal(self.id(), "TERM");
        }
        let _ = self.process.wait();
    }
}

/// The name of a folder as nginx's settings can have it.
fn name_of(folder: &Path) -> anyhow::Result<&str> {
    let name = folder.to_str().context("the folder has a name that is no text")?;
    ensure!(!name.contains([';', ' ', '"']), "nginx cannot use the folder {name}");
    Ok(name)
}

/// Everything that makes static files fast: no log, files held open and sent by the kernel, precompressed ones,
/// persistent connections.
fn configuration(folder: &Path, address: SocketAddr, server: &str, beside: &str) -> anyhow::Result<String> {
    let workers = thread::available_parallelism()?;
    let descriptors = getrlimit(Resource::Nofile).maximum.unwrap_or(u64::MAX).min(OPEN_FILES + OTHER_DESCRIPTORS);
    let open_files = descriptors.saturating_sub(OTHER_DESCRIPTORS).max(100);
    let folder = name_of(folder)?;
    // Its workers would otherwise be somebody else, who may not read the folder.
    let user = if getuid().is_root() { "user root;\n" } else { "" };
    Ok(format!(
        "daemon off;
{user}worker_processes {workers};
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
    {beside}
    server {{ listen {address} backlog=1024; {server} }}
}}
"
    ))
}
