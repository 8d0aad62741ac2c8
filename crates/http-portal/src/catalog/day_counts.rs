//! The changes of a section counted by day, and the chart of them.

use catalog_domain::change::{ChangeKind, FeedError, FeedLog, FeedPage, FeedRequest, FeedStart, feed_page};
use catalog_domain::ports::LoggedEvent;
use catalog_domain::values::Timestamp;
use std::collections::BTreeMap;

const EVENTS_AT_ONCE: u32 = 500;

/// The most events that are counted for one page.
const MOST_EVENTS: usize = 5_000;

/// The size of the chart's drawing, in its own units.
pub(crate) const CHART: (u32, u32) = (960, 160);

/// The widest bar: few days do not fill the chart.
const WIDEST_BAR: u32 = 60;

/// What happened on one day, in UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DayCount {
    /// Its midnight.
    pub(crate) day: Timestamp,
    pub(crate) content: u64,
    /// Events with a change of prices or stock only.
    pub(crate) commercial: u64,
    pub(crate) removed: u64,
}

impl DayCount {
    /// A day without events, by its number since 1970.
    fn of(number: i64) -> Self {
        let day = Timestamp::from_unix_microseconds(number.saturating_mul(SECONDS_OF_DAY * 1_000_000));
        Self { day, content: 0, commercial: 0, removed: 0 }
    }

    pub(crate) fn total(&self) -> u64 {
        self.content + self.commercial + self.removed
    }
}

#[derive(Debug, Default)]
pub(crate) struct DayCounts {
    /// The days with events, and those between them, in order.
    pub(crate) days: Vec<DayCount>,
    pub(crate) events: usize,
    /// Whether there are more events than were counted.
    pub(crate) is_cut: bool,
}

/// A bar of the chart, in its units.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Bar<'a> {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) count: &'a DayCount,
}

/// The first page of the feed, and the counts of its whole range up to a limit.
///
/// # Errors
/// Those of [`feed_page`].
pub(crate) fn read_feed(
    request: &FeedRequest,
    limit: u32,
    log: FeedLog<'_>,
) -> Result<(FeedPage, DayCounts), FeedError> {
    let first = feed_page(request, limit, log)?;
    let mut counts = DayCounts::default();
    let mut by_day = BTreeMap::new();
    counts.add(&mut by_day, &first.events);
    let (mut has_more, mut next) = (first.has_more, first.next.clone());
    while has_more && counts.events < MOST_EVENTS {
        let further = FeedRequest { start: FeedStart::Cursor(next), ..request.clone() };
        let page = feed_page(&further, EVENTS_AT_ONCE, log)?;
        counts.add(&mut by_day, &page.events);
        (has_more, next) = (page.has_more, page.next);
    }
    counts.is_cut = has_more;
    counts.days = without_gaps(by_day);
    Ok((first, counts))
}

impl DayCounts {
    fn add(&mut self, by_day: &mut BTreeMap<i64, DayCount>, events: &[LoggedEvent]) {
        self.events += events.len();
        for event in events {
            let number = event.at.unix_seconds().div_euclid(SECONDS_OF_DAY);
            let day = by_day.entry(number).or_insert_with(|| DayCount::of(number));
            match event.kind {
                ChangeKind::Removed => day.removed += 1,
                ChangeKind::Upsert { content: true, .. } => day.content += 1,
                ChangeKind::Upsert { .. } => day.commercial += 1,
            }
        }
    }

    pub(crate) fn most(&self) -> u64 {
        self.days.iter().map(DayCount::total).max().unwrap_or(0)
    }

    /// The bars of the chart, from its axis up.
    pub(crate) fn bars<'a>(&'a self) -> Vec<Bar<'a>> {
        let (width, height) = CHART;
        let (days, most) = (u32::try_from(self.days.len()).unwrap_or(u32::MAX).max(1), self.most().max(1));
        let bar = |at: usize, count: &'a DayCount| {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let (left, right) = (width * at / days, width * (at + 1) / days);
            let gap = u32::from(right - left > 4) * 2;
            // A day with any event is visible.
            let least = u32::from(count.total() > 0) * 2;
            let tall = u32::try_from(u64::from(height) * count.total() / most).unwrap_or(height).max(least);
            let width = (right - left).saturating_sub(gap).clamp(1, WIDEST_BAR);
            Bar { x: left, y: height - tall, width, height: tall, count }
        };
        self.days.iter().enumerate().map(|(at, count)| bar(at, count)).collect()
    }
}

const SECONDS_OF_DAY: i64 = 24 * 60 * 60;

/// The days from the first to the last, those without events included.
fn without_gaps(mut by_day: BTreeMap<i64, DayCount>) -> Vec<DayCount> {
    let (Some(first), Some(last)) = (by_day.keys().next().copied(), by_day.keys().next_back().copied()) else {
        return Vec::new();
    };
    (first..=last).map(|day| by_day.remove(&day).unwrap_or_else(|| DayCount::of(day))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_between_have_no_bar_and_every_other_day_has_one_that_is_seen() {
        let count = |day, content| (day, DayCount { content, ..DayCount::of(day) });
        let days = without_gaps(BTreeMap::from([count(20_484, 1_000), count(20_486, 1)]));
        let numbers: Vec<i64> = days.iter().map(|day| day.day.unix_seconds() / SECONDS_OF_DAY).collect();
        assert_eq!(numbers, [20_484, 20_485, 20_486]);
        let counts = DayCounts { days, events: 1_001, is_cut: false };
        let heights: Vec<u32> = counts.bars().iter().map(|bar| bar.height).collect();
        assert_eq!(heights, [CHART.1, 0, 2]);
        assert!(counts.bars().iter().all(|bar| bar.x + bar.width <= CHART.0 && bar.y + bar.height == CHART.1));
        assert!(DayCounts::default().bars().is_empty());
    }
}
