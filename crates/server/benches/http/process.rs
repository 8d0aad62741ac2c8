//! A process that this one started and always stops, and what the system tells about it.

use anyhow::Context;
use rustix::process::{Pid, Signal, kill_process};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::process::{Child, ChildStdout, Command};
use std::thread;
use std::time::{Duration, Instant};

/// How long a process may take to end when it is told to.
const ENDING: Duration = Duration::from_secs(12);
/// Microseconds in the unit in which Linux tells the processor time of a process.
const MICROSECONDS_PER_TICK: u64 = 10_000;

/// What ties a process to this one, and how it is told to.
const SETPRIV: &str = "/usr/bin/setpriv";
const TIE: [&str; 2] = ["--pdeathsig", "TERM"];

/// A process, stopped when dropped.
pub(crate) struct Process(Child);

/// Memory in KiB.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Memory {
    /// All that is resident.
    pub(crate) resident: u64,
    /// What of it no file is behind. The store is mapped; what it occupies can be taken away.
    pub(crate) anonymous: u64,
}

/// A command that ends with this process even if this one is killed, where `setpriv` is there to see to that.
pub(crate) fn tied_command(program: &Path) -> Command {
    if !Path::new(SETPRIV).exists() {
        return Command::new(program);
    }
    let mut command = Command::new(SETPRIV);
    command.args(TIE).arg(program);
    command
}

/// What a command runs, whether it is tied or not.
pub(crate) fn name(command: &Command) -> String {
    let tied = (command.get_program() == SETPRIV).then(|| command.get_args().nth(TIE.len())).flatten();
    tied.unwrap_or(command.get_program()).to_string_lossy().into_owned()
}

impl Process {
    /// Starts a command.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start(mut command: Command) -> anyhow::Result<Self> {
        Ok(Self(command.spawn().with_context(|| format!("cannot start {}", name(&command)))?))
    }

    /// Its standard output, once, when that is a pipe.
    pub(crate) fn take_output(&mut self) -> Option<ChildStdout> {
        self.0.stdout.take()
    }

    /// Whether it still runs.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    /// The processor time that it and its children have used, in microseconds, to a hundredth of a second.
    pub(crate) fn processor_microseconds(&self) -> u64 {
        let id = self.0.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        let children = children.split_whitespace().filter_map(|id| id.parse().ok());
        children.chain([id]).map(processor_microseconds).sum()
    }

    /// The memory that it occupies.
    pub(crate) fn memory(&self) -> Memory {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let kilobytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
        };
        Memory { resident: kilobytes("VmRSS"), anonymous: kilobytes("RssAnon") }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Told first, since a master that is killed leaves its workers behind.
        let told = Pid::from_raw(self.0.id().cast_signed()).map(|id| kill_process(id, Signal::TERM));
        let deadline = Instant::now() + ENDING;
        while told == Some(Ok(())) && self.is_running() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
        // Both fail only when it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The processor time of one process, all threads it has or had included.
fn processor_microseconds(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // The name in brackets may hold anything; user and system time are the 12th and 13th field after it.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks * MICROSECONDS_PER_TICK
}
