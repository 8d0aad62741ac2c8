//! The ends of the change log, counts over its ranges, and its pruning.

use crate::connection::StoreConnection;
use crate::moving::refuse_if_moved;
use crate::prelude::*;
use crate::schema::{change_events, change_memberships, sections, store_state};
use crate::store::Store;
use crate::transaction::allow_long_statements;
use catalog_domain::change::{ChangeTally, LogEpoch};
use catalog_domain::ports::{ChangeLogBounds, ChangeRetention, EventRange, LogBounds, StoreError};
use catalog_domain::values::{EventNumber, SectionId, Timestamp};
use diesel::sql_types::BigInt;

/// Section ids in one statement; SQLite takes at most 32,766 values.
const SECTIONS_PER_STATEMENT: usize = 10_000;

impl ChangeLogBounds for Store {
    fn bounds(&self, expired_before: Timestamp) -> Result<LogBounds, StoreError> {
        self.snapshot(|connection| {
            let (epoch, last): (String, i64) = store_state::table
                .select((store_state::history_id, store_state::last_event_number))
                .first(connection)?;
            let floor = floor(connection, expired_before)?;
            Ok(LogBounds { epoch: LogEpoch(epoch.into()), floor, last: EventNumber(last) })
        })
    }

    fn time_of(&self, number: EventNumber) -> Result<Option<Timestamp>, StoreError> {
        self.read(|connection| time_of(connection, number))
    }

    fn number_before(&self, at: Timestamp) -> Result<EventNumber, StoreError> {
        self.snapshot(|connection| {
            let first_at_or_after: Option<i64> = change_events::table
                .filter(change_events::changed_at.ge(at.unix_microseconds()))
                .order((change_events::changed_at, change_events::seq))
                .select(change_events::seq)
                .first_optional(connection)?;
            match first_at_or_after {
                Some(number) => Ok(EventNumber(number - 1)),
                None => last_number(connection),
            }
        })
    }

    fn tally(&self, section: SectionId, range: EventRange) -> Result<ChangeTally, StoreError> {
        self.read(|connection| tally(connection, section, range))
    }
}

/// How many distinct products the events of `range` in the feed of `section` have.
pub(crate) fn tally(
    connection: &mut StoreConnection,
    section: SectionId,
    range: EventRange,
) -> Result<ChangeTally, StoreError> {
    let text = match connection {
        StoreConnection::Sqlite(_) => SQLITE_TALLY,
        StoreConnection::Postgres(_) => POSTGRES_TALLY,
    };
    let query = diesel::sql_query(text)
        .bind::<BigInt, _>(section.0)
        .bind::<BigInt, _>(range.after.0)
        .bind::<BigInt, _>(range.up_to.0);
    let counts: TallyRow = query.get_result(connection)?;
    Ok(ChangeTally {
        content: counts.content.unsigned_abs(),
        commercial: counts.commercial.unsigned_abs(),
        removed: counts.removed.unsigned_abs(),
        total: counts.total.unsigned_abs(),
    })
}

/// Counts each product once, per kind of change and in all. Every event of the range is read, in the order of the log
/// and once; only the distinct products are held meanwhile, so the memory grows with them, not with the events. Both
/// engines number the parameters like this.
///
/// SQLite adds each product to a set per count, which takes half as long as grouping the events by product.
const SQLITE_TALLY: &str = "
    SELECT COUNT(DISTINCT CASE WHEN is_content THEN stock_number END) AS content,
           COUNT(DISTINCT CASE WHEN is_commercial THEN stock_number END) AS commercial,
           COUNT(DISTINCT CASE WHEN is_removed THEN stock_number END) AS removed,
           COUNT(DISTINCT stock_number) AS total
    FROM change_memberships
    INNER JOIN change_events ON change_events.seq = change_memberships.seq
    WHERE change_memberships.section_id = $1
      AND change_memberships.seq > $2 AND change_memberships.seq <= $3";

/// PostgreSQL would sort the products for each of those counts; it groups them by hash.
const POSTGRES_TALLY: &str = "
    SELECT COUNT(*) FILTER (WHERE content) AS content, COUNT(*) FILTER (WHERE commercial) AS commercial,
           COUNT(*) FILTER (WHERE removed) AS removed, COUNT(*) AS total
    FROM (
        SELECT BOOL_OR(is_content) AS content, BOOL_OR(is_commercial) AS commercial, BOOL_OR(is_removed) AS removed
        FROM change_memberships
        INNER JOIN change_events ON change_events.seq = change_memberships.seq
        WHERE change_memberships.section_id = $1
          AND change_memberships.seq > $2 AND change_memberships.seq <= $3
        GROUP BY stock_number
    ) AS products";

#[derive(QueryableByName)]
struct TallyRow {
    #[diesel(sql_type = BigInt)]
    content: i64,
    #[diesel(sql_type = BigInt)]
    commercial: i64,
    #[diesel(sql_type = BigInt)]
    removed: i64,
    #[diesel(sql_type = BigInt)]
    total: i64,
}

impl ChangeRetention for Store {
    fn prune(&self, expired_before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.change(|connection| {
            refuse_if_moved(connection)?;
            allow_long_statements(connection)?;
            let floor = floor(connection, expired_before)?;
            // The event at the floor stays: it identifies a cursor right behind it.
            let oldest: Vec<i64> = change_events::table
                .filter(change_events::seq.lt(floor.0))
                .order(change_events::seq)
                .limit(i64::from(limit))
                .select(change_events::seq)
                .load(connection)?;
            let Some(last) = oldest.last() else { return Ok(0) };
            // Section by section, because the key begins with the section; sections are never deleted.
            let all_sections: Vec<i64> = sections::table.select(sections::id).load(connection)?;
            for some_sections in all_sections.chunks(SECTIONS_PER_STATEMENT) {
                let of_some_sections = change_memberships::section_id.eq_any(some_sections);
                diesel::delete(
                    change_memberships::table.filter(of_some_sections.and(change_memberships::seq.le(last))),
                )
                .execute(connection)?;
            }
            let deleted =
                diesel::delete(change_events::table.filter(change_events::seq.le(last))).execute(connection)?;
            Ok(deleted as u64)
        })
    }
}

/// The time of an event; `None` when the log does not have it.
pub(super) fn time_of(connection: &mut StoreConnection, number: EventNumber) -> Result<Option<Timestamp>, StoreError> {
    let query = change_events::table.filter(change_events::seq.eq(number.0)).select(change_events::changed_at);
    let at: Option<i64> = query.first_optional(connection)?;
    Ok(at.map(Timestamp::from_unix_microseconds))
}

/// The last event before `expired_before`; 0 when there is none.
fn floor(connection: &mut StoreConnection, expired_before: Timestamp) -> Result<EventNumber, StoreError> {
    let last: Option<i64> = change_events::table
        .filter(change_events::changed_at.lt(expired_before.unix_microseconds()))
        .order((change_events::changed_at.desc(), change_events::seq.desc()))
        .select(change_events::seq)
        .first_optional(connection)?;
    Ok(EventNumber(last.unwrap_or(0)))
}

fn last_number(connection: &mut StoreConnection) -> Result<EventNumber, StoreError> {
    let last = store_state::table.select(store_state::last_event_number).first(connection)?;
    Ok(EventNumber(last))
}
