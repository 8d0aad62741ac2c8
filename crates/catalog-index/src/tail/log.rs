//! A tail as the change log. The questions are those of requests that begin at its base or later.

use super::ChangeTail;
use super::chunk::Chunk;
use catalog_domain::change::{ChangeKind, ChangeTally};
use catalog_domain::ports::{
    ChangeLog, ChangeLogBounds, EventRange, FeedEnd, LogBounds, LoggedEvent, LoggedEventRef, StoreError,
};
use catalog_domain::values::{EventNumber, SectionId, Timestamp};
use hashbrown::HashMap;
use std::sync::Arc;

impl ChangeTail {
    /// The events of `range` in the feed of `section`, in order.
    pub(super) fn events(&self, section: SectionId, range: EventRange) -> impl Iterator<Item = LoggedEventRef<'_>> {
        self.chunks_of(range).flat_map(move |chunk| {
            let places = chunk.places(section, range).iter();
            places.filter_map(|place| chunk.event(*place))
        })
    }

    fn chunks_of(&self, range: EventRange) -> impl Iterator<Item = &Arc<Chunk>> {
        let first = self.chunks.partition_point(|chunk| chunk.last().number <= range.after);
        let rest = self.chunks.range(first..);
        let mut before =
            first.checked_sub(1).and_then(|at| self.chunks.get(at)).map_or(self.base, |chunk| chunk.last());
        rest.take_while(move |chunk| std::mem::replace(&mut before, chunk.last()).number < range.up_to)
    }

    /// The number before the first event at or after `at`; that of the last event when all are earlier.
    pub(super) fn first_before(&self, at: Timestamp) -> EventNumber {
        let chunk = self.chunks.partition_point(|chunk| chunk.last().at.is_some_and(|last| last < at));
        self.chunks.get(chunk).and_then(|chunk| chunk.number_before(at)).unwrap_or(self.last.number)
    }
}

impl ChangeLog for ChangeTail {
    fn events_of_section(
        &self,
        section: SectionId,
        range: EventRange,
        end: FeedEnd,
    ) -> Result<Vec<LoggedEvent>, StoreError> {
        Ok(match end {
            FeedEnd::First(limit) => self.events(section, range).take(limit as usize).map(LoggedEvent::from).collect(),
            FeedEnd::Last(limit) => {
                let chunks: Vec<_> = self.chunks_of(range).collect();
                let events = chunks.into_iter().rev().flat_map(|chunk| {
                    let places = chunk.places(section, range).iter().rev();
                    places.filter_map(|place| chunk.event(*place))
                });
                events.take(limit as usize).map(LoggedEvent::from).collect()
            }
        })
    }

    fn sections_with_events(&self, sections: &[SectionId], range: EventRange) -> Result<Vec<SectionId>, StoreError> {
        let has_one = |section: &&SectionId| self.events(**section, range).next().is_some();
        Ok(sections.iter().filter(has_one).copied().collect())
    }
}

impl ChangeLogBounds for ChangeTail {
    /// A floor before the base is given as the base: no request begins in between.
    fn bounds(&self, expired_before: Timestamp) -> Result<LogBounds, StoreError> {
        let floor = self.first_before(expired_before);
        Ok(LogBounds { epoch: self.epoch.clone(), floor, last: self.last.number })
    }

    fn time_of(&self, number: EventNumber) -> Result<Option<Timestamp>, StoreError> {
        if number == self.base.number {
            return Ok(self.base.at);
        }
        let chunk = self.chunks.partition_point(|chunk| chunk.last().number < number);
        Ok(self.chunks.get(chunk).and_then(|chunk| chunk.time_of(number)))
    }

    fn number_before(&self, at: Timestamp) -> Result<EventNumber, StoreError> {
        Ok(self.first_before(at))
    }

    fn tally(&self, section: SectionId, range: EventRange) -> Result<ChangeTally, StoreError> {
        let feeds = || self.chunks_of(range).map(|chunk| (chunk, chunk.places(section, range)));
        let mut products: HashMap<&str, [bool; 3]> =
            HashMap::with_capacity(feeds().map(|(_, places)| places.len()).sum());
        for (chunk, places) in feeds() {
            for place in places {
                let counted = products.entry(chunk.stock_number(*place)).or_default();
                match chunk.kind(*place) {
                    ChangeKind::Removed => counted[2] = true,
                    ChangeKind::Upsert { content, commercial } => {
                        counted[0] |= content;
                        counted[1] |= commercial;
                    }
                }
            }
        }
        let count = |kind: usize| products.values().filter(|counted| counted[kind]).count() as u64;
        Ok(ChangeTally { content: count(0), commercial: count(1), removed: count(2), total: products.len() as u64 })
    }
}
