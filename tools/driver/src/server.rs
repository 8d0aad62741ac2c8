//! `catalog serve` over a store.

use crate::child::ChildProcess;
use crate::http::{Connection, get};
use crate::process_info;
use crate::workdir::{STOREFRONT, Workdir};
use anyhow::{Context, bail};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{ChildStdout, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a server may take to start.
const START: Duration = Duration::from_secs(120);

/// A running server, stopped when dropped.
pub struct Server {
    process: ChildProcess,
    /// Its address.
    pub address: SocketAddr,
    /// From its start until it was ready.
    pub start: Duration,
    /// The processor time that it used until then, in seconds.
    pub start_processor: f64,
    log: File,
    /// Held, or the server would write to a closed pipe.
    _output: BufReader<ChildStdout>,
}

impl Server {
    /// Starts a server on a free port, with these arguments and settings, and waits until it is ready.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start(workdir: &Workdir, url: &str, arguments: &[&str], settings: &[String]) -> anyhow::Result<Self> {
        let path = workdir.folder.join("serve.log");
        let log = OpenOptions::new().create(true).append(true).open(&path)?;
        log.set_len(0)?;
        let mut command = workdir.command(url);
        command.args(["serve", "--storefront-host", STOREFRONT, "--bind", "127.0.0.1:0"]).args(arguments);
        command.envs(settings.iter().filter_map(|setting| setting.split_once('=')));
        let started = Instant::now();
        let mut process = ChildProcess::start(command.stdout(Stdio::piped()).stderr(log.try_clone()?))?;
        let mut output = BufReader::new(process.0.stdout.take().context("no standard output")?);
        let address = read_address(&mut output).with_context(|| fs::read_to_string(&path).unwrap_or_default())?;
        wait_until_ready(address)?;
        let (start, start_processor) = (started.elapsed(), process_info::processor_seconds(process.id()));
        // If memory runs out all the same, the system should kill this one. Best effort.
        let _ = fs::write(format!("/proc/{}/oom_score_adj", process.id()), "1000");
        Ok(Self { process, address, start, start_processor, log, _output: output })
    }

    /// Its process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Kills it at once.
    pub fn kill(&self) {
        self.process.kill();
    }

    /// Forgets what it has logged so far: a line for each request adds up to gigabytes.
    ///
    /// # Errors
    /// When the file cannot be cut.
    pub fn forget_log(&self) -> anyhow::Result<()> {
        Ok(self.log.set_len(0)?)
    }
}

/// Reads the address that the server prints.
fn read_address(output: &mut impl BufRead) -> anyhow::Result<SocketAddr> {
    for line in output.lines() {
        if let Some(address) = line?.strip_prefix("listening on http://") {
            return address.parse().context("the server's address");
        }
    }
    bail!("the server has ended")
}

fn wait_until_ready(address: SocketAddr) -> anyhow::Result<()> {
    let until = Instant::now() + START;
    wait_until("the server to be ready", START, || {
        let response = Connection::open(address, until).and_then(|mut it| it.ask(&get("/health/ready", None, &[])));
        Ok(response.is_ok_and(|response| response.status == 200))
    })
}

/// Checks again and again until something is so.
///
/// # Errors
/// When checking fails, or it is not so after `most`.
pub fn wait_until(what: &str, most: Duration, mut is_so: impl FnMut() -> anyhow::Result<bool>) -> anyhow::Result<()> {
    let until = Instant::now() + most;
    while !is_so()? {
        if Instant::now() >= until {
            bail!("waited {} s for {what}", most.as_secs());
        }
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}
