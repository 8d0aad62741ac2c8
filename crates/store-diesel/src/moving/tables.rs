//! The tables that belong to a store, and how the rows of any of them are read and written.

use super::MoveError;
use super::content::{Tally, tally, transfer};
use super::ended_jobs::EndedJobs;
use crate::connection::StoreConnection;
use crate::moving::Observer;
use crate::schema;
use crate::stored_table::StoredTable;
use catalog_domain::ports::StoreError;

/// Which of SQLite's two files holds a table's rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Catalog,
    Accounts,
}

/// What can be done with a table, without its type.
pub(super) struct TableMove {
    pub(super) name: &'static str,
    pub(super) part: Part,
    pub(super) count: fn(&mut StoreConnection) -> Result<i64, StoreError>,
    pub(super) tally: fn(&mut StoreConnection, &dyn Observer) -> Result<Tally, MoveError>,
    pub(super) transfer: fn(&mut StoreConnection, &mut StoreConnection, &dyn Observer) -> Result<Tally, MoveError>,
}

const fn of<T: StoredTable>(part: Part) -> TableMove {
    TableMove { name: T::NAME, part, count: T::count, tally: tally::<T>, transfer: transfer::<T> }
}

/// What is moved, in an order in which references hold. `store_state` is moved separately: on SQLite each file has one.
pub(super) const TABLES: [TableMove; 21] = [
    of::<schema::price_levels::table>(Part::Catalog),
    of::<schema::warehouses::table>(Part::Catalog),
    of::<schema::product_types::table>(Part::Catalog),
    of::<schema::sections::table>(Part::Catalog),
    of::<schema::products::table>(Part::Catalog),
    of::<schema::product_contents::table>(Part::Catalog),
    of::<schema::product_resources::table>(Part::Catalog),
    of::<schema::product_versions::table>(Part::Catalog),
    of::<schema::change_events::table>(Part::Catalog),
    of::<schema::change_memberships::table>(Part::Catalog),
    of::<schema::catalog_commits::table>(Part::Catalog),
    of::<schema::import_runs::table>(Part::Catalog),
    of::<schema::run_inverses::table>(Part::Catalog),
    of::<schema::accounts::table>(Part::Accounts),
    of::<schema::account_commits::table>(Part::Accounts),
    of::<schema::account_events::table>(Part::Accounts),
    of::<schema::account_keys::table>(Part::Accounts),
    of::<schema::sessions::table>(Part::Accounts),
    of::<schema::account_visits::table>(Part::Accounts),
    of::<schema::v1_usage::table>(Part::Accounts),
    of::<EndedJobs>(Part::Accounts),
];

/// What is not moved: attempts count for a minute, leases for seconds, and the bytes of jobs stay with the servers that
/// have them.
#[cfg(test)]
pub(super) const LEFT_BEHIND: [&str; 4] = ["attempt_windows", "leases", "import_parts", "import_pieces"];
