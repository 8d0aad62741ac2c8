//! The end of the change log.

use super::change_log_bounds;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::store_state;
use catalog_domain::catalog::LogPosition;
use catalog_domain::change::{FeedPosition, LogEpoch};
use catalog_domain::ports::StoreError;
use catalog_domain::values::{EventNumber, Timestamp};

/// The end of the change log at the revision of the snapshot.
pub(super) fn log_position(connection: &mut StoreConnection) -> Result<LogPosition, StoreError> {
    let (epoch, number, committed_at): (String, i64, Option<i64>) = store_state::table
        .select((store_state::history_id, store_state::last_event_number, store_state::committed_at))
        .first(connection)?;
    let number = EventNumber(number);
    Ok(LogPosition {
        epoch: LogEpoch(epoch.into()),
        last: FeedPosition { number, at: change_log_bounds::time_of(connection, number)? },
        committed_at: committed_at.map(Timestamp::from_unix_microseconds),
    })
}
