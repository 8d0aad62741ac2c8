//! The products whose prices or stock changed, the latest change first: what people want to know of the log.

use super::event::ChangeKind;
use crate::ports::change_log::{ChangeLog, EventRange, FeedEnd, LoggedEvent};
use crate::ports::store_error::StoreError;
use crate::values::identifiers::{EventNumber, SectionId};
use crate::values::timestamp::Timestamp;
use std::cmp::Reverse;
use std::collections::HashMap;

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
        let limit = u32::try_from(most).unwrap_or(u32::MAX).saturating_add(1);
        let mut events = log.events_of_section(*section, range, FeedEnd::Last(limit))?;
        is_whole &= events.len() <= most;
        events.truncate(most);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockChangeLog;
    use crate::values::identifiers::CatalogRevision;

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
        log.expect_events_of_section().returning(|_, range, end| {
            let FeedEnd::Last(limit) = end else { panic!("{end:?}") };
            let logged =
                events.iter().enumerate().rev().map(|(at, (stock_number, kind))| {
                    event(i64::try_from(at + 1).unwrap() * 1_000, stock_number, *kind)
                });
            let in_range = logged.filter(|event| event.number > range.after && event.number <= range.up_to);
            Ok(in_range.take(limit as usize).collect())
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
}
