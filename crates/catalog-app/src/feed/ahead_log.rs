//! The change log of the store for a server that another one is ahead of.

use catalog_domain::change::{ChangeTally, FeedCursor};
use catalog_domain::ports::{ChangeLogBounds, EventRange, LogBounds, StoreError};
use catalog_domain::values::{EventNumber, SectionId, Timestamp};

/// The log. While it is unavailable, the position of a cursor that another server has issued counts as its end: the
/// page is empty, and the client comes back with the same position.
pub(super) struct AheadLog<'a> {
    log: &'a dyn ChangeLogBounds,
    ahead: Option<&'a FeedCursor>,
}

impl<'a> AheadLog<'a> {
    pub(super) fn new(log: &'a dyn ChangeLogBounds, ahead: Option<&'a FeedCursor>) -> Self {
        Self { log, ahead }
    }
}

impl ChangeLogBounds for AheadLog<'_> {
    fn bounds(&self, expired_before: Timestamp) -> Result<LogBounds, StoreError> {
        match (self.log.bounds(expired_before), self.ahead) {
            (Err(StoreError::Unavailable(_)), Some(FeedCursor { epoch, after, .. })) => {
                Ok(LogBounds { epoch: epoch.clone(), floor: after.number, last: after.number })
            }
            (bounds, _) => bounds,
        }
    }

    fn time_of(&self, number: EventNumber) -> Result<Option<Timestamp>, StoreError> {
        match (self.log.time_of(number), self.ahead) {
            (Err(StoreError::Unavailable(_)), Some(cursor)) if cursor.after.number == number => Ok(cursor.after.at),
            (time, _) => time,
        }
    }

    fn number_before(&self, at: Timestamp) -> Result<EventNumber, StoreError> {
        self.log.number_before(at)
    }

    fn tally(&self, section: SectionId, range: EventRange) -> Result<ChangeTally, StoreError> {
        self.log.tally(section, range)
    }
}
