//! One connection type over both engines, and how to name an engine where Diesel cannot abstract from it.

use crate::failure::store_error;
use catalog_domain::ports::StoreError;
use diesel::dsl::AsSelect;
use diesel::prelude::*;

/// A connection to either engine. Everything but batch inserts, upserts and streamed reads uses it directly.
#[derive(diesel::MultiConnection)]
pub(crate) enum StoreConnection {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

/// Expands the same Diesel code once per engine, with `$inner` bound to that engine's own connection.
macro_rules! on_each_engine {
    ($connection:expr, $inner:ident => $body:expr) => {
        match $connection {
            $crate::connection::StoreConnection::Postgres($inner) => $body,
            $crate::connection::StoreConnection::Sqlite($inner) => $body,
        }
    };
}

pub(crate) use on_each_engine;

/// The columns of a row in the SQL of this connection's engine. Where `as_select` leaves the engine open, the compiler
/// searches for seconds in queries of several tables.
pub(crate) fn columns_for<Row: Selectable<C::Backend>, C: Connection>(_: &C) -> AsSelect<Row, C::Backend> {
    Row::as_select()
}

/// Streams the rows of a query from either engine, whose own connection is `$inner`.
macro_rules! for_each_row {
    ($connection:ident, $inner:ident => $rows:expr, $row:ty, $take:expr) => {
        match $connection {
            $crate::connection::StoreConnection::Postgres($inner) => {
                let rows = diesel::RunQueryDsl::load_iter::<$row, diesel::pg::PgRowByRowLoadingMode>($rows, $inner);
                $crate::connection::take_rows(rows, $take)
            }
            $crate::connection::StoreConnection::Sqlite($inner) => {
                let rows =
                    diesel::RunQueryDsl::load_iter::<$row, diesel::connection::DefaultLoadingMode>($rows, $inner);
                $crate::connection::take_rows(rows, $take)
            }
        }
    };
}

pub(crate) use for_each_row;

pub(crate) fn take_rows<Row>(
    rows: QueryResult<impl Iterator<Item = QueryResult<Row>>>,
    mut take: impl FnMut(Row) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    rows.map_err(store_error)?.try_for_each(|row| take(row.map_err(store_error)?))
}
