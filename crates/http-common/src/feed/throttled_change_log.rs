//! Prevents counts over long ranges of the change log from taking every connection to the store.
//!
//! A count reads every event of its range: about half a second for 100,000 of them, some seconds for a million. Short
//! ranges, which up-to-date clients request, are always counted.

use catalog_domain::change::ChangeTally;
use catalog_domain::ports::{ChangeLogBounds, EventRange, LogBounds, StoreError};
use catalog_domain::values::{EventNumber, SectionId, Timestamp};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Ranges up to this length are short.
const SHORT_RANGE: i64 = 20_000;
/// Long ranges that are counted at once.
const LONG_COUNTS: usize = 2;

/// The change log, with a bounded number of long counts at once; further ones are refused as if the store were busy.
pub struct ThrottledChangeLog {
    log: Arc<dyn ChangeLogBounds>,
    long_counts: Semaphore,
}

impl ThrottledChangeLog {
    /// Throttles `log`.
    #[must_use]
    pub fn new(log: Arc<dyn ChangeLogBounds>) -> Self {
        Self { log, long_counts: Semaphore::new(LONG_COUNTS) }
    }
}

impl std::fmt::Debug for ThrottledChangeLog {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ThrottledChangeLog").field("long_counts", &self.long_counts).finish_non_exhaustive()
    }
}

impl ChangeLogBounds for ThrottledChangeLog {
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
        if range.up_to.0.saturating_sub(range.after.0) <= SHORT_RANGE {
            return self.log.tally(section, range);
        }
        let busy = |_| StoreError::Unavailable("too many counts over long ranges at once".into());
        let _place = self.long_counts.try_acquire().map_err(busy)?;
        self.log.tally(section, range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;

    const LONG_RANGE: i64 = SHORT_RANGE + 1;

    fn range(length: i64) -> EventRange {
        EventRange { after: EventNumber(7), up_to: EventNumber(7 + length) }
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
        let counts = ThrottledChangeLog::new(Arc::new(SlowLog { begun: Mutex::new(begun), end: Mutex::new(end) }));
        let count = |length| counts.tally(SectionId(1), range(length));
        let (free, short) = thread::scope(|scope| {
            for _ in 0..LONG_COUNTS {
                scope.spawn(|| count(LONG_RANGE).unwrap());
            }
            (0..LONG_COUNTS).for_each(|_| has_begun.recv().unwrap());
            let (free, short) = (counts.long_counts.available_permits(), count(SHORT_RANGE));
            (0..LONG_COUNTS).for_each(|_| go_on.send(()).unwrap());
            (free, short)
        });
        assert!(free == 0);
        assert!(short.is_ok());
        assert_eq!(counts.long_counts.available_permits(), LONG_COUNTS, "the permits are free again");
        let held = counts.long_counts.try_acquire_many(u32::try_from(LONG_COUNTS).unwrap()).unwrap();
        assert!(matches!(count(LONG_RANGE), Err(StoreError::Unavailable(_))));
        assert!(count(SHORT_RANGE).is_ok());
        drop(held);
        go_on.send(()).unwrap();
        assert!(count(LONG_RANGE).is_ok());
    }
}
