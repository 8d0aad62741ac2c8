//! How long the log of changes is kept.

use super::SettingError;
use super::setting::read_number;
use clap::Args;

const CHANGE_RETENTION: &str = "--change-retention-days (CATALOG_CHANGE_RETENTION_DAYS)";

/// The longest retention in days: a hundred years.
const LONGEST_DAYS: u32 = 36_500;

#[derive(Args)]
pub(crate) struct FeedArguments {
    /// How many days change events are kept: clients that were away for longer have to read everything anew
    #[arg(long, value_name = "DAYS", env = "CATALOG_CHANGE_RETENTION_DAYS", default_value = "90")]
    change_retention_days: String,
}

/// How long the log of changes is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FeedConfig {
    /// Older events are deleted; at least 1 day.
    pub(crate) retention_days: u32,
}

impl FeedConfig {
    /// Reads the setting.
    ///
    /// # Errors
    /// [`SettingError`] for what is no number or out of range.
    pub(crate) fn read(arguments: &FeedArguments) -> Result<Self, SettingError> {
        let retention_days = read_number(CHANGE_RETENTION, &arguments.change_retention_days, 1..=LONGEST_DAYS)?;
        Ok(Self { retention_days })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_kept_for_at_least_a_day() {
        for (text, read) in [("90", Some(90)), ("1", Some(1)), ("0", None), ("-1", None), ("36501", None)] {
            let config = FeedConfig::read(&FeedArguments { change_retention_days: text.into() });
            assert_eq!(config.as_ref().ok().map(|config| config.retention_days), read, "{text}");
            assert!(read.is_some() || config.unwrap_err().to_string().starts_with("--change-retention-days"));
        }
    }
}
