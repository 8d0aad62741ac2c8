//! SIGTERM and SIGINT end a command within a second, whatever it waits for.

use std::io;
use tokio::signal::unix::{SignalKind, signal};

/// Has the first signal call `last_words`, which must be quick, and end the process as shells expect: with 128 and the
/// number of the signal. A second one does not wait for that.
///
/// # Errors
/// When the operating system refuses.
pub(crate) fn end_on_signals(last_words: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let entered = runtime.enter();
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    drop(entered);
    let mut next = move || {
        let kind = runtime.block_on(async {
            tokio::select! {
                _ = terminate.recv() => SignalKind::terminate(),
                _ = interrupt.recv() => SignalKind::interrupt(),
            }
        });
        128 + kind.as_raw_value()
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let status = next();
        let ending = std::thread::Builder::new().name("ending".to_owned()).spawn(move || {
            last_words();
            std::process::exit(status);
        });
        if ending.is_ok() {
            let _ = next();
        }
        std::process::exit(status);
    })?;
    Ok(())
}
