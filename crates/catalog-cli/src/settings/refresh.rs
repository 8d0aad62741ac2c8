//! How the store is polled, and the retention of its change log.

use super::error::whole;
use catalog_index::TailLimit;
use clap::Args;
use clap::builder::TypedValueParser;
use std::time::Duration;

/// The longest interval or settle time: an hour.
const LONGEST_MS: u64 = 3_600_000;
/// The most memory for events: a tebibyte.
const MOST_MB: usize = 1 << 20;
/// The last events that are held in memory, if they fit: those of a full import of a large catalog.
const TAIL_EVENTS: usize = 1_000_000;
/// The longest retention in days: a hundred years.
const LONGEST_DAYS: u32 = 36_500;

/// How the store is polled.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Refresh and change feed")]
pub struct RefreshConfig {
    /// How often the store is polled for changes, in milliseconds
    #[arg(long = "refresh-interval-ms", value_name = "MS", env = "CATALOG_REFRESH_INTERVAL_MS", default_value = "500")]
    #[arg(value_parser = whole(10..=LONGEST_MS).map(Duration::from_millis))]
    pub interval: Duration,
    /// How far another server may lag behind and still be ready, in milliseconds; 0 when there is one server only
    #[arg(long = "feed-settle-ms", value_name = "MS", env = "CATALOG_FEED_SETTLE_MS", default_value = "2000")]
    #[arg(value_parser = whole(0..=LONGEST_MS).map(Duration::from_millis))]
    pub settle: Duration,
    /// How much memory the last million change events may take, in MiB; older ones are read from the store
    #[arg(long = "feed-memory-mb", value_name = "MB", env = "CATALOG_FEED_MEMORY_MB", default_value = "100")]
    #[arg(value_parser = whole(0..=MOST_MB).map(|mb| mb << 20))]
    pub feed_memory: usize,
}

/// The retention of the change log.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Refresh and change feed")]
pub struct FeedConfig {
    /// How many days change events are retained: clients that were away for longer have to read everything again
    #[arg(long = "change-retention-days", value_name = "DAYS", env = "CATALOG_CHANGE_RETENTION_DAYS")]
    #[arg(value_parser = whole(1..=LONGEST_DAYS), default_value = "90")]
    pub retention_days: u32,
}

impl RefreshConfig {
    /// How long a single server stays ready while it cannot poll its store: no other server's responses can differ from
    /// its own, so a short outage of the store need not take it out of service.
    const SINGLE_SERVER_GRACE: Duration = Duration::from_secs(30);

    /// The events that are held in memory.
    pub fn tail_limit(&self) -> TailLimit {
        TailLimit::new(TAIL_EVENTS, self.feed_memory)
    }

    /// How old the last successful poll of the store may be while the server counts as ready.
    pub fn max_age(&self) -> Duration {
        let settle = if self.settle.is_zero() { Self::SINGLE_SERVER_GRACE } else { self.settle };
        self.interval + settle
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::read;
    use super::*;

    #[test]
    fn a_server_among_others_is_ready_only_while_it_lags_no_more_than_they_settle() {
        for (settle, max_age) in [("2000", 2_500), ("0", 30_500)] {
            let config: RefreshConfig = read(&["--feed-settle-ms", settle]).unwrap();
            assert_eq!(config.max_age(), Duration::from_millis(max_age));
        }
    }
}
