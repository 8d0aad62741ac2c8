//! How closely the store is followed.

use super::SettingError;
use super::setting::read_number;
use clap::Args;
use std::time::Duration;

const REFRESH_INTERVAL: &str = "--refresh-interval-ms (CATALOG_REFRESH_INTERVAL_MS)";
const FEED_SETTLE: &str = "--feed-settle-ms (CATALOG_FEED_SETTLE_MS)";

/// The longest interval or settle time: an hour.
const LONGEST_MS: u64 = 3_600_000;

#[derive(Args)]
pub(crate) struct RefreshArguments {
    /// How often the store is asked for changes, in milliseconds
    #[arg(long, value_name = "MS", env = "CATALOG_REFRESH_INTERVAL_MS", default_value = "500")]
    refresh_interval_ms: String,
    /// How far another server may lag behind and still be ready, in milliseconds; 0 when there is one server only
    #[arg(long, value_name = "MS", env = "CATALOG_FEED_SETTLE_MS", default_value = "2000")]
    feed_settle_ms: String,
}

/// How closely the store is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RefreshConfig {
    /// The time between two looks at the store.
    pub(crate) interval: Duration,
    /// How long other servers are given to see a change.
    pub(crate) settle: Duration,
}

impl RefreshConfig {
    /// How long a single server stays ready while it cannot look at its store: nobody else's answers can differ from
    /// its own, so a short outage of the store need not take it out of service.
    const SINGLE_SERVER_PATIENCE: Duration = Duration::from_secs(30);

    /// Reads the settings.
    ///
    /// # Errors
    /// [`SettingError`] for what is no number or out of range.
    pub(crate) fn read(arguments: &RefreshArguments) -> Result<Self, SettingError> {
        let interval = read_number(REFRESH_INTERVAL, &arguments.refresh_interval_ms, 10..=LONGEST_MS)?;
        let settle = read_number(FEED_SETTLE, &arguments.feed_settle_ms, 0..=LONGEST_MS)?;
        Ok(Self { interval: Duration::from_millis(interval), settle: Duration::from_millis(settle) })
    }

    /// How old the last successful look at the store may be while the server counts as ready.
    pub(crate) fn patience(&self) -> Duration {
        let settle = if self.settle.is_zero() { Self::SINGLE_SERVER_PATIENCE } else { self.settle };
        self.interval + settle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_among_others_is_ready_only_while_it_lags_no_more_than_they_settle() {
        let read = |interval: &str, settle: &str| {
            RefreshConfig::read(&RefreshArguments {
                refresh_interval_ms: interval.into(),
                feed_settle_ms: settle.into(),
            })
        };
        assert_eq!(read("500", "2000").unwrap().patience(), Duration::from_millis(2_500));
        assert_eq!(read("500", "0").unwrap().patience(), Duration::from_millis(30_500));
        assert!(read("9", "0").unwrap_err().to_string().starts_with("--refresh-interval-ms"));
        assert!(read("10", "-1").unwrap_err().to_string().starts_with("--feed-settle-ms"));
    }
}
