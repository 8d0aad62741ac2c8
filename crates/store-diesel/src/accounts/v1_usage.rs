//! The requests to v1, beside the accounts: on SQLite an import that is writing does not delay them.

use crate::connection::on_each_engine;
use crate::failure::unexpected;
use crate::prelude::*;
use crate::schema::{UsageRow, v1_usage};
use crate::store::Store;
use catalog_domain::ports::{StoreError, V1Caller, V1Usage, V1UsageStore};
use catalog_domain::values::{AccountId, Timestamp};

/// Stored in place of an account's id, which is never below 1.
const NOBODY: i64 = 0;
const OTHERS: i64 = -1;

impl V1UsageStore for Store {
    fn add_v1_usage(&self, usage: &[V1Usage]) -> Result<(), StoreError> {
        let mut rows = usage.iter().map(UsageRow::try_from).collect::<Result<Vec<_>, _>>()?;
        // Servers lock the rows in one order, so that none waits for another that waits for it.
        rows.sort_unstable_by(|one, other| (one.account_id, &one.route).cmp(&(other.account_id, &other.route)));
        self.change_accounts(|connection| {
            for row in &rows {
                on_each_engine!(connection, inner => {
                    diesel::insert_into(v1_usage::table)
                        .values(row)
                        .on_conflict((v1_usage::account_id, v1_usage::route))
                        .do_update()
                        .set(v1_usage::requests.eq(v1_usage::requests + row.requests))
                        .execute(inner)?
                });
                let stored = v1_usage::table.find((row.account_id, &row.route));
                diesel::update(stored.filter(v1_usage::last_used_at.lt(row.last_used_at)))
                    .set(v1_usage::last_used_at.eq(row.last_used_at))
                    .execute(connection)?;
            }
            Ok(())
        })
    }

    fn v1_usage(&self) -> Result<Vec<V1Usage>, StoreError> {
        let rows: Vec<UsageRow> = self.read_accounts(|connection| v1_usage::table.load(connection))?;
        rows.into_iter().map(V1Usage::try_from).collect()
    }
}

impl TryFrom<&V1Usage> for UsageRow {
    type Error = StoreError;

    fn try_from(usage: &V1Usage) -> Result<Self, StoreError> {
        Ok(Self {
            account_id: match usage.caller {
                V1Caller::Account(id) => id.0,
                V1Caller::Nobody => NOBODY,
                V1Caller::Others => OTHERS,
            },
            route: usage.route.to_string(),
            requests: i64::try_from(usage.requests).map_err(|error| unexpected(error.to_string()))?,
            last_used_at: usage.last_used_at.unix_microseconds(),
        })
    }
}

impl TryFrom<UsageRow> for V1Usage {
    type Error = StoreError;

    fn try_from(row: UsageRow) -> Result<Self, StoreError> {
        Ok(Self {
            caller: match row.account_id {
                NOBODY => V1Caller::Nobody,
                OTHERS => V1Caller::Others,
                id => V1Caller::Account(AccountId(id)),
            },
            route: row.route.into(),
            requests: u64::try_from(row.requests).map_err(|error| unexpected(error.to_string()))?,
            last_used_at: Timestamp::from_unix_microseconds(row.last_used_at),
        })
    }
}
