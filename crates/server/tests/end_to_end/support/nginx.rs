//! nginx in front of several servers, configured as `docs/deployment/nginx.conf`, in a process that ends with the test.

use super::{Server, until};
use catalog_testkit::own_loopback_address;
use std::fmt::Write;
use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The documented configuration: the address, certificates and servers of a test replace the example's.
const DOCUMENTED: &str = include_str!("../../../../../docs/deployment/nginx.conf");

pub(crate) struct Nginx {
    child: Child,
    _folder: TempDir,
    pub(crate) address: String,
}

impl Nginx {
    /// Starts it in front of `servers`; `None` when it is not installed, which on a CI machine fails.
    pub(crate) fn start(servers: &[Server]) -> Option<Self> {
        let Some(program) = find_program() else {
            let is_ci = std::env::var("CI").is_ok_and(|value| matches!(value.as_str(), "true" | "1"));
            assert!(!is_ci, "CI is set and nginx is not installed");
            // Written past the capture of test output, which would hide it.
            let _ = writeln!(std::io::stderr(), "\n*** A TEST IS SKIPPED: nginx is not installed ***\n");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let address = TcpListener::bind((own_loopback_address(), 0)).unwrap().local_addr().unwrap().to_string();
        std::fs::write(folder.path().join("nginx.conf"), configuration(&address, servers)).unwrap();
        let mut command = Command::new(program);
        command.arg("-p").arg(folder.path()).args(["-c", "nginx.conf", "-e", "error.log"]);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        until("nginx", || {
            let log = || std::fs::read_to_string(folder.path().join("error.log")).unwrap_or_default();
            assert!(child.try_wait().unwrap().is_none(), "nginx does not start:\n{}", log());
            TcpStream::connect(&address).ok()
        });
        Some(Self { child, _folder: folder, address })
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn find_program() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&on_path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    folders.map(|folder| folder.join("nginx")).find(|program| program.is_file())
}

/// The documented lines, completed to a whole file. One process does all the work, so that killing it ends it.
fn configuration(address: &str, servers: &[Server]) -> String {
    let mut lines = String::new();
    for line in DOCUMENTED.lines() {
        let word = line.trim_start().split([' ', ';']).next().unwrap_or_default();
        let is_example = line.trim_start().starts_with("server 10.");
        match word {
            "upstream" => {
                writeln!(lines, "{line}").unwrap();
                for server in servers {
                    writeln!(lines, "server {} max_fails=1 fail_timeout=2s;", server.address).unwrap();
                }
            }
            "listen" => writeln!(lines, "listen {address};").unwrap(),
            _ if is_example || word.starts_with("ssl_") => {}
            _ => writeln!(lines, "{line}").unwrap(),
        }
    }
    // Started by root, it would pass its work to a user who may not access the folder.
    let user = if std::fs::metadata("/proc/self").unwrap().uid() == 0 { "user root;" } else { "" };
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|kind| format!("{kind}_temp_path temporary_{kind};"))
        .collect();
    format!(
        "{user} daemon off; master_process off; pid nginx.pid; events {{ worker_connections 512; }}\n\
         http {{ access_log off; {temporary}\n{lines}\n}}\n"
    )
}
