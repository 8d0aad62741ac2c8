//! The change log read whole: every event of a range with all the feeds that have it.

use super::product_versions::Versions;
use super::store_version::store_version;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::{EventRow, change_events};
use crate::store::Store;
use catalog_domain::change::Membership;
use catalog_domain::ports::{EventRange, RecordedChanges, RecordedEvent, StoreError};
use catalog_domain::values::SectionId;
use diesel::sql_types::{BigInt, Bool};

impl RecordedChanges for Store {
    fn recorded_events(&self, range: EventRange) -> Result<Vec<RecordedEvent>, StoreError> {
        self.snapshot(|connection| recorded_events(connection, range))
    }
}

impl Store {
    /// The same if the log has the last event of the range by then; `None` when it has not.
    pub(crate) fn recorded_events_if_it_has_them(
        &self,
        range: EventRange,
    ) -> Result<Option<Vec<RecordedEvent>>, StoreError> {
        self.snapshot(|connection| {
            if store_version(connection)?.last_event < range.up_to.0 {
                return Ok(None);
            }
            recorded_events(connection, range).map(Some)
        })
    }
}

fn recorded_events(connection: &mut StoreConnection, range: EventRange) -> Result<Vec<RecordedEvent>, StoreError> {
    let rows: Vec<EventRow> = change_events::table
        .filter(change_events::seq.gt(range.after.0))
        .filter(change_events::seq.le(range.up_to.0))
        .order(change_events::seq)
        .select(EventRow::as_select())
        .load(connection)?;
    let versions = Versions::read(connection)?;
    let events = rows.into_iter().map(|row| row.into_recorded(versions));
    let mut events: Vec<RecordedEvent> = events.collect::<Result<_, StoreError>>()?;
    let memberships: Vec<MembershipRow> = diesel::sql_query(MEMBERSHIPS)
        .bind::<BigInt, _>(range.after.0)
        .bind::<BigInt, _>(range.up_to.0)
        .load(connection)?;
    for MembershipRow { section_id, seq, in_section } in memberships {
        if let Ok(at) = events.binary_search_by_key(&seq, |event| event.number.0) {
            events[at].event.memberships.push(Membership { section: SectionId(section_id), in_section });
        }
    }
    events.iter_mut().for_each(|event| event.event.memberships.sort_by_key(|each| each.section));
    Ok(events)
}

/// A short read for each section, because the key begins with the section; sections are never deleted. The order of a
/// cross join is fixed in SQLite.
const MEMBERSHIPS: &str = "
    SELECT change_memberships.section_id, change_memberships.seq, change_memberships.in_section
    FROM sections CROSS JOIN change_memberships
    WHERE change_memberships.section_id = sections.id
      AND change_memberships.seq > $1 AND change_memberships.seq <= $2";

#[derive(QueryableByName)]
struct MembershipRow {
    #[diesel(sql_type = BigInt)]
    section_id: i64,
    #[diesel(sql_type = BigInt)]
    seq: i64,
    #[diesel(sql_type = Bool)]
    in_section: bool,
}
