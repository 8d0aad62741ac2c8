//! How closely the store is followed, and how long its log of changes is kept.

use super::setting::whole;
use clap::Args;
use clap::builder::TypedValueParser;
use std::time::Duration;

/// The longest interval or settle time: an hour.
const LONGEST_MS: u64 = 3_600_000;
/// The longest retention in days: a hundred years.
const LONGEST_DAYS: u32 = 36_500;

/// How closely the store is followed.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct RefreshConfig {
    /// How often the store is asked for changes, in milliseconds
    #[arg(long = "refresh-interval-ms", value_name = "MS", env = "CATALOG_REFRESH_INTERVAL_MS", default_value = "500")]
    #[arg(value_parser = whole(10..=LONGEST_MS).map(Duration::from_millis))]
    pub(crate) interval: Duration,
    /// How far another server may lag behind and still be ready, in milliseconds; 0 when there is one server only
    #[arg(long = "feed-settle-ms", value_name = "MS", env = "CATALOG_FEED_SETTLE_MS", default_value = "2000")]
    #[arg(value_parser = whole(0..=LONGEST_MS).map(Duration::from_millis))]
    pub(crate) settle: Duration,
}

/// How long the log of changes is kept.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct FeedConfig {
    /// How many days change events are kept: clients that were away for longer have to read everything anew
    #[arg(long = "change-retention-days", value_name = "DAYS", env = "CATALOG_CHANGE_RETENTION_DAYS")]
    #[arg(value_parser = whole(1..=LONGEST_DAYS), default_value = "90")]
    pub(crate) retention_days: u32,
}

impl RefreshConfig {
    /// How long a single server stays ready while it cannot look at its store: nobody else's answers can differ from
    /// its own, so a short outage of the store need not take it out of service.
    const SINGLE_SERVER_GRACE: Duration = Duration::from_secs(30);

    /// How old the last successful look at the store may be while the server counts as ready.
    pub(crate) fn max_age(&self) -> Duration {
        let settle = if self.settle.is_zero() { Self::SINGLE_SERVER_GRACE } else { self.settle };
        self.interval + settle
    }
}

#[cfg(test)]
mod tests {
    use super::super::setting::read;
    use super::*;

    #[test]
    fn a_server_among_others_is_ready_only_while_it_lags_no_more_than_they_settle() {
        for (settle, max_age) in [("2000", 2_500), ("0", 30_500)] {
            let config: RefreshConfig = read(&["--feed-settle-ms", settle]).unwrap();
            assert_eq!(config.max_age(), Duration::from_millis(max_age));
        }
    }
}
