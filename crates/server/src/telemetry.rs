//! Log lines on standard error, and with the feature `otlp` traces for a collector.
//!
//! Spans with the target `spans` are for traces only. Without a collector the filter of the log turns them off, and
//! they cost a comparison.

use crate::config::{LogConfig, LogFormat};
use catalog_app::runtime::is_panic_caught;
use line_batch::StandardError;
use std::io::{self, IsTerminal};
use tracing::Subscriber;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

mod line_batch;
#[cfg(feature = "otlp")]
mod otlp;

pub(crate) use line_batch::batch_lines;
#[cfg(feature = "otlp")]
pub(crate) use otlp::{continue_trace, describe_request};

/// Starts logging, and traces where a collector is named. Failures to write a line are ignored: a closed standard error
/// must not end the process.
///
/// # Errors
/// When the settings of the collector are bad.
pub(crate) fn start(config: LogConfig) -> anyhow::Result<()> {
    // Only a second subscriber of the same process is refused, and the first one serves as well.
    #[cfg(feature = "otlp")]
    if let Some(traces) = otlp::start()? {
        let _ = registry().with(traces).with(lines(config.format).with_filter(config.filter)).try_init();
        return Ok(());
    }
    let _ = registry().with(config.filter).with(lines(config.format)).try_init();
    Ok(())
}

fn lines<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(StandardError)
        .with_ansi(io::stderr().is_terminal())
        .log_internal_errors(false);
    match format {
        LogFormat::Text => lines.with_target(false).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(true).with_span_list(false).boxed(),
    }
}

/// Sends what was not sent yet to the collector.
pub(crate) fn finish() {
    #[cfg(feature = "otlp")]
    otlp::finish();
}

/// Logs a panic like any other line, with its request, instead of as text between JSON lines.
pub(crate) fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        if !is_panic_caught() {
            tracing::error!(%panic, "a thread panicked: this is a defect");
        }
    }));
}
