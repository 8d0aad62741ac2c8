//! Prevents counts over long ranges of the change log from taking every connection to the store, or every processor.
//!
//! A count reads every event of its range. In the store that is about half a second for 100,000 of them, and some
//! seconds for a million; in memory a hundredth of that. Short ranges, which up-to-date clients request, are always
//! counted.

use catalog_domain::change::ChangeTally;
use catalog_domain::ports::{ChangeLogBounds, EventRange, LogBounds, StoreError};
use catalog_domain::values::{EventNumber, SectionId, Timestamp};
use tokio::sync::Semaphore;

pub(super) const SHORT_RANGE: u64 = 20_000;
const LONG_COUNTS: usize = 2;

#[derive(Debug)]
pub(super) struct LongCounts(Semaphore);

impl Default for LongCounts {
    fn default() -> Self {
        Self(Semaphore::new(LONG_COUNTS))
    }
}

/// The change log, with a bounded number of long counts at once; further ones are refused as if the store were busy.
pub(super) struct ThrottledChangeLog<'a> {
    log: &'a dyn ChangeLogBounds,
    long_counts: &'a LongCounts,
}

impl<'a> ThrottledChangeLog<'a> {
    pub(super) fn new(log: &'a dyn ChangeLogBounds, long_counts: &'a LongCounts) -> Self {
        Self { log, long_counts }
    }
}

impl ChangeLogBounds for ThrottledChangeLog<'_> {
    fn bounds(&self, expired_before: Timestamp) -> Result<LogBounds, StoreError> {
        self.log.bounds(expired_before)
    }

    fn time_of(&self, number: EventNumber) -> Result<Option<Timestamp>, StoreError> {
        self.log.time_of(number)
    }

    fn number_before(&self, at: Timestamp) -> Result<EventNumber, StoreError> {
        self.log.number_before(at)
    }

    fn tally(&self, section: SectionId, range: EventRange) -> Result<ChangeTally, StoreError> {
        if range.up_to.0.abs_diff(range.after.0) <= SHORT_RANGE {
            return self.log.tally(section, range);
        }
        let busy = |_| StoreError::Unavailable("too many counts over long ranges at once".into());
        let _place = self.long_counts.0.try_acquire().map_err(busy)?;
        self.log.tally(section, range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;

    const LONG_RANGE: u64 = SHORT_RANGE + 1;

    fn range(length: u64) -> EventRange {
        EventRange { after: EventNumber(7), up_to: EventNumber(7 + i64::try_from(length).unwrap()) }
    }

    /// A log whose counts over long ranges signal their start, and end on a signal.
    struct SlowLog {
        begun: Mutex<Sender<()>>,
        end: Mutex<Receiver<()>>,
    }

    impl ChangeLogBounds for SlowLog {
        fn bounds(&self, _: Timestamp) -> Result<LogBounds, StoreError> {
            Err(StoreError::Unexpected("not expected".into()))
        }

        fn time_of(&self, _: EventNumber) -> Result<Option<Timestamp>, StoreError> {
            Ok(None)
        }

        fn number_before(&self, _: Timestamp) -> Result<EventNumber, StoreError> {
            Ok(EventNumber(0))
        }

        fn tally(&self, _: SectionId, requested: EventRange) -> Result<ChangeTally, StoreError> {
            if requested == range(LONG_RANGE) {
                self.begun.lock().unwrap().send(()).unwrap();
                self.end.lock().unwrap().recv().unwrap();
            }
            Ok(ChangeTally::default())
        }
    }

    #[test]
    fn only_so_many_long_ranges_are_counted_at_once_and_short_ones_always() {
        let ((begun, has_begun), (go_on, end)) = (channel(), channel());
        let log = SlowLog { begun: Mutex::new(begun), end: Mutex::new(end) };
        let long_counts = LongCounts::default();
        let counts = ThrottledChangeLog::new(&log, &long_counts);
        let count = |length| counts.tally(SectionId(1), range(length));
        let (free, short) = thread::scope(|scope| {
            for _ in 0..LONG_COUNTS {
                scope.spawn(|| count(LONG_RANGE).unwrap());
            }
            (0..LONG_COUNTS).for_each(|_| has_begun.recv().unwrap());
            let (free, short) = (long_counts.0.available_permits(), count(SHORT_RANGE));
            (0..LONG_COUNTS).for_each(|_| go_on.send(()).unwrap());
            (free, short)
        });
        assert!(free == 0);
        assert!(short.is_ok());
        assert_eq!(long_counts.0.available_permits(), LONG_COUNTS, "the permits are free again");
        let held = long_counts.0.try_acquire_many(u32::try_from(LONG_COUNTS).unwrap()).unwrap();
        assert!(matches!(count(LONG_RANGE), Err(StoreError::Unavailable(_))));
        assert!(count(SHORT_RANGE).is_ok());
        drop(held);
        go_on.send(()).unwrap();
        assert!(count(LONG_RANGE).is_ok());
    }
}
