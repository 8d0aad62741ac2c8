//! Processes that this one starts and always stops.

use anyhow::{Context, ensure};
use rustix::process::{Pid, Signal, kill_process};
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a process may take to end after SIGTERM: longer than a server waits for requests in flight.
const ENDING: Duration = Duration::from_secs(15);

/// Ends a program when its parent dies, even by SIGKILL.
const SETPRIV: &str = "/usr/bin/setpriv";

/// A process, stopped when dropped.
#[derive(Debug)]
pub struct ChildProcess(pub Child);

impl ChildProcess {
    /// Starts a command.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &mut Command) -> anyhow::Result<Self> {
        Ok(Self(command.spawn().with_context(|| format!("cannot start {command:?}"))?))
    }

    /// Its process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    /// Kills it at once.
    pub fn kill(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        // It is not reaped before this value is dropped, so the id is still its own. Fails only when it has ended
        // already.
        if let Some(id) = Pid::from_raw(self.0.id().cast_signed()) {
            let _ = kill_process(id, signal);
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.signal(Signal::TERM);
        let deadline = Instant::now() + ENDING;
        while matches!(self.0.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A command without input that ends with this process, where `setpriv` is installed. No setting of the server is taken
/// from the environment.
#[must_use]
pub fn command(program: &Path) -> Command {
    let mut command = if Path::new(SETPRIV).exists() {
        let mut command = Command::new(SETPRIV);
        command.args(["--pdeathsig", "TERM"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    for (name, _) in std::env::vars_os() {
        if name == "DATABASE_URL" || name.to_string_lossy().starts_with("CATALOG_") {
            command.env_remove(name);
        }
    }
    command.stdin(Stdio::null());
    command
}

/// Runs a command to its end, its standard output discarded.
///
/// # Errors
/// When it fails; with what it wrote to standard error.
pub fn run_to_end(command: &mut Command) -> anyhow::Result<()> {
    let output = command.stdout(Stdio::null()).stderr(Stdio::piped()).output();
    let output = output.with_context(|| format!("cannot start {command:?}"))?;
    let arguments: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} failed with {}: {complaint}", arguments.join(" "), output.status);
    Ok(())
}
