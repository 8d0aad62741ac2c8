//! The change feed of a section: fixed ranges, pages and summaries (`docs/contract.md#change-feed`).
//!
//! The events are read before the ends of the log are checked. Pruning only moves forward, so a range that is still
//! whole after the read was whole during it, and pruned events are never missed silently.

use super::cursor::{FeedCursor, FeedPosition, LogEpoch, OpenRange};
use super::event::ChangeTally;
use crate::ports::change_log::{ChangeLog, EventRange, FeedEnd, LoggedEvent};
use crate::ports::change_log_bounds::ChangeLogBounds;
use crate::ports::store_error::StoreError;
use crate::values::identifiers::{EventNumber, SectionId};
use crate::values::timestamp::Timestamp;

/// How far ahead of the server's clock a `since` may be, in seconds: clients' clocks differ.
const SINCE_TOLERANCE_SECONDS: i64 = 5 * 60;

/// The ports that the feed is read through.
#[derive(Clone, Copy)]
pub struct FeedLog<'a> {
    /// The events.
    pub events: &'a dyn ChangeLog,
    /// Their positions in the log.
    pub bounds: &'a dyn ChangeLogBounds,
}

/// How far this server may go: the feed never runs ahead of the products that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FeedHorizon {
    /// The last event that the current catalog includes.
    pub included: EventNumber,
    /// The last event that every other server has had the time to include too; never above `included`.
    pub released: EventNumber,
}

/// Where a request begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedStart {
    /// At a stored cursor.
    Cursor(FeedCursor),
    /// At the first event at or after a moment.
    Since(Timestamp),
}

/// A request for changes of a section that is public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedRequest {
    /// The section.
    pub section: SectionId,
    /// Where to begin.
    pub start: FeedStart,
    /// The present moment.
    pub now: Timestamp,
    /// Events older than this are not retained, in days.
    pub retention_days: u32,
    /// How far this server may go.
    pub horizon: FeedHorizon,
}

impl FeedRequest {
    /// The moment before which events and cursors are older than the retention.
    fn expired_before(&self) -> Timestamp {
        expired_before(self.now, self.retention_days)
    }
}

/// A page of the feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedPage<E = LoggedEvent> {
    /// The events, by number ascending.
    pub events: Vec<E>,
    /// Whether the range goes on.
    pub has_more: bool,
    /// Where the next page begins.
    pub next: FeedCursor,
    /// What is safe to store: the range's start until its last page, then its end.
    pub checkpoint: FeedCursor,
}

/// A summary of the range that the feed would give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedSummary {
    /// The counts.
    pub tally: ChangeTally,
    /// The range's end.
    pub next: FeedCursor,
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum FeedError {
    /// The cursor is another section's.
    #[error("the cursor belongs to another section")]
    CursorOfAnotherSection,
    /// `since` lies in the future.
    #[error("must not be more than 5 minutes in the future")]
    SinceInTheFuture,
    /// The cursor was issued before the retention period began, its position is older than the retention, or the log
    /// has another epoch: the client has to start from scratch.
    #[error("the changes since then are no longer known")]
    Expired,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The next page of at most `limit` events.
///
/// # Errors
/// [`FeedError`] when no complete page can be given.
pub fn feed_page(request: &FeedRequest, limit: u32, log: FeedLog<'_>) -> Result<FeedPage, FeedError> {
    let read = |range, limit| log.events.events_of_section(request.section, range, FeedEnd::First(limit));
    page_of(request, limit, log.bounds, read, LoggedEvent::position)
}

/// The same with events that `read` gives for a range and a limit.
///
/// # Errors
/// Those of [`feed_page`].
pub fn page_of<E>(
    request: &FeedRequest,
    limit: u32,
    bounds: &dyn ChangeLogBounds,
    read: impl FnOnce(EventRange, u32) -> Result<Vec<E>, StoreError>,
    position: fn(&E) -> FeedPosition,
) -> Result<FeedPage<E>, FeedError> {
    let range = FixedRange::of(request, bounds)?;
    let mut events = if range.is_empty() {
        Vec::new()
    } else {
        // One more than requested shows whether the range continues.
        read(range.numbers(), limit.saturating_add(1))?
    };
    let range = range.checked(request, bounds)?;
    let has_more = events.len() > limit as usize;
    events.truncate(limit as usize);
    let (next, checkpoint) = match events.last() {
        Some(last) if has_more => {
            let after = position(last);
            let open = OpenRange { start: range.start, end: range.end };
            let next = FeedCursor { range: Some(open), ..range.sync_point(request, after) };
            (next, range.sync_point(request, range.start))
        }
        _ => {
            let end = range.sync_point(request, range.end);
            (end.clone(), end)
        }
    };
    Ok(FeedPage { events, has_more, next, checkpoint })
}

/// The counts over the range that [`feed_page`] would give page by page.
///
/// # Errors
/// [`FeedError`] when no complete summary can be given.
pub fn feed_summary(request: &FeedRequest, log: FeedLog<'_>) -> Result<FeedSummary, FeedError> {
    let range = FixedRange::of(request, log.bounds)?;
    let tally =
        if range.is_empty() { ChangeTally::default() } else { log.bounds.tally(request.section, range.numbers())? };
    let range = range.checked(request, log.bounds)?;
    Ok(FeedSummary { tally, next: range.sync_point(request, range.end) })
}

/// The moment before which events are older than the retention.
pub fn expired_before(now: Timestamp, retention_days: u32) -> Timestamp {
    now.plus_seconds(-i64::from(retention_days) * 24 * 60 * 60)
}

/// The event numbers of a request, not checked against the log yet.
struct FixedRange {
    after: EventNumber,
    end: EventNumber,
}

struct CheckedRange {
    epoch: LogEpoch,
    start: FeedPosition,
    end: FeedPosition,
}

impl FixedRange {
    fn of(request: &FeedRequest, log: &dyn ChangeLogBounds) -> Result<Self, FeedError> {
        let horizon = request.horizon;
        match &request.start {
            FeedStart::Cursor(cursor) if cursor.section != request.section => Err(FeedError::CursorOfAnotherSection),
            // However little has happened since: whether a cursor has expired must not depend on the log.
            FeedStart::Cursor(cursor) if cursor.issued_at < request.expired_before() => Err(FeedError::Expired),
            FeedStart::Cursor(cursor) => {
                let after = cursor.after.number;
                // Another server may be ahead of this one: then this range ends early, or is empty, and the client
                // comes back for the rest.
                let end = cursor.range.map_or(horizon.released, |range| range.end.number.min(horizon.included));
                Ok(Self { after, end: end.max(after) })
            }
            FeedStart::Since(since) => {
                if *since > request.now.plus_seconds(SINCE_TOLERANCE_SECONDS) {
                    return Err(FeedError::SinceInTheFuture);
                }
                if *since < request.expired_before() {
                    return Err(FeedError::Expired);
                }
                // Events that are not released yet are left for the next request, not skipped.
                let after = log.number_before(*since)?.min(horizon.released);
                Ok(Self { after, end: horizon.released })
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.end <= self.after
    }

    fn numbers(&self) -> EventRange {
        EventRange { after: self.after, up_to: self.end }
    }

    /// Checks the range against the log: the cursor's positions must be this log's, and nothing after them pruned.
    fn checked(mut self, request: &FeedRequest, log: &dyn ChangeLogBounds) -> Result<CheckedRange, FeedError> {
        let bounds = log.bounds(request.expired_before())?;
        if matches!(request.start, FeedStart::Since(_)) && self.is_empty() {
            // A server that has just started has released nothing, and the log may be pruned: the moment is within the
            // retention, so whatever is to be delivered comes after the floor.
            self = Self { after: self.after.max(bounds.floor), end: self.end.max(bounds.floor) };
        }
        let is_whole = self.after >= bounds.floor && self.end <= bounds.last;
        let place = |number| position(number, log);
        let (start, end) = match &request.start {
            FeedStart::Since(_) => (place(self.after)?, place(self.end)?),
            FeedStart::Cursor(cursor) => {
                let is_known = cursor.epoch == bounds.epoch && place(self.after)? == Some(cursor.after);
                let end = if self.is_empty() { Some(cursor.after) } else { place(self.end)? };
                let fixed_end = cursor.range.map(|range| range.end).filter(|fixed| fixed.number == self.end);
                let is_same_end = fixed_end.is_none_or(|fixed| end == Some(fixed));
                let start = cursor.range.map_or(cursor.after, |range| range.start);
                (Some(start).filter(|_| is_known && is_same_end), end)
            }
        };
        match (start, end) {
            (Some(start), Some(end)) if is_whole => Ok(CheckedRange { epoch: bounds.epoch, start, end }),
            _ => Err(FeedError::Expired),
        }
    }
}

impl CheckedRange {
    fn sync_point(&self, request: &FeedRequest, after: FeedPosition) -> FeedCursor {
        FeedCursor::sync_point(self.epoch.clone(), request.section, after, request.now)
    }
}

/// The position right after an event; `None` when the log does not have the event.
fn position(number: EventNumber, log: &dyn ChangeLogBounds) -> Result<Option<FeedPosition>, StoreError> {
    if number == FeedPosition::BEGINNING.number {
        return Ok(Some(FeedPosition::BEGINNING));
    }
    Ok(log.time_of(number)?.map(|at| FeedPosition { number, at: Some(at) }))
}
