//! The change log, read section by section.

use super::product_versions::Versions;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::{EventRow, change_events, change_memberships};
use crate::store::Store;
use catalog_domain::ports::{ChangeLog, EventRange, FeedEnd, LoggedEvent, StoreError};
use catalog_domain::values::SectionId;

impl ChangeLog for Store {
    fn events_of_section(
        &self,
        section: SectionId,
        range: EventRange,
        end: FeedEnd,
    ) -> Result<Vec<LoggedEvent>, StoreError> {
        self.read(|connection| events_of_section(connection, section, range, end))
    }
}

/// The events of `range` in the feed of `section`.
pub(crate) fn events_of_section(
    connection: &mut StoreConnection,
    section: SectionId,
    range: EventRange,
    end: FeedEnd,
) -> Result<Vec<LoggedEvent>, StoreError> {
    // As an expression, so that PostgreSQL looks up each event: it would go over those of all sections side by side.
    let query = change_memberships::table
        .inner_join(change_events::table.on(change_events::seq.eq(change_memberships::seq + 0)))
        .filter(change_memberships::section_id.eq(section.0))
        .filter(change_memberships::seq.gt(range.after.0))
        .filter(change_memberships::seq.le(range.up_to.0))
        .select((EventRow::as_select(), change_memberships::in_section));
    let rows: Vec<(EventRow, bool)> = match end {
        FeedEnd::First(limit) => query.order(change_memberships::seq).limit(i64::from(limit)).load(connection),
        FeedEnd::Last(limit) => query.order(change_memberships::seq.desc()).limit(i64::from(limit)).load(connection),
    }?;
    let versions = Versions::read(connection)?;
    rows.into_iter().map(|(row, in_section)| row.into_logged(in_section, versions)).collect()
}
