//! Rows of `change_events`.

use super::documents::{decode_sections, encode_sections};
use crate::queries::product_versions::Versions;
use crate::schema::EventRow;
use catalog_domain::change::{ChangeEvent, ChangeKind};
use catalog_domain::ports::{LoggedEvent, ProductEvent, RecordedEvent, StoreError};
use catalog_domain::values::{CatalogRevision, EventNumber, Timestamp};

impl EventRow {
    /// The row of an event that gets `number` in the run that makes `revision`.
    pub(crate) fn new(
        event: &ChangeEvent,
        number: EventNumber,
        revision: CatalogRevision,
        at: Timestamp,
    ) -> Result<Self, StoreError> {
        let (is_content, is_commercial) = match event.kind {
            ChangeKind::Upsert { content, commercial } => (content, commercial),
            ChangeKind::Removed => (false, false),
        };
        Ok(Self {
            seq: number.0,
            revision: revision.0,
            stock_number: event.stock_number.to_string(),
            is_content,
            is_commercial,
            is_removed: event.kind == ChangeKind::Removed,
            section_ids: encode_sections(&event.section_ids)?,
            changed_at: at.unix_microseconds(),
        })
    }

    pub(crate) fn into_logged(self, in_section: bool, versions: Versions) -> Result<LoggedEvent, StoreError> {
        let event = self.to_product_event()?;
        Ok(LoggedEvent {
            number: event.number,
            revision: versions.as_of(self.revision),
            at: event.at,
            stock_number: self.stock_number.into(),
            kind: event.kind,
            section_ids: event.section_ids,
            in_section,
        })
    }

    /// The event without the feeds that have it.
    pub(crate) fn into_recorded(self, versions: Versions) -> Result<RecordedEvent, StoreError> {
        let ProductEvent { number, at, kind, section_ids, .. } = self.to_product_event()?;
        let revision = versions.as_of(self.revision);
        let stock_number = self.stock_number.into();
        let event = ChangeEvent { stock_number, kind, section_ids, memberships: Vec::new() };
        Ok(RecordedEvent { number, revision, at, event })
    }

    /// The event as it is, whatever feed has it.
    pub(crate) fn to_product_event(&self) -> Result<ProductEvent, StoreError> {
        let upsert = ChangeKind::Upsert { content: self.is_content, commercial: self.is_commercial };
        Ok(ProductEvent {
            number: EventNumber(self.seq),
            revision: CatalogRevision(self.revision),
            at: Timestamp::from_unix_microseconds(self.changed_at),
            kind: if self.is_removed { ChangeKind::Removed } else { upsert },
            section_ids: decode_sections(&self.section_ids, "change_events.section_ids")?,
        })
    }
}
