//! The log of what import runs changed, as the change feed reads it (`docs/contract.md#change-events`).

use super::store_error::StoreError;
use crate::change::cursor::FeedPosition;
use crate::change::event::{ChangeEvent, ChangeKind};
use crate::values::identifiers::{CatalogRevision, EventNumber, SectionId};
use crate::values::timestamp::Timestamp;

/// An event of the log, as one section's feed shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedEvent {
    /// Its number.
    pub number: EventNumber,
    /// The version of its product as of the event: the revision that its run made, or that of the upgrade to versions
    /// where that is later.
    pub revision: CatalogRevision,
    /// The time of the run.
    pub at: Timestamp,
    /// The product.
    pub stock_number: Box<str>,
    /// What happened.
    pub kind: ChangeKind,
    /// The public sections directly linked, after the run; of a removal, those it was last public in. Source order.
    pub section_ids: Vec<SectionId>,
    /// Whether the product is in the public subtree of the requested section, after the run.
    pub in_section: bool,
}

impl LoggedEvent {
    /// Its position.
    pub fn position(&self) -> FeedPosition {
        FeedPosition { number: self.number, at: Some(self.at) }
    }

    /// The same without owning it.
    pub fn borrowed(&self) -> LoggedEventRef<'_> {
        let Self { number, revision, at, ref stock_number, kind, ref section_ids, in_section } = *self;
        LoggedEventRef { number, revision, at, stock_number, kind, section_ids, in_section }
    }
}

/// A [`LoggedEvent`] that is held elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoggedEventRef<'a> {
    /// See [`LoggedEvent::number`].
    pub number: EventNumber,
    /// See [`LoggedEvent::revision`].
    pub revision: CatalogRevision,
    /// See [`LoggedEvent::at`].
    pub at: Timestamp,
    /// See [`LoggedEvent::stock_number`].
    pub stock_number: &'a str,
    /// See [`LoggedEvent::kind`].
    pub kind: ChangeKind,
    /// See [`LoggedEvent::section_ids`].
    pub section_ids: &'a [SectionId],
    /// See [`LoggedEvent::in_section`].
    pub in_section: bool,
}

impl LoggedEventRef<'_> {
    /// Its position.
    pub fn position(&self) -> FeedPosition {
        FeedPosition { number: self.number, at: Some(self.at) }
    }
}

impl From<LoggedEventRef<'_>> for LoggedEvent {
    fn from(event: LoggedEventRef<'_>) -> Self {
        let LoggedEventRef { number, revision, at, stock_number, kind, section_ids, in_section } = event;
        Self {
            number,
            revision,
            at,
            stock_number: stock_number.into(),
            kind,
            section_ids: section_ids.into(),
            in_section,
        }
    }
}

/// An event of the log with every feed that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedEvent {
    /// Its number.
    pub number: EventNumber,
    /// The revision that its run made.
    pub revision: CatalogRevision,
    /// The time of the run.
    pub at: Timestamp,
    /// What the run recorded.
    pub event: ChangeEvent,
}

impl RecordedEvent {
    /// Its position.
    pub fn position(&self) -> FeedPosition {
        FeedPosition { number: self.number, at: Some(self.at) }
    }
}

/// Which numbers a read of the log covers: those above `after`, up to and with `up_to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventRange {
    /// The last number that the reader has already.
    pub after: EventNumber,
    /// The last number that is wanted.
    pub up_to: EventNumber,
}

/// How many events a read has at most, and from which end of its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedEnd {
    /// The first ones, by number ascending.
    First(u32),
    /// The last ones, by number descending.
    Last(u32),
}

/// Reads the change log.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait ChangeLog: Send + Sync {
    /// The events at an end of `range` that are in the feed of `section`. It takes as long wherever in the range they
    /// are. A section that the log never mentions has none.
    fn events_of_section(
        &self,
        section: SectionId,
        range: EventRange,
        end: FeedEnd,
    ) -> Result<Vec<LoggedEvent>, StoreError>;

    /// Those of `sections` whose feed has an event of `range`: a short read for each, whatever the number of events.
    fn sections_with_events(&self, sections: &[SectionId], range: EventRange) -> Result<Vec<SectionId>, StoreError> {
        let mut found = Vec::new();
        for section in sections {
            if !self.events_of_section(*section, range, FeedEnd::First(1))?.is_empty() {
                found.push(*section);
            }
        }
        Ok(found)
    }
}

/// Reads the change log whole, not section by section.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait RecordedChanges: Send + Sync {
    /// The events of `range` that the log has, by number ascending, in one snapshot. All are held in memory, so the
    /// range should be short. Pruned ones are missing.
    fn recorded_events(&self, range: EventRange) -> Result<Vec<RecordedEvent>, StoreError>;
}
