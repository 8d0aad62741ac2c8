//! nginx as a process.

use super::send_signal;
use crate::program::installed;
use std::fs;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Free ports that are tried: nginx cannot choose one, and somebody else may take it in between.
const ATTEMPTS: usize = 5;
const START: Duration = Duration::from_secs(30);
/// What a proxy before servers is documented to be: another address and other servers take the place of the example's.
const DOCUMENTED: &str = include_str!("../../../../docs/deployment/nginx.conf");

/// An nginx that ends with this value.
pub struct NginxProcess {
    process: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl NginxProcess {
    /// The program, where it is installed.
    pub fn program() -> Option<PathBuf> {
        installed("nginx")
    }

    /// Starts `program` in `folder` on a free port of `host`. `settings` makes of its address what precedes the block
    /// `http` and what is in it. Gives its log when it does not start.
    pub fn start(
        program: &Path,
        folder: &Path,
        host: IpAddr,
        settings: impl Fn(SocketAddr) -> (String, String),
    ) -> Result<Self, String> {
        for _ in 0..ATTEMPTS {
            let address = TcpListener::bind((host, 0)).unwrap().local_addr().unwrap();
            let (before, http) = settings(address);
            fs::write(folder.join("nginx.conf"), configuration(&before, &http)).unwrap();
            let mut command = Command::new(program);
            command.arg("-p").arg(folder).args(["-c", "nginx.conf", "-e", "nginx.log"]).current_dir(folder);
            let process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            let mut nginx = Self { process, address };
            let began = Instant::now();
            while nginx.is_running() && began.elapsed() < START {
                if TcpStream::connect(address).is_ok() {
                    return Ok(nginx);
                }
                thread::sleep(Duration::from_millis(20));
            }
        }
        Err(format!("nginx does not start: {}", fs::read_to_string(folder.join("nginx.log")).unwrap_or_default()))
    }

    /// Starts it with the documented settings before `servers`.
    pub fn start_before(program: &Path, folder: &Path, host: IpAddr, servers: &[SocketAddr]) -> Result<Self, String> {
        let events = "events { worker_connections 1024; }";
        Self::start(program, folder, host, |address| (events.to_owned(), documented(address, servers)))
    }

    fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for NginxProcess {
    fn drop(&mut self) {
        // By SIGKILL its workers would go on.
        if self.is_running() {
            send_signal(self.id(), "TERM");
        }
        let _ = self.process.wait();
    }
}

/// The documented settings, without certificates.
fn documented(address: SocketAddr, servers: &[SocketAddr]) -> String {
    let lines = DOCUMENTED.lines().map(str::trim_start).filter(|line| !line.starts_with("ssl_"));
    let lines = lines.filter(|line| !line.starts_with("server 10.0.0.12:"));
    let replaced = |line: &str| match line.strip_prefix("server 10.0.0.11:8080") {
        Some(options) => servers.iter().map(|server| format!("server {server}{options}\n")).collect(),
        None if line.starts_with("listen ") => format!("listen {address};\n"),
        None => format!("{line}\n"),
    };
    lines.map(replaced).collect()
}

/// Whole settings, all of whose files are in the folder of the process.
fn configuration(before: &str, http: &str) -> String {
    // Started by root, it would pass its work to a user who may not access the folder.
    let user = if fs::metadata("/proc/self").unwrap().uid() == 0 { "user root;" } else { "" };
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|kind| format!("{kind}_temp_path temporary_{kind};"))
        .collect();
    format!("{user} daemon off; pid nginx.pid; {before}\nhttp {{ access_log off; {temporary}\n{http}\n}}\n")
}
