//! `catalog serve` over a store.

use crate::child::ChildProcess;
use crate::http::{Connection, get};
use crate::store::{STOREFRONT, Store, Workshop};
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{ChildStdout, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a server may take to start.
const START: Duration = Duration::from_secs(120);

/// A running server, stopped when dropped.
pub(crate) struct Server {
    process: ChildProcess,
    /// Its address.
    pub(crate) address: SocketAddr,
    /// Held, or the server would write to a closed pipe.
    _output: BufReader<ChildStdout>,
}

impl Server {
    /// Starts a server on a free port and waits until it is ready. It trusts this machine's `X-Forwarded-For`, so that
    /// one attacker can be many sources.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn start(workshop: &Workshop, store: &Store, settings: &[String]) -> anyhow::Result<Self> {
        let log = workshop.folder.join("serve.log");
        let mut command = workshop.command(store);
        command.args(["serve", "--storefront-host", STOREFRONT, "--bind", "127.0.0.1:0"]);
        command.args(["--trusted-proxies", "127.0.0.0/8"]);
        command.envs(settings.iter().filter_map(|setting| setting.split_once('=')));
        let mut process = ChildProcess::start(command.stdout(Stdio::piped()).stderr(File::create(&log)?))?;
        let mut output = BufReader::new(process.0.stdout.take().context("no standard output")?);
        let address = read_address(&mut output).with_context(|| fs::read_to_string(&log).unwrap_or_default())?;
        wait_until_ready(address)?;
        // If memory runs out all the same, the system should kill this one. Best effort.
        let _ = fs::write(format!("/proc/{}/oom_score_adj", process.id()), "1000");
        Ok(Self { process, address, _output: output })
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Kills it at once.
    pub(crate) fn kill(&self) {
        self.process.kill();
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
    while Instant::now() < until {
        let response = Connection::open(address, until).and_then(|mut it| it.ask(&get("/health/ready", None, &[])));
        if response.is_ok_and(|response| response.status == 200) {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(50));
    }
    bail!("the server is not ready after {} s", START.as_secs())
}
