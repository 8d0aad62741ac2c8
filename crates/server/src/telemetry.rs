//! Log lines on standard error.

use crate::config::{LogConfig, LogFormat};
use std::io::{self, IsTerminal};

/// Starts logging. Failures to write a line are ignored: a closed standard error must not end the process.
pub(crate) fn start(config: LogConfig) {
    let builder = tracing_subscriber::fmt()
        .with_env_filter(config.filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .log_internal_errors(false);
    // Only a second subscriber of the same process is refused, and the first one serves as well.
    let _ = match config.format {
        LogFormat::Text => builder.with_target(false).try_init(),
        LogFormat::Json => builder.json().flatten_event(true).with_current_span(true).with_span_list(false).try_init(),
    };
}

/// Makes a panic a log line like any other, with the request that it belongs to, instead of text between JSON lines.
pub(crate) fn log_panics() {
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a thread panicked: this is a defect")));
}
