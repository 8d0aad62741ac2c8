//! The effect of the last import that changed something, according to its events.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::{change_events, store_state};
use crate::store::Store;
use catalog_domain::ports::StoreError;
use catalog_domain::values::CatalogRevision;
use diesel::dsl::count_star;

/// How many events the run of a revision made. A run can change the catalog without any: a section's new name makes
/// none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastRun {
    /// The revision that the run made.
    pub revision: CatalogRevision,
    /// Events with changed content.
    pub content: u64,
    /// Events with changed prices or stock; an event can have both.
    pub commercial: u64,
    /// Events of products that are no longer public.
    pub removed: u64,
}

impl Store {
    /// Counts the events of the last run. The work grows with their number, not with the log: all events of a run have
    /// the time of the run, by which the log is indexed.
    pub fn last_run(&self) -> Result<LastRun, StoreError> {
        self.snapshot(|connection| {
            let (revision, last): (i64, i64) = store_state::table
                .select((store_state::catalog_revision, store_state::last_event_number))
                .first(connection)?;
            let last_event = change_events::table.filter(change_events::seq.eq(last)).select(change_events::changed_at);
            let at: Option<i64> = last_event.first_optional(connection)?;
            let mut run = LastRun { revision: CatalogRevision(revision), content: 0, commercial: 0, removed: 0 };
            for (is_content, is_commercial, is_removed, count) in groups(connection, revision, at)? {
                let count = count.unsigned_abs();
                run.content += if is_content { count } else { 0 };
                run.commercial += if is_commercial { count } else { 0 };
                run.removed += if is_removed { count } else { 0 };
            }
            Ok(run)
        })
    }
}

/// How many events of a run there are of each kind; none without a time.
fn groups(
    connection: &mut StoreConnection,
    revision: i64,
    at: Option<i64>,
) -> Result<Vec<(bool, bool, bool, i64)>, StoreError> {
    let Some(at) = at else { return Ok(Vec::new()) };
    let kind = (change_events::is_content, change_events::is_commercial, change_events::is_removed);
    change_events::table
        .filter(change_events::changed_at.eq(at).and(change_events::revision.eq(revision)))
        .group_by(kind)
        .select((change_events::is_content, change_events::is_commercial, change_events::is_removed, count_star()))
        .load(connection)
}
