//! Chromium's driver: a process of each test, ended with it.

use catalog_testkit::process::{HttpRequest, ask_once};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// How often a driver is started that ends at once.
const ATTEMPTS: usize = 5;

pub(crate) struct Driver {
    child: Child,
    pub(crate) address: String,
}

impl Driver {
    /// Starts it; `None` when it or Chromium is not installed, which on a CI machine fails.
    pub(crate) fn start() -> Option<Self> {
        let (Some(program), Some(_)) = (find("chromedriver"), find("chromium")) else {
            let is_ci = std::env::var("CI").is_ok_and(|value| matches!(value.as_str(), "true" | "1"));
            assert!(!is_ci, "CI is set, and chromium or chromedriver is not installed");
            // Written past the capture of test output, which would hide it.
            let _ =
                writeln!(std::io::stderr(), "\n*** A TEST IS SKIPPED: chromium or chromedriver is not installed ***\n");
            return None;
        };
        let started = (0..ATTEMPTS).find_map(|_| Self::try_start(&program));
        assert!(started.is_some(), "no driver started in {ATTEMPTS} attempts");
        started
    }

    /// Starts it; `None` when it ends before it listens: it takes a free port twice, for IPv4 and for IPv6, and the
    /// second may be another driver's.
    fn try_start(program: &Path) -> Option<Self> {
        let mut command = Command::new(program);
        // A group of its own, so that the browser ends with it whatever happens.
        command.arg("--port=0").process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port =
            lines.find_map(|line| Some(line.split_once("successfully on port ")?.1.trim_end_matches('.').to_owned()));
        let Some(port) = port else {
            let _ = child.wait();
            return None;
        };
        // It goes on printing.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { child, address: format!("127.0.0.1:{port}") })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Ends the browser properly.
        let shutdown = HttpRequest::get("/shutdown", None, &[("Host", "localhost")]);
        let _ = self.address.parse().map(|address| ask_once(address, &shutdown));
        let _ =
            Command::new("kill").args(["-KILL", "--", &format!("-{}", self.child.id())]).stderr(Stdio::null()).status();
        let _ = self.child.wait();
    }
}

fn find(program: &str) -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&on_path).map(|folder| folder.join(program)).find(|program| program.is_file())
}
