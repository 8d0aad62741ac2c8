//! When the events of a swapped-in catalog may be delivered to clients: not before every other server has had the time
//! to swap it in, too.

use catalog_domain::catalog::LogPosition;
use catalog_domain::change::{FeedHorizon, LogEpoch};
use catalog_domain::values::{EventNumber, Timestamp};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Records when catalogs were swapped in, for as long as their events are held back: at most one entry per swap within
/// the settle time.
#[derive(Debug)]
pub(crate) struct SettleWindow {
    settle: Duration,
    epoch: LogEpoch,
    included: EventNumber,
    released: EventNumber,
    /// Events up to the number may be delivered from the moment on; both ascend.
    pending: VecDeque<(Instant, EventNumber)>,
}

impl SettleWindow {
    /// Starts with a catalog whose log ends at `head`; its events are released already.
    pub(crate) fn new(head: &LogPosition, settle: Duration) -> Self {
        let last = head.last.number;
        Self { settle, epoch: head.epoch.clone(), included: last, released: last, pending: VecDeque::new() }
    }

    /// Records that a catalog whose log ends at `head` was swapped in at `at`; `now` is the same moment by the clock.
    ///
    /// For an unknown log (the first load, a restored store) other servers may have had the catalog for long: the rest
    /// of the settle time then counts from the commit. It is the only use of the clock, because the committing
    /// machine's clock may differ.
    pub(crate) fn on_swap(&mut self, head: &LogPosition, at: Instant, now: Timestamp) {
        let last = head.last.number;
        let goes_on = head.epoch == self.epoch && last >= self.included;
        let wait = if goes_on {
            self.settle
        } else {
            self.epoch = head.epoch.clone();
            self.released = EventNumber(0);
            self.pending.clear();
            self.settle.saturating_sub(age(head.committed_at, now))
        };
        self.included = last;
        self.release(at);
        if last > self.released && self.pending.back().is_none_or(|(_, pending)| *pending < last) {
            // A later catalog is never released before an earlier one, whatever the clock says.
            let earliest = self.pending.back().map_or(at, |(due, _)| at.max(*due));
            self.pending.push_back((earliest.max(at + wait), last));
            self.release(at);
        }
    }

    /// How far the feed may go at `at`.
    pub(crate) fn horizon(&mut self, at: Instant) -> FeedHorizon {
        self.release(at);
        FeedHorizon { included: self.included, released: self.released }
    }

    /// When the next events that are held back are due.
    pub(crate) fn next_release(&self) -> Option<Instant> {
        self.pending.front().map(|(due, _)| *due)
    }

    fn release(&mut self, at: Instant) {
        while let Some((_, number)) = self.pending.pop_front_if(|(due, _)| *due <= at) {
            self.released = number;
        }
    }
}

/// The time since a commit; zero when it is unknown or in the future.
fn age(committed_at: Option<Timestamp>, now: Timestamp) -> Duration {
    let microseconds = committed_at.map_or(0, |at| now.unix_microseconds().saturating_sub(at.unix_microseconds()));
    Duration::from_micros(u64::try_from(microseconds).unwrap_or(0))
}

#[cfg(test)]
mod tests;
