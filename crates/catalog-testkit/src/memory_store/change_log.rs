//! The change log in memory.

use super::{EventEntry, MemoryStore, State};
use catalog_domain::catalog::LogPosition;
use catalog_domain::change::{ChangeKind, ChangeTally, FeedPosition, LogEpoch};
use catalog_domain::ports::{
    ChangeLog, ChangeLogBounds, ChangeRetention, EventRange, LogBounds, LoggedEvent, RecordedChanges, RecordedEvent,
    StoreError,
};
use catalog_domain::values::{EventNumber, SectionId, Timestamp};
use std::collections::HashSet;

impl ChangeLog for MemoryStore {
    fn events_of_section(
        &self,
        section: SectionId,
        range: EventRange,
        limit: u32,
    ) -> Result<Vec<LoggedEvent>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.state().events_of(section, range).take(limit).collect())
    }
}

impl RecordedChanges for MemoryStore {
    fn recorded_events(&self, range: EventRange) -> Result<Vec<RecordedEvent>, StoreError> {
        let state = self.state();
        let in_range = state.events.iter().filter(|(number, _)| **number > range.after && **number <= range.up_to);
        let recorded = |(number, entry): (&EventNumber, &EventEntry)| RecordedEvent {
            number: *number,
            revision: entry.revision,
            at: entry.at,
            event: entry.event.clone(),
        };
        Ok(in_range.map(recorded).collect())
    }
}

impl ChangeLogBounds for MemoryStore {
    fn bounds(&self, expired_before: Timestamp) -> Result<LogBounds, StoreError> {
        let state = self.state();
        Ok(LogBounds { epoch: epoch(), floor: state.floor(expired_before), last: state.last_number() })
    }

    fn time_of(&self, number: EventNumber) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.state().events.get(&number).map(|entry| entry.at))
    }

    fn number_before(&self, at: Timestamp) -> Result<EventNumber, StoreError> {
        let state = self.state();
        let first = state.events.iter().find(|(_, entry)| entry.at >= at);
        Ok(first.map_or(state.last_number(), |(number, _)| EventNumber(number.0 - 1)))
    }

    fn tally(&self, section: SectionId, range: EventRange) -> Result<ChangeTally, StoreError> {
        let state = self.state();
        let count = |counts: fn(ChangeKind) -> bool| {
            let counted = state.events_of(section, range).filter(|event| counts(event.kind));
            counted.map(|event| event.stock_number).collect::<HashSet<_>>().len() as u64
        };
        Ok(ChangeTally {
            content: count(|kind| matches!(kind, ChangeKind::Upsert { content: true, .. })),
            commercial: count(|kind| matches!(kind, ChangeKind::Upsert { commercial: true, .. })),
            removed: count(|kind| kind == ChangeKind::Removed),
            total: count(|_| true),
        })
    }
}

impl ChangeRetention for MemoryStore {
    fn prune(&self, expired_before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let mut state = self.state();
        let floor = state.floor(expired_before);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let oldest: Vec<_> = state.events.range(..floor).take(limit).map(|(number, _)| *number).collect();
        for number in &oldest {
            state.events.remove(number);
        }
        Ok(oldest.len() as u64)
    }
}

impl State {
    /// The number of the last event; 0 when there is none.
    pub(super) fn last_number(&self) -> EventNumber {
        self.events.last_key_value().map_or(EventNumber(0), |(number, _)| *number)
    }

    pub(super) fn log_position(&self) -> LogPosition {
        let at = self.events.last_key_value().map(|(_, entry)| entry.at);
        let last = FeedPosition { number: self.last_number(), at };
        LogPosition { epoch: epoch(), last, committed_at: self.committed_at }
    }

    /// The last event before `expired_before`; 0 when there is none.
    fn floor(&self, expired_before: Timestamp) -> EventNumber {
        let last = self.events.iter().rfind(|(_, entry)| entry.at < expired_before);
        last.map_or(EventNumber(0), |(number, _)| *number)
    }

    fn events_of(&self, section: SectionId, range: EventRange) -> impl Iterator<Item = LoggedEvent> {
        let in_range = self.events.iter().filter(move |(number, _)| **number > range.after && **number <= range.up_to);
        in_range.filter_map(move |(number, entry)| entry.seen_from(section, *number))
    }
}

impl EventEntry {
    /// The event in the feed of `section`; `None` when it is not in it.
    fn seen_from(&self, section: SectionId, number: EventNumber) -> Option<LoggedEvent> {
        let membership = self.event.memberships.iter().find(|membership| membership.section == section)?;
        Some(LoggedEvent {
            number,
            revision: self.revision,
            at: self.at,
            stock_number: self.event.stock_number.clone(),
            kind: self.event.kind,
            section_ids: self.event.section_ids.clone(),
            in_section: membership.in_section,
        })
    }
}

/// There is one log in memory, and it ends with the store.
fn epoch() -> LogEpoch {
    LogEpoch("memory".into())
}
