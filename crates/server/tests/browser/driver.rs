//! Chromium's driver: a process of each test, ended with it.

use catalog_testkit::process::{HttpRequest, ask_once};
use catalog_testkit::program::installed_or_skipped;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
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
        let program = installed_or_skipped("chromedriver")?;
        installed_or_skipped("chromium")?;
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
