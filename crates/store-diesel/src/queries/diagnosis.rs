//! What an operator asks about a store as a database.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::change_events;
use crate::store::Store;
use catalog_domain::ports::StoreError;
use catalog_domain::values::Timestamp;
use diesel::sql_types::BigInt;

/// The state of a store as a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreDiagnosis {
    /// The time of the database server; `None` on SQLite, which has none.
    pub clock: Option<Timestamp>,
    /// Connections in use, and how many ordinary users may open; `None` on SQLite.
    pub connections: Option<(u64, u64)>,
    /// The size in bytes; `None` on SQLite, where it is that of the files.
    pub bytes: Option<u64>,
    /// The time of the oldest event of the change log.
    pub oldest_event: Option<Timestamp>,
}

#[derive(QueryableByName)]
struct ServerRow {
    #[diesel(sql_type = BigInt)]
    clock: i64,
    #[diesel(sql_type = BigInt)]
    used: i64,
    #[diesel(sql_type = BigInt)]
    connection_limit: i64,
    #[diesel(sql_type = BigInt)]
    bytes: i64,
}

const SERVER: &str = "
    SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS clock,
        (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
        current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
            AS connection_limit,
        pg_database_size(current_database()) AS bytes";

impl Store {
    /// The state of the store as a database.
    pub fn diagnose(&self) -> Result<StoreDiagnosis, StoreError> {
        self.read(|connection| {
            let oldest = change_events::table.order(change_events::seq).select(change_events::changed_at);
            let oldest: Option<i64> = oldest.first_optional(connection)?;
            let oldest_event = oldest.map(Timestamp::from_unix_microseconds);
            let StoreConnection::Postgres(inner) = connection else {
                return Ok(StoreDiagnosis { clock: None, connections: None, bytes: None, oldest_event });
            };
            let row: ServerRow = diesel::sql_query(SERVER).get_result(inner)?;
            Ok(StoreDiagnosis {
                clock: Some(Timestamp::from_unix_microseconds(row.clock)),
                connections: Some((row.used.unsigned_abs(), row.connection_limit.unsigned_abs())),
                bytes: Some(row.bytes.unsigned_abs()),
                oldest_event,
            })
        })
    }
}
