//! Keys of accounts. A key that is added or deleted is a change of its account, a use is not.

use super::find;
use super::revision::grow_account_revision;
use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::schema::{ApiKeyRow, account_keys, accounts};
use crate::store::Store;
use catalog_domain::accounts::{
    Account, AccountStatus, ApiKey, ApiKeyId, EndingApiKey, KEY_ENDS_SOON_DAYS, MOST_ENDED_KEYS, MOST_KEYS,
};
use catalog_domain::ports::{ApiKeyAdded, ApiKeyStore, StoreError};
use catalog_domain::values::{AccountId, Language, Timestamp};

impl ApiKeyStore for Store {
    fn add_key(&self, key: &ApiKey) -> Result<ApiKeyAdded, StoreError> {
        self.change_accounts(|connection| {
            // The revision is taken first: it also serialises callers who add keys to one account.
            let revision = grow_account_revision(connection)?;
            if !find(connection, key.account)?.is_some_and(|account: Account| account.is_active()) {
                return Ok(ApiKeyAdded::NotActive);
            }
            let now = key.created_at.unix_microseconds();
            let of_account = account_keys::table.filter(account_keys::account_id.eq(key.account.0));
            let lives = account_keys::expires_at.is_null().or(account_keys::expires_at.gt(now));
            let live: i64 = of_account.filter(lives).count().get_result(connection)?;
            if usize::try_from(live).is_ok_and(|live| live >= MOST_KEYS) {
                return Ok(ApiKeyAdded::TooMany);
            }
            forget_oldest_ended(connection, key.account, now)?;
            let row = ApiKeyRow::from(key);
            diesel::insert_into(account_keys::table).values(&row).execute(connection)?;
            mark_changed(connection, key.account, revision)?;
            Ok(ApiKeyAdded::Added)
        })
    }

    fn keys_of(&self, account: AccountId) -> Result<Vec<ApiKey>, StoreError> {
        self.read_accounts(|connection| {
            let query = account_keys::table
                .filter(account_keys::account_id.eq(account.0))
                .order((account_keys::created_at.desc(), account_keys::id));
            query.select(ApiKeyRow::as_select()).load(connection)?.into_iter().map(ApiKey::try_from).collect()
        })
    }

    fn all_keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        self.read_accounts(|connection| {
            let order = (account_keys::account_id, account_keys::created_at.desc(), account_keys::id);
            let rows = account_keys::table.order(order).select(ApiKeyRow::as_select()).load(connection)?;
            rows.into_iter().map(ApiKey::try_from).collect()
        })
    }

    fn delete_key(&self, account: AccountId, key: ApiKeyId) -> Result<Option<ApiKey>, StoreError> {
        self.change_accounts(|connection| {
            let revision = grow_account_revision(connection)?;
            let of_account = account_keys::table.find(key.as_str()).filter(account_keys::account_id.eq(account.0));
            let row = of_account.select(ApiKeyRow::as_select()).first_optional(connection)?;
            let Some(row) = row else { return Ok(None) };
            diesel::delete(of_account).execute(connection)?;
            mark_changed(connection, account, revision)?;
            ApiKey::try_from(row).map(Some)
        })
    }

    fn note_key_uses(&self, keys: &[ApiKeyId], at: Timestamp) -> Result<(), StoreError> {
        let at = at.unix_microseconds();
        self.change_accounts(|connection| {
            let is_older = account_keys::last_used_at.is_null().or(account_keys::last_used_at.lt(at));
            let used = account_keys::id.eq_any(keys.iter().map(ApiKeyId::as_str));
            diesel::update(account_keys::table.filter(used.and(is_older)))
                .set(account_keys::last_used_at.eq(at))
                .execute(connection)?;
            Ok(())
        })
    }

    fn take_ending_keys(&self, now: Timestamp, most: usize) -> Result<Vec<EndingApiKey>, StoreError> {
        let lead = now.plus_days(KEY_ENDS_SOON_DAYS).unix_microseconds() - now.unix_microseconds();
        let now = now.unix_microseconds();
        self.change_accounts(|connection| {
            let ends_soon = account_keys::expires_at.gt(now).and(account_keys::expires_at.le(now + lead));
            let lasted = account_keys::expires_at.gt((account_keys::created_at + lead).nullable());
            let found: Vec<(String, String, Option<String>, Option<i64>)> = account_keys::table
                .inner_join(accounts::table.on(accounts::id.eq(account_keys::account_id)))
                .filter(ends_soon.and(lasted).and(account_keys::end_told_at.is_null()))
                .filter(accounts::status.eq(AccountStatus::Active.name()))
                .order((account_keys::expires_at, account_keys::id))
                .limit(i64::try_from(most).unwrap_or(i64::MAX))
                .select((account_keys::id, accounts::email, accounts::language, account_keys::expires_at))
                .load(connection)?;
            let mut taken = Vec::new();
            for (id, email, language, expires_at) in found {
                let unnotified = account_keys::table.find(&id).filter(account_keys::end_told_at.is_null());
                let notified = diesel::update(unnotified).set(account_keys::end_told_at.eq(now));
                // Another server may have taken it just now.
                let is_ours = notified.execute(connection)? == 1;
                if let (true, Some(id), Some(expires_at)) = (is_ours, ApiKeyId::parse(&id), expires_at) {
                    let expires_at = Timestamp::from_unix_microseconds(expires_at);
                    let language = language.as_deref().and_then(Language::from_tag);
                    taken.push(EndingApiKey { id, email: email.into(), language, expires_at });
                }
            }
            Ok(taken)
        })
    }
}

/// Lets servers read the account, and with it its keys, again.
fn mark_changed(connection: &mut StoreConnection, account: AccountId, revision: i64) -> Result<(), StoreError> {
    let account = diesel::update(accounts::table.find(account.0));
    account.set(accounts::revision.eq(revision)).execute(connection)?;
    Ok(())
}

fn forget_oldest_ended(connection: &mut StoreConnection, account: AccountId, now: i64) -> Result<(), StoreError> {
    let ended =
        account_keys::table.filter(account_keys::account_id.eq(account.0)).filter(account_keys::expires_at.le(now));
    let latest = ended.order((account_keys::expires_at.desc(), account_keys::id)).select(account_keys::id);
    let ids: Vec<String> = latest.load(connection)?;
    for id in ids.iter().skip(MOST_ENDED_KEYS) {
        diesel::delete(account_keys::table.find(id)).execute(connection)?;
    }
    Ok(())
}
