//! Cursors as values: a client's position in the feed of one section (`docs/contract.md#cursors`). Adapters encode them
//! and protect them against changes.

use crate::values::identifiers::{EventNumber, SectionId};
use crate::values::timestamp::Timestamp;

/// The epoch of a log: made at random when a store is made. A rebuilt store has another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LogEpoch(pub Box<str>);

/// A position in the log: right after an event.
///
/// The event's time identifies the position. Where an older backup was restored and the log diverged, the same number
/// belongs to another run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FeedPosition {
    /// The event; 0 is the beginning of the log.
    pub number: EventNumber,
    /// The time of the event's run; `None` at the beginning of the log.
    pub at: Option<Timestamp>,
}

impl FeedPosition {
    /// Before the first event.
    pub const BEGINNING: Self = Self { number: EventNumber(0), at: None };
}

/// A range that a client is in the middle of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpenRange {
    /// Where the range began: the position that is safe to store until its last page was read.
    pub start: FeedPosition,
    /// Where it ends, fixed by the request that began it.
    pub end: FeedPosition,
}

/// A client's position in a section's feed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FeedCursor {
    /// The log.
    pub epoch: LogEpoch,
    /// The section.
    pub section: SectionId,
    /// Everything up to here was delivered.
    pub after: FeedPosition,
    /// The range in the middle of which the client is; `None` at a sync point, from where the next request begins a new
    /// range.
    pub range: Option<OpenRange>,
    /// When the response that carried the cursor was made.
    pub issued_at: Timestamp,
}

impl FeedCursor {
    /// A sync point: everything up to `after` was delivered, and the next request begins a new range.
    pub fn sync_point(epoch: LogEpoch, section: SectionId, after: FeedPosition, issued_at: Timestamp) -> Self {
        Self { epoch, section, after, range: None, issued_at }
    }
}
