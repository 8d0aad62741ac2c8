//! The log of what import runs changed, as the change feed reads it (`docs/contract.md#change-events`).

use super::store_error::StoreError;
use crate::change::event::ChangeKind;
use crate::values::identifiers::{CatalogRevision, EventNumber, SectionId};
use crate::values::timestamp::Timestamp;

/// An event of the log, as one section's feed shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedEvent {
    /// Its number.
    pub number: EventNumber,
    /// The revision that its run made.
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

/// Which numbers a read of the log covers: those above `after`, up to and with `up_to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventRange {
    /// The last number that the reader has already.
    pub after: EventNumber,
    /// The last number that is wanted.
    pub up_to: EventNumber,
}

/// Reads the change log.
#[cfg_attr(feature = "mocks", mockall::automock)]
pub trait ChangeLog: Send + Sync {
    /// The first `limit` events of `range` that are in the feed of `section`, by number ascending. A section that the
    /// log never mentions has none.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    fn events_of_section(
        &self,
        section: SectionId,
        range: EventRange,
        limit: u32,
    ) -> Result<Vec<LoggedEvent>, StoreError>;

    /// Those of `sections` whose feed has an event of `range`: a short read for each, whatever the number of events.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    fn sections_with_events(&self, sections: &[SectionId], range: EventRange) -> Result<Vec<SectionId>, StoreError> {
        let mut found = Vec::new();
        for section in sections {
            if !self.events_of_section(*section, range, 1)?.is_empty() {
                found.push(*section);
            }
        }
        Ok(found)
    }
}
