//! `catalog serve` over a store.

use crate::workdir::{STOREFRONT, Workdir};
use anyhow::{Context, bail};
use catalog_testkit::process::{HttpClient, HttpRequest, ServerProcess};
use catalog_testkit::process_info::{self, Memory};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs;
use std::ops::Deref;
use std::thread;
use std::time::{Duration, Instant};

const START: Duration = Duration::from_secs(120);

/// How long a server may take to end: longer than it waits for requests in flight.
const ENDING: Duration = Duration::from_secs(15);

pub(crate) struct Server {
    process: ServerProcess,
    /// From its start until it was ready.
    pub(crate) start: Duration,
    /// The processor time that it used until then, in seconds.
    pub(crate) start_processor: f64,
}

impl Server {
    /// Starts a server on a free port, with these arguments, and waits until it is ready.
    pub(crate) fn start(workdir: &Workdir, arguments: &[&str]) -> anyhow::Result<Self> {
        let mut command = workdir.command();
        command.args(["serve", "--storefront-host", STOREFRONT, "--bind", "127.0.0.1:0"]).args(arguments);
        let started = Instant::now();
        let process = ServerProcess::start(&mut command).map_err(anyhow::Error::msg)?;
        let ready = HttpRequest::get("/health/ready", None, &[]);
        wait_until("the server to be ready", START, || {
            let response = HttpClient::open(process.address, started + START).and_then(|mut it| it.ask(&ready));
            Ok(response.is_ok_and(|response| response.status == 200))
        })?;
        let (start, start_processor) = (started.elapsed(), process_info::processor_seconds(process.id()));
        // If memory runs out all the same, the system should kill this one. Best effort.
        let _ = fs::write(format!("/proc/{}/oom_score_adj", process.id()), "1000");
        Ok(Self { process, start, start_processor })
    }

    /// Its memory now; an error when it has ended.
    pub(crate) fn memory(&self) -> anyhow::Result<Memory> {
        process_info::memory(self.id()).context("the server is gone")
    }
}

impl Deref for Server {
    type Target = ServerProcess;

    fn deref(&self) -> &ServerProcess {
        &self.process
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // An orderly end writes the counters of a build that has them.
        self.process.stop(ENDING);
    }
}

/// Checks again and again until something is so, or fails after `most`.
pub(crate) fn wait_until(
    what: &str,
    most: Duration,
    mut is_so: impl FnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let until = Instant::now() + most;
    while !is_so()? {
        if Instant::now() >= until {
            bail!("waited {} s for {what}", most.as_secs());
        }
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Lets this process open as many files as it may: some loads are thousands of connections.
pub(crate) fn raise_open_files() -> anyhow::Result<()> {
    let limit = getrlimit(Resource::Nofile).maximum;
    Ok(setrlimit(Resource::Nofile, Rlimit { current: limit, maximum: limit })?)
}
