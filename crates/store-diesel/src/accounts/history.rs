//! Events of accounts, a bounded number of each account.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::account_event_row::{AccountEventRow, SIGNED_IN};
use crate::schema::account_events;
use crate::store::Store;
use catalog_domain::ports::{AccountEvent, AccountHistory, RECORDED_ACCOUNT_EVENTS, RECORDED_SIGN_INS, StoreError};
use catalog_domain::values::AccountId;

impl AccountHistory for Store {
    fn record_events(&self, events: &[AccountEvent]) -> Result<(), StoreError> {
        if events.is_empty() {
            return Ok(());
        }
        self.change_accounts(|connection| {
            let mut accounts: Vec<AccountId> = Vec::new();
            for event in events {
                let row = AccountEventRow::from(event);
                diesel::insert_into(account_events::table).values(&row).execute(connection)?;
                if !accounts.contains(&event.account) {
                    accounts.push(event.account);
                }
            }
            accounts.into_iter().try_for_each(|account| forget_oldest(connection, account))
        })
    }

    fn account_events(&self, account: AccountId) -> Result<Vec<AccountEvent>, StoreError> {
        let events = account_events::table.filter(account_events::account_id.eq(account.0));
        let latest = events.order(account_events::id.desc()).select(AccountEventRow::as_select());
        let rows: Vec<AccountEventRow> = self.read_accounts(|connection| latest.load(connection))?;
        rows.into_iter().map(AccountEvent::try_from).collect()
    }
}

/// Deletes what is beyond the bounds of the account: those of sign-ins and of all others.
fn forget_oldest(connection: &mut StoreConnection, account: AccountId) -> Result<(), StoreError> {
    for (is_sign_in, most) in [(true, RECORDED_SIGN_INS), (false, RECORDED_ACCOUNT_EVENTS)] {
        let events = account_events::table
            .filter(account_events::account_id.eq(account.0))
            .filter(account_events::kind.eq(SIGNED_IN).eq(is_sign_in));
        let beyond = events.order(account_events::id.desc()).offset(i64::from(most)).select(account_events::id);
        let newest_beyond: Option<i64> = beyond.first_optional(connection)?;
        if let Some(id) = newest_beyond {
            diesel::delete(events.filter(account_events::id.le(id))).execute(connection)?;
        }
    }
    Ok(())
}
