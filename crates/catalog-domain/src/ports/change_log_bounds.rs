//! Where the change log begins and ends, and how it is pruned.

use super::change_log::EventRange;
use super::store_error::StoreError;
use crate::change::cursor::LogEpoch;
use crate::change::event::ChangeTally;
use crate::values::identifiers::{EventNumber, SectionId};
use crate::values::timestamp::Timestamp;

/// The ends of the log at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogBounds {
    /// The epoch of the log.
    pub epoch: LogEpoch,
    /// The last event that is older than the retention; 0 when none is. Events up to here may be gone, this one is not.
    pub floor: EventNumber,
    /// The last event; 0 when there is none yet.
    pub last: EventNumber,
}

/// Finds positions in the log.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait ChangeLogBounds: Send + Sync {
    /// The ends of the log, when events before `expired_before` are older than the retention.
    fn bounds(&self, expired_before: Timestamp) -> Result<LogBounds, StoreError>;

    /// The time of the run that made the event; `None` when the log does not have it (any more).
    fn time_of(&self, number: EventNumber) -> Result<Option<Timestamp>, StoreError>;

    /// The number before the first event at or after `at`; that of the last event when all are earlier.
    fn number_before(&self, at: Timestamp) -> Result<EventNumber, StoreError>;

    /// How many distinct products the events of `range` in the feed of `section` are about, by type. The work grows
    /// with the number of those events, not with the log.
    fn tally(&self, section: SectionId, range: EventRange) -> Result<ChangeTally, StoreError>;
}

/// Limits the size of the log.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait ChangeRetention: Send + Sync {
    /// Deletes the oldest events, at most `limit` of them and none at or above the floor of `expired_before` (see
    /// [`LogBounds::floor`]), in one short transaction. Returns how many; 0 means that nothing is left to delete.
    fn prune(&self, expired_before: Timestamp, limit: u32) -> Result<u64, StoreError>;
}
