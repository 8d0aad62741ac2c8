//! The signals that end a server: SIGTERM and SIGINT.

use std::io;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Both signals.
pub struct ShutdownSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl ShutdownSignals {
    /// Handles the signals; from now on they no longer end the process.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn listen() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// The name of the next one.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}

/// Calls `action` with the name of every signal from now on, on a thread of its own.
///
/// # Errors
/// When the operating system refuses.
pub fn on_signals(mut action: impl FnMut(&'static str) + Send + 'static) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let entered = runtime.enter();
    let mut signals = ShutdownSignals::listen()?;
    drop(entered);
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        loop {
            action(runtime.block_on(signals.next()));
        }
    })?;
    Ok(())
}
