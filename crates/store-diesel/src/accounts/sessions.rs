//! Sessions, beside the accounts. They are no part of an account: none of these changes makes an account revision.

use crate::failure::store_error;
use crate::schema::sessions;
use crate::store::Store;
use catalog_domain::accounts::SessionHash;
use catalog_domain::ports::{SessionStore, StoreError, TokenGrant, VerifiedToken};
use catalog_domain::values::{AccountId, Timestamp};
use diesel::prelude::*;

#[derive(Insertable, Queryable)]
#[diesel(table_name = sessions)]
struct SessionRow {
    hash: String,
    account_id: i64,
    generation: i64,
    expires_at: i64,
}

impl SessionStore for Store {
    fn start_session(&self, session: &SessionHash, content: VerifiedToken, now: Timestamp) -> Result<(), StoreError> {
        let row = SessionRow {
            hash: session.as_str().to_owned(),
            account_id: content.grant.account.0,
            generation: content.grant.generation,
            expires_at: content.expires_at.unix_microseconds(),
        };
        self.change_accounts(|connection| {
            let expired = sessions::table.filter(sessions::expires_at.le(now.unix_microseconds()));
            diesel::delete(expired).execute(connection).map_err(store_error)?;
            diesel::insert_into(sessions::table).values(&row).execute(connection).map_err(store_error)?;
            Ok(())
        })
    }

    fn find_session(&self, session: &SessionHash, now: Timestamp) -> Result<Option<VerifiedToken>, StoreError> {
        self.read_accounts(|connection| {
            let row: Option<SessionRow> = sessions::table
                .find(session.as_str())
                .filter(sessions::expires_at.gt(now.unix_microseconds()))
                .first(connection)
                .optional()
                .map_err(store_error)?;
            Ok(row.map(|row| VerifiedToken {
                grant: TokenGrant { account: AccountId(row.account_id), generation: row.generation, key: None },
                expires_at: Timestamp::from_unix_microseconds(row.expires_at),
            }))
        })
    }

    fn end_session(&self, session: &SessionHash) -> Result<(), StoreError> {
        self.change_accounts(|connection| {
            diesel::delete(sessions::table.find(session.as_str())).execute(connection).map_err(store_error)?;
            Ok(())
        })
    }
}
