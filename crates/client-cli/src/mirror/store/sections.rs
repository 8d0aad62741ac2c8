//! Sections and events: what a file of `--store` has beside products.

use crate::mirror::store::schema::{events, sections};
use catalog_client::{ChangeEvent, Section};
use diesel::prelude::*;

/// The most events in the file, the newest ones: a shop that reads them now and then misses none.
const MOST_EVENTS: i64 = 100_000;

pub(super) fn replace(connection: &mut SqliteConnection, list: &[Section]) -> QueryResult<()> {
    diesel::delete(sections::table).execute(connection)?;
    for (position, section) in (0_i64..).zip(list) {
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let row = (
            sections::section_id.eq(&section.id),
            sections::parent_section_id.eq(&section.parent_section_id),
            sections::name.eq(&*section.name),
            sections::url.eq(&*section.url.full),
            sections::level.eq(i64::from(section.level)),
            sections::position.eq(position),
            sections::product_count.eq(count(section.product_count)),
            sections::available_product_count.eq(count(section.available_product_count)),
        );
        diesel::insert_into(sections::table).values(row).execute(connection)?;
    }
    Ok(())
}

/// Appends what a section's feed said, and drops the oldest events beyond the limit.
pub(super) fn append_events(connection: &mut SqliteConnection, section: &str, list: &[ChangeEvent]) -> QueryResult<()> {
    for event in list {
        let row = (
            events::event_id.eq(&event.event_id),
            events::section_id.eq(section),
            events::stock_number.eq(&event.stock_number),
            events::operation.eq(&event.operation),
            events::change_types.eq(event.change_types.join(",")),
            events::in_section.eq(event.in_section),
            events::changed_at.eq(&event.changed_at),
            events::version.eq(event.version.and_then(|version| i64::try_from(version).ok())),
        );
        diesel::insert_into(events::table).values(row).execute(connection)?;
    }
    let newest: Option<i64> = events::table.select(diesel::dsl::max(events::id)).first(connection)?;
    let oldest = newest.unwrap_or(0) - MOST_EVENTS;
    diesel::delete(events::table.filter(events::id.le(oldest))).execute(connection)?;
    Ok(())
}
