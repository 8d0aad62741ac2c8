//! Lists of accounts, by page or by id range.

use crate::failure::unexpected;
use crate::prelude::*;
use crate::schema::{AccountRow, accounts};
use crate::store::Store;
use catalog_domain::accounts::Account;
use catalog_domain::ports::{AccountFilter, AccountList, AccountPage, StoreError};
use catalog_domain::values::AccountId;

/// Restricts the boxed `$query` to the accounts that match `$filter`.
macro_rules! filtered {
    ($query:expr, $filter:expr) => {{
        let mut query = $query;
        if let Some(status) = $filter.status {
            query = query.filter(accounts::status.eq(status.name()));
        }
        match $filter.password_requested {
            Some(true) => query = query.filter(accounts::password_requested_at.is_not_null()),
            Some(false) => query = query.filter(accounts::password_requested_at.is_null()),
            None => {}
        }
        query
    }};
}

impl AccountList for Store {
    fn list_page(&self, filter: AccountFilter, offset: u64, limit: u32) -> Result<AccountPage, StoreError> {
        self.snapshot_accounts(|connection| {
            let count = filtered!(accounts::table.count().into_boxed(), filter);
            let total: i64 = count.get_result(connection)?;
            let total = u64::try_from(total).map_err(|error| unexpected(error.to_string()))?;
            // An offset beyond the end needs no search.
            if offset >= total {
                return Ok(AccountPage { accounts: Vec::new(), total });
            }
            let page = filtered!(accounts::table.select(AccountRow::as_select()).into_boxed(), filter);
            let page = page
                .order(accounts::id)
                .offset(i64::try_from(offset).map_err(|error| unexpected(error.to_string()))?)
                .limit(i64::from(limit));
            let rows: Vec<AccountRow> = page.load(connection)?;
            let accounts = rows.into_iter().map(Account::try_from).collect::<Result<_, _>>()?;
            Ok(AccountPage { accounts, total })
        })
    }

    fn list_after(
        &self,
        filter: AccountFilter,
        after: Option<AccountId>,
        limit: u32,
    ) -> Result<Vec<Account>, StoreError> {
        let rows: Vec<AccountRow> = self.read_accounts(|connection| {
            let mut list = filtered!(accounts::table.select(AccountRow::as_select()).into_boxed(), filter);
            if let Some(after) = after {
                list = list.filter(accounts::id.gt(after.0));
            }
            list.order(accounts::id).limit(i64::from(limit)).load(connection)
        })?;
        rows.into_iter().map(Account::try_from).collect()
    }
}
