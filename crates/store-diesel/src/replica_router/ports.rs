//! Which port reads where.

use super::ReplicaRouter;
use crate::connection::StoreConnection;
use crate::queries::change_log::events_of_section;
use crate::queries::change_log_bounds;
use catalog_domain::catalog::{CatalogDelta, CatalogFacts, LogPosition};
use catalog_domain::change::ChangeTally;
use catalog_domain::ports::{
    CatalogSource, ChangeLog, ChangeLogBounds, EventRange, FeedEnd, LogBounds, LoggedEvent, PartSelection,
    ProductDetailBatch, ProductDetails, RecordedChanges, RecordedEvent, StoreError, StoreRevisions,
};
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId, Timestamp};
use std::sync::atomic::Ordering;

impl CatalogSource for ReplicaRouter {
    fn revisions(&self) -> Result<StoreRevisions, StoreError> {
        self.primary.revisions()
    }

    fn load(&self) -> Result<CatalogFacts, StoreError> {
        self.load_from_either(CatalogSource::load, |facts| facts.revision.0)
    }

    fn changes_since(
        &self,
        known: CatalogRevision,
        known_position: &LogPosition,
    ) -> Result<Option<CatalogDelta>, StoreError> {
        // A store that does not know leaves everything as it is.
        self.load_from_either(
            |store| store.changes_since(known, known_position),
            |delta| delta.as_ref().map_or(known.0, |delta| delta.revision.0),
        )
    }
}

impl ProductDetails for ReplicaRouter {
    fn read(&self, stock_numbers: &[Box<str>], wanted: PartSelection) -> Result<ProductDetailBatch, StoreError> {
        let served = self.served.load(Ordering::Acquire);
        self.route_read(
            |standby| {
                let batch = ProductDetails::read(standby, stock_numbers, wanted)?;
                Ok(Some(batch).filter(|batch| batch.revision.0 >= served))
            },
            |primary| ProductDetails::read(primary, stock_numbers, wanted),
        )
    }
}

impl ChangeLog for ReplicaRouter {
    fn events_of_section(
        &self,
        section: SectionId,
        range: EventRange,
        end: FeedEnd,
    ) -> Result<Vec<LoggedEvent>, StoreError> {
        let read = |connection: &mut StoreConnection| events_of_section(connection, section, range, end);
        self.route_read(|standby| standby.read_if_it_has(range.up_to, read), |primary| primary.read(read))
    }
}

impl RecordedChanges for ReplicaRouter {
    fn recorded_events(&self, range: EventRange) -> Result<Vec<RecordedEvent>, StoreError> {
        self.route_read(
            |standby| standby.recorded_events_if_it_has_them(range),
            |primary| primary.recorded_events(range),
        )
    }
}

impl ChangeLogBounds for ReplicaRouter {
    fn bounds(&self, expired_before: Timestamp) -> Result<LogBounds, StoreError> {
        self.primary.bounds(expired_before)
    }

    fn time_of(&self, number: EventNumber) -> Result<Option<Timestamp>, StoreError> {
        self.primary.time_of(number)
    }

    fn number_before(&self, at: Timestamp) -> Result<EventNumber, StoreError> {
        self.primary.number_before(at)
    }

    fn tally(&self, section: SectionId, range: EventRange) -> Result<ChangeTally, StoreError> {
        self.route_read(
            |standby| {
                standby.read_if_it_has(range.up_to, |connection| change_log_bounds::tally(connection, section, range))
            },
            |primary| primary.tally(section, range),
        )
    }
}
