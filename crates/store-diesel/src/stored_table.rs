//! How the whole rows of any table are read and written.

use crate::connection::StoreConnection;
use catalog_domain::ports::StoreError;
use diesel::sql_types::{BigInt, Binary, Bool, Nullable, Text};
use std::hash::Hash;

/// The type of the values of a SQL type.
pub(crate) trait Owned {
    type Value;
}

impl Owned for BigInt {
    type Value = i64;
}

impl Owned for Bool {
    type Value = bool;
}

impl Owned for Text {
    type Value = String;
}

impl Owned for Binary {
    type Value = Vec<u8>;
}

impl<T: Owned + diesel::sql_types::SqlType<IsNull = diesel::sql_types::is_nullable::NotNull>> Owned for Nullable<T> {
    type Value = Option<T::Value>;
}

/// A table of `schema`, which implements this for each.
pub(crate) trait StoredTable {
    const NAME: &'static str;
    type Row: Hash + Send;

    /// Passes every row to `take`, by primary key. Holds few at a time.
    fn read(
        connection: &mut StoreConnection,
        take: &mut dyn FnMut(Self::Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// SQLite is fastest one row at a time with a cached statement, PostgreSQL with COPY.
    fn insert(connection: &mut StoreConnection, rows: Vec<Self::Row>) -> Result<(), StoreError>;

    /// Writes rows of different keys, in place of those of the same keys. In one statement for all on PostgreSQL; on
    /// SQLite one by one, where batches are no faster.
    fn replace(connection: &mut StoreConnection, rows: Vec<&Self::Row>) -> Result<(), StoreError>;

    fn count(connection: &mut StoreConnection) -> Result<i64, StoreError>;
}
