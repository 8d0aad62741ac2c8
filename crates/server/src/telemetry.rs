//! Log lines on standard error.

use crate::config::{LogConfig, LogFormat};
use line_batch::StandardError;
use std::io::{self, IsTerminal};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

mod line_batch;

pub(crate) use line_batch::batch_lines;

/// Starts logging. Failures to write a line are ignored: a closed standard error must not end the process.
pub(crate) fn start(config: LogConfig) {
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(StandardError)
        .with_ansi(io::stderr().is_terminal())
        .log_internal_errors(false);
    let lines = match config.format {
        LogFormat::Text => lines.with_target(false).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(true).with_span_list(false).boxed(),
    };
    let log = tracing_subscriber::registry().with(config.filter).with(lines);
    // Only a second subscriber of the same process is refused, and the first one serves as well.
    let _ = log.try_init();
}

/// Logs a panic like any other line, with its request, instead of as text between JSON lines.
pub(crate) fn log_panics() {
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a thread panicked: this is a defect")));
}
