//! What is logged, and how.

use super::SettingError;
use super::log_targets::check_targets;
use clap::Args;
use tracing_subscriber::EnvFilter;

const LOG: &str = "--log (CATALOG_LOG)";
const LOG_FORMAT: &str = "--log-format (CATALOG_LOG_FORMAT)";

#[derive(Args)]
pub(crate) struct LogArguments {
    /// What is logged: a level or a filter [default: info in servers, warn in other commands]
    #[arg(long, value_name = "FILTER", env = "CATALOG_LOG", global = true)]
    log: Option<String>,
    /// How log lines are written: text or json
    #[arg(long, value_name = "FORMAT", env = "CATALOG_LOG_FORMAT", default_value = "text", global = true)]
    log_format: String,
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// What is logged, and how. Log lines go to standard error.
#[derive(Debug)]
pub(crate) struct LogConfig {
    /// What is logged.
    pub(crate) filter: EnvFilter,
    /// How.
    pub(crate) format: LogFormat,
}

impl LogConfig {
    /// Reads the settings; `default_filter` counts when no filter is given.
    ///
    /// # Errors
    /// [`SettingError`] for what is no filter, names a level or target that does not exist, or is no format.
    pub(crate) fn read(arguments: &LogArguments, default_filter: &str) -> Result<Self, SettingError> {
        let filter = arguments.log.as_deref().unwrap_or(default_filter);
        let refuse = |problem: String| SettingError::new(LOG, format!("{filter:?} is not a log filter: {problem}"));
        check_targets(filter).map_err(refuse)?;
        let filter = EnvFilter::try_new(filter).map_err(|problem| refuse(problem.to_string()))?;
        let format = match arguments.log_format.as_str() {
            "text" => LogFormat::Text,
            "json" => LogFormat::Json,
            other => return Err(SettingError::new(LOG_FORMAT, format!("{other:?} is neither text nor json"))),
        };
        Ok(Self { filter, format })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_and_formats_that_do_not_exist_are_named() {
        let read = |log: Option<&str>, format: &str| {
            LogConfig::read(&LogArguments { log: log.map(Into::into), log_format: format.into() }, "info")
        };
        assert_eq!(read(None, "json").unwrap().format, LogFormat::Json);
        assert_eq!(read(Some("warn,http_v2=debug"), "text").unwrap().format, LogFormat::Text);
        for (log, format, named) in [
            (Some("=="), "text", "--log (CATALOG_LOG)"),
            (Some("infoo"), "text", "--log (CATALOG_LOG)"),
            (None, "xml", "--log-format"),
        ] {
            let error = read(log, format).unwrap_err().to_string();
            assert!(error.starts_with(named), "{error}");
        }
    }
}
