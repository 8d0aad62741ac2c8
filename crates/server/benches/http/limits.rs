//! When to stop: at the end of the time, or when somebody says so.

use crate::process::name;
use anyhow::{Context, bail, ensure};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tokio::signal::unix::{SignalKind, signal};

/// How often something that is waited for is looked at: seldom enough to cost nothing beside a measurement.
const LOOK: Duration = Duration::from_millis(20);

/// When to stop.
pub(crate) struct Limits {
    deadline: Instant,
    is_interrupted: Arc<AtomicBool>,
}

impl Limits {
    /// Stop after `time`, and on SIGINT and SIGTERM.
    ///
    /// # Errors
    /// When signals cannot be listened for.
    pub(crate) fn start(time: Duration) -> anyhow::Result<Self> {
        let is_interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_interrupted);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        thread::Builder::new().name("signals".into()).spawn(move || {
            let received = runtime.block_on(async {
                let mut interrupt = signal(SignalKind::interrupt())?;
                let mut terminate = signal(SignalKind::terminate())?;
                tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
                std::io::Result::Ok(())
            });
            if received.is_ok() {
                flag.store(true, Ordering::Relaxed);
            }
        })?;
        Ok(Self { deadline: Instant::now() + time, is_interrupted })
    }

    /// # Errors
    /// When it is time to stop.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        self.check_interruption()?;
        ensure!(Instant::now() < self.deadline, "out of time (--minutes gives more)");
        Ok(())
    }

    /// # Errors
    /// When somebody says that it is time to stop.
    pub(crate) fn check_interruption(&self) -> anyhow::Result<()> {
        ensure!(!self.is_interrupted.load(Ordering::Relaxed), "interrupted");
        Ok(())
    }

    /// Asks again until there is an answer.
    ///
    /// # Errors
    /// When asking fails, or it is time to stop.
    pub(crate) fn until<T>(&self, what: &str, mut ask: impl FnMut() -> anyhow::Result<Option<T>>) -> anyhow::Result<T> {
        loop {
            if let Some(answer) = ask()? {
                return Ok(answer);
            }
            self.check().with_context(|| format!("waiting for {what}"))?;
            thread::sleep(LOOK);
        }
    }

    /// Runs a command, which prints little, to its end; gives what it printed.
    ///
    /// # Errors
    /// When it cannot be run or fails, or it is time to stop: it is killed then.
    pub(crate) fn run(&self, command: &mut Command) -> anyhow::Result<String> {
        let name = name(command);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().context(name.clone())?;
        let ended = self.until(&name, || Ok(child.try_wait()?));
        if let Err(problem) = ended {
            child.kill()?;
            child.wait()?;
            return Err(problem);
        }
        let Output { status, stdout, stderr } = child.wait_with_output()?;
        if !status.success() {
            bail!("{name} ended with {status}: {}", String::from_utf8_lossy(&stderr).trim());
        }
        Ok(String::from_utf8_lossy(&stdout).into_owned())
    }
}
