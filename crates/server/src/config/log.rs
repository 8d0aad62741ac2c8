//! The log filter and format.

use super::log_targets::check_targets;
use catalog_cli::settings::SettingError;
use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

const LOG: &str = "--log (CATALOG_LOG)";

/// Spans are for traces: a line's span is that of its request. Why a connection ended is logged by `connections`.
const OFF: [&str; 2] = ["spans=off", "actix_http::h1::dispatcher=off"];

#[derive(Args)]
#[command(next_help_heading = "Log")]
pub(crate) struct LogArguments {
    /// The log level or filter [default: info in servers and for the phases of an import, else warn,audit=info]
    #[arg(long, value_name = "FILTER", env = "CATALOG_LOG", global = true)]
    log: Option<String>,
    /// How log lines are written
    #[arg(long, value_enum, value_name = "FORMAT", env = "CATALOG_LOG_FORMAT", default_value = "text", global = true)]
    log_format: LogFormat,
}

impl LogArguments {
    /// The flags that give them to another process of this program.
    pub(crate) fn flags(&self) -> Vec<String> {
        let format = self.log_format.to_possible_value().map(|value| format!("--log-format={}", value.get_name()));
        let filter = self.log.as_ref().map(|filter| format!("--log={filter}"));
        format.into_iter().chain(filter).collect()
    }
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

/// The log filter and format. Log lines go to standard error.
#[derive(Debug)]
pub(crate) struct LogConfig {
    pub(crate) filter: EnvFilter,
    pub(crate) format: LogFormat,
}

impl LogConfig {
    /// Reads the settings; `default_filter` applies when no filter is given.
    ///
    /// # Errors
    /// [`SettingError`] for what is no filter, or names a level or target that does not exist.
    pub(crate) fn read(arguments: &LogArguments, default_filter: &str) -> Result<Self, SettingError> {
        let filter = arguments.log.as_deref().unwrap_or(default_filter);
        let refuse = |problem: String| SettingError::new(LOG, format!("{filter:?} is not a log filter: {problem}"));
        check_targets(filter).map_err(refuse)?;
        let mut filter = EnvFilter::try_new(filter).map_err(|problem| refuse(problem.to_string()))?;
        for off in OFF {
            filter = filter.add_directive(off.parse().map_err(|_| refuse(format!("no {off}")))?);
        }
        Ok(Self { filter, format: arguments.log_format })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_that_do_not_exist_are_named() {
        let read = |log: Option<&str>| {
            LogConfig::read(&LogArguments { log: log.map(Into::into), log_format: LogFormat::Json }, "info")
        };
        for filter in [None, Some("warn,http_v2=debug")] {
            assert_eq!(read(filter).unwrap().format, LogFormat::Json);
        }
        let arguments = LogArguments { log: Some("warn".to_owned()), log_format: LogFormat::Json };
        assert_eq!(arguments.flags(), ["--log-format=json", "--log=warn"]);
        for filter in ["==", "infoo"] {
            let error = read(Some(filter)).unwrap_err().to_string();
            assert!(error.starts_with("--log (CATALOG_LOG)"), "{error}");
        }
    }
}
