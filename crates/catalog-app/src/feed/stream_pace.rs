//! Which stream loses its place when there is none for another caller.

use catalog_domain::values::AccountId;
use std::collections::HashMap;
use std::time::Duration;

/// A stream that has been open for less is not slow, whatever it does.
pub(super) const SLOW_AFTER: Duration = Duration::from_secs(30);

pub(super) const SLOW_BYTES_PER_SECOND: u64 = 32 << 10;

/// Bytes that buffers of the system take at once, however slow the client is.
const BUFFERED_BYTES: u64 = 4 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StreamPace {
    pub(super) account: AccountId,
    pub(super) open_for: Duration,
    /// Bytes that the connection has taken.
    pub(super) bytes: u64,
}

impl StreamPace {
    /// Bytes in a second.
    fn speed(&self) -> u64 {
        self.bytes.saturating_sub(BUFFERED_BYTES) / self.open_for.as_secs().max(1)
    }

    fn is_slow(&self) -> bool {
        self.open_for >= SLOW_AFTER && self.speed() < SLOW_BYTES_PER_SECOND
    }
}

/// The position of the stream to end: a slow one of whichever account has most streams, and of these the slowest.
pub(super) fn stream_to_end(streams: &[StreamPace]) -> Option<usize> {
    let mut counts: HashMap<AccountId, usize> = HashMap::new();
    streams.iter().for_each(|stream| *counts.entry(stream.account).or_default() += 1);
    let slow = streams.iter().enumerate().filter(|(_, stream)| stream.is_slow());
    slow.max_by_key(|(_, stream)| (counts[&stream.account], u64::MAX - stream.speed())).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(account: i64, seconds: u64, bytes_per_second: u64) -> StreamPace {
        let bytes = BUFFERED_BYTES + seconds * bytes_per_second;
        StreamPace { account: AccountId(account), open_for: Duration::from_secs(seconds), bytes }
    }

    #[test]
    fn the_slowest_of_the_account_with_most_streams_ends_and_none_that_is_young_or_fast() {
        let (slow, fast) = (8 << 10, SLOW_BYTES_PER_SECOND);
        let stalled = StreamPace { bytes: 0, ..stream(1, 30, 0) };
        for (case, streams, expected) in [
            ("nothing", vec![], None),
            ("one that is young", vec![stream(1, 29, 0)], None),
            ("one that is fast", vec![stream(1, 30, fast), stream(1, 3_600, fast)], None),
            ("one that is slow", vec![stream(1, 30, fast), stream(1, 30, slow)], Some(1)),
            ("one that takes nothing", vec![stream(1, 30, slow), stalled], Some(1)),
            ("the slowest", vec![stream(1, 90, slow), stream(2, 60, slow - 1), stream(3, 90, slow)], Some(1)),
            ("of whoever has most", vec![stream(1, 90, 0), stream(2, 60, slow), stream(2, 30, fast)], Some(1)),
            (
                "though the others of it are fast",
                vec![stream(1, 90, 0), stream(2, 60, fast), stream(2, 30, fast)],
                Some(0),
            ),
        ] {
            assert_eq!(stream_to_end(&streams), expected, "{case}");
        }
    }
}
