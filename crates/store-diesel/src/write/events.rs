//! Writes the events of a run. They are numbered inside the transaction of the single writer, so a lower number is
//! never committed after a higher one was visible.

use crate::connection::StoreConnection;
use crate::failure::store_error;
use crate::prelude::*;
use crate::rows::event_row::EventRow;
use crate::schema::{change_events, change_memberships};
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
    let mut memberships: Vec<(i64, i64, bool)> = Vec::new();
    for batch in events.chunks(BATCH_ROWS) {
        let mut rows = Vec::with_capacity(batch.len());
        for event in batch {
            number = EventNumber(number.0 + 1);
            rows.push(EventRow::new(event, number, revision, at)?);
            let places = event.memberships.iter();
            memberships.extend(places.map(|location| (location.section.0, number.0, location.in_section)));
        }
        insert_events(connection, rows)?;
    }
    memberships.sort_unstable();
    memberships.chunks(BATCH_ROWS).try_for_each(|batch| insert_memberships(connection, batch))?;
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

/// SQLite is fastest one row at a time with a cached statement, PostgreSQL with COPY.
fn insert_events(connection: &mut StoreConnection, rows: Vec<EventRow>) -> Result<(), StoreError> {
    match connection {
        StoreConnection::Postgres(inner) => {
            diesel::copy_from(change_events::table).from_insertable(rows).execute(inner).map_err(store_error)?;
        }
        StoreConnection::Sqlite(inner) => {
            for row in &rows {
                diesel::insert_into(change_events::table).values(row).execute(inner)?;
            }
        }
    }
    Ok(())
}

fn insert_memberships(connection: &mut StoreConnection, rows: &[(i64, i64, bool)]) -> Result<(), StoreError> {
    let values = |(section, number, in_section): &(i64, i64, bool)| {
        (
            change_memberships::section_id.eq(*section),
            change_memberships::seq.eq(*number),
            change_memberships::in_section.eq(*in_section),
        )
    };
    match connection {
        StoreConnection::Postgres(inner) => {
            let rows: Vec<_> = rows.iter().map(values).collect();
            diesel::copy_from(change_memberships::table).from_insertable(rows).execute(inner).map_err(store_error)?;
        }
        StoreConnection::Sqlite(inner) => {
            for row in rows {
                diesel::insert_into(change_memberships::table).values(values(row)).execute(inner)?;
            }
        }
    }
    Ok(())
}
