//! Writes the events of a run. They are numbered inside the transaction of the single writer, so a lower number is
//! never committed after a higher one was visible.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::{EventRow, MembershipRow, change_events, change_memberships};
use crate::stored_table::StoredTable;
use catalog_domain::change::ChangeEvent;
use catalog_domain::ports::StoreError;
use catalog_domain::values::{CatalogRevision, EventNumber, Timestamp};
use diesel::sql_types::BigInt;

const BATCH_ROWS: usize = 10_000;

/// Appends `events` after number `last` and returns the number of the last one.
pub(super) fn write(
    connection: &mut StoreConnection,
    events: &[ChangeEvent],
    last: EventNumber,
    revision: CatalogRevision,
    at: Timestamp,
) -> Result<EventNumber, StoreError> {
    let at = not_before_the_last(connection, at)?;
    let mut number = last;
    // By section, then number: in key order, which fills the pages sequentially.
    let mut memberships = Vec::new();
    for batch in events.chunks(BATCH_ROWS) {
        let mut rows = Vec::with_capacity(batch.len());
        for event in batch {
            number = EventNumber(number.0 + 1);
            rows.push(EventRow::new(event, number, revision, at)?);
            let places = event.memberships.iter();
            memberships.extend(places.map(|location| MembershipRow {
                section_id: location.section.0,
                seq: number.0,
                in_section: location.in_section,
            }));
        }
        change_events::table::insert(connection, rows)?;
    }
    memberships.sort_unstable_by_key(|row| (row.section_id, row.seq));
    while !memberships.is_empty() {
        let batch = memberships.drain(..BATCH_ROWS.min(memberships.len())).collect();
        change_memberships::table::insert(connection, batch)?;
    }
    set_versions(connection, last)?;
    Ok(number)
}

/// Makes the revision of the events after number `last` the version of their products.
fn set_versions(connection: &mut StoreConnection, last: EventNumber) -> Result<(), StoreError> {
    diesel::sql_query(VERSIONS).bind::<BigInt, _>(last.0).execute(connection)?;
    Ok(())
}

/// A run has one event a product.
const VERSIONS: &str = "
    INSERT INTO product_versions (product_id, version)
    SELECT products.id, change_events.revision
    FROM change_events JOIN products ON products.stock_number = change_events.stock_number
    WHERE change_events.seq > $1
    ON CONFLICT (product_id) DO UPDATE SET version = excluded.version";

/// The time of the run, or of the last event where the clock was set back since: times never decrease along the
/// numbers.
fn not_before_the_last(connection: &mut StoreConnection, at: Timestamp) -> Result<Timestamp, StoreError> {
    let last: Option<i64> =
        change_events::table.select(diesel::dsl::max(change_events::changed_at)).first(connection)?;
    Ok(last.map_or(at, |last| at.max(Timestamp::from_unix_microseconds(last))))
}
