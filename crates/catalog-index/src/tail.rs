//! The end of the change log in memory, as columns.
//!
//! A tail ends exactly where the catalog ends that it is swapped in with, so it has every event that may be shown, and
//! none of another history. It begins at a *base*: a position of the log, all events after which it has. It answers for
//! requests that begin at its base or later, exactly as the log itself would; others are for the store.
//!
//! A tail is a value: whatever changes it gives another one, which shares the chunks that stay.

mod chunk;
mod log;

use catalog_domain::catalog::LogPosition;
use catalog_domain::change::{
    FeedCursor, FeedError, FeedLog, FeedPage, FeedPosition, FeedRequest, FeedStart, LogEpoch, page_of,
};
use catalog_domain::ports::{EventRange, LoggedEventRef, RecordedEvent};
use catalog_domain::values::EventNumber;
use chunk::Chunk;
use std::collections::VecDeque;
use std::sync::Arc;

/// Events of a chunk, and of one read of the log. A refresh copies the last chunk, so it must be small.
const CHUNK: usize = 16_384;
/// With more new events than this, a tail begins again at the end of the log: the refresh must not wait for them.
const MOST_NEW: i64 = 50_000;

/// Space that is made for the events of a page at once.
const USUAL_PAGE: usize = 101;

/// What a tail may hold. Whole chunks are dropped, the oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TailLimit {
    events: usize,
    bytes: usize,
    chunk: usize,
}

impl TailLimit {
    /// Nothing but the end of the log.
    pub const NOTHING: Self = Self::new(0, 0);

    /// As many of the last events, where they take at most so many bytes, and at most one chunk of events more.
    pub const fn new(events: usize, bytes: usize) -> Self {
        Self { events, bytes, chunk: CHUNK }
    }
}

/// The last events of a change log.
#[derive(Debug, Clone)]
pub struct ChangeTail {
    epoch: LogEpoch,
    limit: TailLimit,
    /// Every event after it is here.
    base: FeedPosition,
    last: FeedPosition,
    /// Whether nothing older is wanted: there is none, or no room for it.
    is_filled: bool,
    chunks: VecDeque<Arc<Chunk>>,
}

impl ChangeTail {
    /// The tail right after the last event of a log, without any.
    pub fn starting_at(head: &LogPosition, limit: TailLimit) -> Self {
        let is_filled = head.last == FeedPosition::BEGINNING || limit.events == 0 || limit.bytes == 0;
        let (epoch, chunks) = (head.epoch.clone(), VecDeque::new());
        Self { epoch, limit, base: head.last, last: head.last, is_filled, chunks }
    }

    /// Whether it ends exactly there.
    pub fn ends_at(&self, head: &LogPosition) -> bool {
        self.epoch == head.epoch && self.last == head.last
    }

    /// The events it has.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// What they take, in bytes.
    pub fn bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.bytes()).sum()
    }

    /// What [`Self::extended`] needs to end at `head`: the events since, and the last one that is here, which shows
    /// that the log is still the same. `None` when it cannot be extended to there: the log is another one, or has moved
    /// back, or too far.
    pub fn newer_range(&self, head: &LogPosition) -> Option<EventRange> {
        let (last, new) = (self.last.number, head.last.number.0.checked_sub(self.last.number.0)?);
        let can_follow = self.epoch == head.epoch && (0..=MOST_NEW).contains(&new) && self.limit.bytes > 0;
        can_follow.then(|| EventRange { after: EventNumber(last.0.saturating_sub(1)), up_to: head.last.number })
    }

    /// The tail that ends at `head`, by the events of [`Self::newer_range`]. `None` when they are not that: part of
    /// them was pruned, or the log is another one.
    pub fn extended(&self, head: &LogPosition, mut events: &[RecordedEvent]) -> Option<Self> {
        if self.last != FeedPosition::BEGINNING {
            let (first, rest) = events.split_first()?;
            events = Some(rest).filter(|_| first.position() == self.last)?;
        }
        let mut next = self.clone();
        let fits = |chunk: &&Arc<Chunk>| chunk.len() + events.len() <= self.limit.chunk;
        if let Some(last) = next.chunks.back().filter(fits) {
            let last = Arc::new(last.with(events)?);
            next.chunks.pop_back();
            next.chunks.push_back(last);
        } else {
            for events in events.chunks(self.limit.chunk) {
                let before = next.chunks.back().map_or(self.last, |chunk| chunk.last());
                next.chunks.push_back(Arc::new(Chunk::after(before.number).with(events)?));
            }
        }
        next.last = next.chunks.back().map_or(self.last, |chunk| chunk.last());
        next.trim();
        Some(next).filter(|next| next.ends_at(head))
    }

    /// The events that [`Self::with_older`] wants next; `None` when it wants no more.
    pub fn older_range(&self) -> Option<EventRange> {
        let chunk = i64::try_from(self.limit.chunk).unwrap_or(i64::MAX);
        // One more shows where the chunk begins.
        let after = EventNumber(self.base.number.0.saturating_sub(chunk + 1).max(0));
        (!self.is_filled).then_some(EventRange { after, up_to: self.base.number })
    }

    /// The tail with older events, those of [`Self::older_range`]: the last is the one at its base. When they are not
    /// that, or there is no room for them, nothing older is wanted any more.
    pub fn with_older(&self, events: &[RecordedEvent]) -> Self {
        self.begun_earlier(events).unwrap_or_else(|| Self { is_filled: true, ..self.clone() })
    }

    fn begun_earlier(&self, mut events: &[RecordedEvent]) -> Option<Self> {
        let wanted = self.older_range()?;
        let first = events.first()?;
        if events.last()?.position() != self.base {
            return None;
        }
        let mut base = FeedPosition::BEGINNING;
        if first.number.0 > 1 {
            base = first.position();
            events = events.get(1..)?;
        }
        // What is missing at the beginning was pruned.
        let is_all = first.number.0 <= 1 || first.number.0 > wanted.after.0 + 1;
        let mut next = Self { base, is_filled: is_all, ..self.clone() };
        if !events.is_empty() {
            next.chunks.push_front(Arc::new(Chunk::after(base.number).with(events)?));
        }
        next.is_filled |= next.len() >= self.limit.events;
        Some(next).filter(|next| next.bytes() <= self.limit.bytes)
    }

    /// Drops the oldest chunks that there is no room for.
    fn trim(&mut self) {
        let (mut len, mut bytes) = (self.len(), self.bytes());
        while let Some(oldest) = self.chunks.front() {
            if bytes <= self.limit.bytes && len - oldest.len() < self.limit.events {
                break;
            }
            (len, bytes) = (len - oldest.len(), bytes - oldest.bytes());
            (self.base, self.is_filled) = (oldest.last(), true);
            self.chunks.pop_front();
        }
        self.is_filled |= len >= self.limit.events;
    }

    /// Whether it has every event of `range`.
    pub fn has(&self, range: EventRange) -> bool {
        range.after >= self.base.number && range.up_to <= self.last.number
    }

    /// How many events of the log a request goes over at most, in the feed or not; `None` when the request is for the
    /// store: it begins before this tail, or this is the tail of another catalog than the request's.
    pub fn length_of(&self, request: &FeedRequest) -> Option<u64> {
        let has_all = match &request.start {
            // Whether a cursor of another epoch was ever good is not known here.
            FeedStart::Cursor(cursor) => {
                cursor.epoch == self.epoch
                    && self.has(EventRange { after: cursor.after.number, up_to: cursor.after.number })
            }
            FeedStart::Since(since) => {
                request.horizon.released >= self.base.number && self.base.at.is_none_or(|at| at < *since)
            }
        };
        let from = match &request.start {
            FeedStart::Cursor(cursor) => cursor.after.number,
            FeedStart::Since(since) => self.first_before(*since),
        };
        let is_shown = request.horizon.included == self.last.number;
        (has_all && is_shown).then(|| self.last.number.0.abs_diff(from.0))
    }

    /// The cursor of a request that is ahead of this tail: another server has issued it that knew more.
    pub fn cursor_ahead<'a>(&self, request: &'a FeedRequest) -> Option<&'a FeedCursor> {
        match &request.start {
            FeedStart::Cursor(cursor) if cursor.epoch == self.epoch && cursor.after.number > self.last.number => {
                Some(cursor)
            }
            _ => None,
        }
    }

    /// This tail as the log of a request that it has everything for; see [`Self::length_of`].
    pub fn log(&self) -> FeedLog<'_> {
        FeedLog { events: self, bounds: self }
    }

    /// The page that [`catalog_domain::change::feed_page`] gives, whose events are not copied. The request must be one
    /// that this tail has everything for; see [`Self::length_of`].
    ///
    /// # Errors
    /// [`FeedError`] when no complete page can be given.
    pub fn page(&self, request: &FeedRequest, limit: u32) -> Result<FeedPage<LoggedEventRef<'_>>, FeedError> {
        let read = |range: EventRange, limit: u32| {
            let most = usize::try_from(limit).unwrap_or(usize::MAX);
            let mut events = Vec::with_capacity(most.min(USUAL_PAGE));
            events.extend(self.events(request.section, range).take(most));
            Ok(events)
        };
        page_of(request, limit, self, read, LoggedEventRef::position)
    }
}

#[cfg(test)]
mod tests;
