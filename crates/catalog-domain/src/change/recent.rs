//! The products whose prices or stock changed, the latest change first: what people want to know of the log.

use super::event::ChangeKind;
use crate::ports::change_log::{ChangeLog, EventRange, LoggedEvent};
use crate::ports::store_error::StoreError;
use crate::values::identifiers::{EventNumber, SectionId};
use crate::values::timestamp::Timestamp;
use std::cmp::Reverse;
use std::collections::HashMap;

/// How many numbers of the log the first read covers, and the longest one.
const READ_NUMBERS: (i64, i64) = (1_024, 262_144);

/// Each read covers so many times the numbers of the one before, or that part of them when there were too many events.
const STEP: i64 = 4;

/// No read has fewer events than that, where there are as many.
const FEWEST_READ: u32 = 100;

/// A product whose prices or stock changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentChange {
    /// The product.
    pub stock_number: Box<str>,
    /// Its first event with such a change, of those that were read.
    pub first: EventNumber,
    /// Its last one.
    pub last: EventNumber,
    /// The time of the last one.
    pub at: Timestamp,
}

/// The products whose prices or stock changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecentChanges {
    /// Each once, the last changed first.
    pub products: Vec<RecentChange>,
    /// Whether every event of the range was read.
    pub is_whole: bool,
}

/// The products that changed in `range` according to the feeds of `sections`. At most the last `most` events of each
/// feed are read.
///
/// # Errors
/// [`StoreError`] when the log cannot be read.
pub fn recent_changes(
    log: &dyn ChangeLog,
    sections: &[SectionId],
    range: EventRange,
    most: usize,
) -> Result<RecentChanges, StoreError> {
    let (mut found, mut is_whole) = (HashMap::new(), true);
    for section in sections {
        let (events, has_all) = last_events(log, *section, range, most)?;
        is_whole &= has_all;
        let is_commercial = |event: &LoggedEvent| matches!(event.kind, ChangeKind::Upsert { commercial: true, .. });
        for LoggedEvent { stock_number, number, at, .. } in events.into_iter().filter(is_commercial) {
            let new = || RecentChange { stock_number: stock_number.clone(), first: number, last: number, at };
            let known = found.entry(stock_number.clone()).or_insert_with(new);
            known.first = known.first.min(number);
            (known.last, known.at) = (known.last, known.at).max((number, at));
        }
    }
    let mut products: Vec<RecentChange> = found.into_values().collect();
    products.sort_unstable_by_key(|product| Reverse(product.last));
    Ok(RecentChanges { products, is_whole })
}

/// The last `most` events of `range`, and whether these are all. A read has fewer than twice as many and a few, so that
/// neither many numbers without events nor many events together take long.
fn last_events(
    log: &dyn ChangeLog,
    section: SectionId,
    range: EventRange,
    most: usize,
) -> Result<(Vec<LoggedEvent>, bool), StoreError> {
    let (mut found, mut up_to, (mut width, longest)) = (Vec::new(), range.up_to, READ_NUMBERS);
    let limit = u32::try_from(most).unwrap_or(u32::MAX).saturating_mul(2).max(FEWEST_READ);
    while up_to > range.after && found.len() <= most {
        let after = EventNumber(up_to.0.saturating_sub(width)).max(range.after);
        let events = log.events_of_section(section, EventRange { after, up_to }, limit)?;
        if events.len() >= limit as usize {
            // The first ones of the range, and wanted are the last ones. No number has two events, so this ends.
            width = (up_to.0 - after.0) / STEP;
            continue;
        }
        found.extend(events.into_iter().rev());
        (up_to, width) = (after, width.saturating_mul(STEP).min(longest));
    }
    let has_all = found.len() <= most;
    found.truncate(most);
    Ok((found, has_all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockChangeLog;
    use crate::values::identifiers::CatalogRevision;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const UPSERT: ChangeKind = ChangeKind::Upsert { content: false, commercial: true };
    const CONTENT: ChangeKind = ChangeKind::Upsert { content: true, commercial: false };

    fn event(number: i64, stock_number: &str, kind: ChangeKind) -> LoggedEvent {
        LoggedEvent {
            number: EventNumber(number),
            revision: CatalogRevision(number),
            at: Timestamp::from_unix_microseconds(number),
            stock_number: stock_number.into(),
            kind,
            section_ids: Vec::new(),
            in_section: true,
        }
    }

    /// A log with one event for every thousandth number, of the products in turn.
    fn log(events: &'static [(&str, ChangeKind)]) -> MockChangeLog {
        let mut log = MockChangeLog::new();
        log.expect_events_of_section().returning(|_, range, _| {
            let logged =
                events.iter().zip(1..).map(|((stock_number, kind), at)| event(at * 1_000, stock_number, *kind));
            Ok(logged.filter(|event| event.number > range.after && event.number <= range.up_to).collect())
        });
        log
    }

    fn found(log: &MockChangeLog, after: i64, most: usize) -> (Vec<(String, i64, i64)>, bool) {
        let range = EventRange { after: EventNumber(after), up_to: EventNumber(5_000) };
        let RecentChanges { products, is_whole } =
            recent_changes(log, &[SectionId(1), SectionId(2)], range, most).unwrap();
        let shown = |change: RecentChange| (change.stock_number.into(), change.first.0, change.last.0);
        (products.into_iter().map(shown).collect(), is_whole)
    }

    #[test]
    fn each_product_comes_once_and_the_last_changed_first() {
        let log = log(&[("A", CONTENT), ("B", UPSERT), ("A", UPSERT), ("C", CONTENT), ("A", UPSERT), ("B", UPSERT)]);
        let (a, b) = (("A".to_owned(), 3_000, 5_000), ("B".to_owned(), 2_000, 2_000));
        assert_eq!(found(&log, 0, 5), (vec![a.clone(), b], true), "the content of A changed before");
        assert_eq!(found(&log, 2_000, 5), (vec![a.clone()], true));
        assert_eq!(found(&log, 0, 3), (vec![a], false), "older ones are not read");
    }

    #[test]
    fn few_events_are_read_wherever_in_the_range_they_are() {
        let (first, last) = (10_001, 500_000);
        let mut log = MockChangeLog::new();
        let read = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&read);
        log.expect_events_of_section().returning(move |_, range, limit| {
            let numbers = (range.after.0 + 1).max(first)..=range.up_to.0.min(last);
            let events: Vec<LoggedEvent> =
                numbers.take(limit as usize).map(|number| event(number, "A", UPSERT)).collect();
            counted.fetch_add(events.len(), Ordering::Relaxed);
            Ok(events)
        });
        let range = |after| EventRange { after: EventNumber(after), up_to: EventNumber(2_000_000) };
        let found = recent_changes(&log, &[SectionId(1)], range(0), 1_000).unwrap();
        let [change] = &found.products[..] else { panic!("{found:?}") };
        assert_eq!((change.first.0, change.last.0, found.is_whole), (last - 999, last, false));
        assert!(read.load(Ordering::Relaxed) < 20_000, "{read:?}");
        let found = recent_changes(&log, &[SectionId(1)], range(last - 1_000), 1_000).unwrap();
        assert_eq!((found.products[0].first.0, found.is_whole), (last - 999, true));
    }
}
