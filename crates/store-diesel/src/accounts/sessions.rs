//! Sessions and visits, beside the accounts. They are no part of an account: none of these changes makes an account
//! revision.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::documents::{decode_sections, encode_sections};
use crate::schema::{SessionRow, account_visits, sessions};
use crate::store::Store;
use catalog_domain::accounts::{AccountStatus, SessionHash};
use catalog_domain::ports::{MOST_VISITED_SECTIONS, SessionStore, StoreError, TokenGrant, VerifiedToken, Visits};
use catalog_domain::values::{AccountId, SectionId, Timestamp};
use diesel::sql_types::{BigInt, Text};

/// Nothing of an account that was erased meanwhile.
const NOTE_VISIT: &str = "
    INSERT INTO account_visits (account_id, last_at, sections)
    SELECT id, $1, $2 FROM accounts WHERE id = $3 AND status = $4
    ON CONFLICT (account_id) DO UPDATE SET last_at = excluded.last_at, sections = excluded.sections";

impl SessionStore for Store {
    fn start_session(&self, session: &SessionHash, content: VerifiedToken, now: Timestamp) -> Result<(), StoreError> {
        self.change_accounts(|connection| {
            let row = SessionRow {
                hash: session.as_str().to_owned(),
                account_id: content.grant.account.0,
                generation: content.grant.generation,
                expires_at: content.expires_at.unix_microseconds(),
                visited_before: find_visit(connection, content.grant.account)?.map(|(last_at, _)| last_at),
            };
            let expired = sessions::table.filter(sessions::expires_at.le(now.unix_microseconds()));
            diesel::delete(expired).execute(connection)?;
            diesel::insert_into(sessions::table).values(&row).execute(connection)?;
            Ok(())
        })
    }

    fn find_session(&self, session: &SessionHash, now: Timestamp) -> Result<Option<VerifiedToken>, StoreError> {
        self.read_accounts(|connection| {
            let row: Option<SessionRow> = sessions::table
                .find(session.as_str())
                .filter(sessions::expires_at.gt(now.unix_microseconds()))
                .first_optional(connection)?;
            Ok(row.map(|row| VerifiedToken {
                grant: TokenGrant { account: AccountId(row.account_id), generation: row.generation, key: None },
                expires_at: Timestamp::from_unix_microseconds(row.expires_at),
            }))
        })
    }

    fn find_visits(&self, session: &SessionHash) -> Result<Visits, StoreError> {
        self.read_accounts(|connection| {
            let row: Option<SessionRow> = sessions::table.find(session.as_str()).first_optional(connection)?;
            let Some(row) = row else { return Ok(Visits::default()) };
            let visit = find_visit(connection, AccountId(row.account_id))?;
            let sections = visit.map_or_else(|| Ok(Vec::new()), |(_, text)| read_sections(&text))?;
            Ok(Visits { before: row.visited_before.map(Timestamp::from_unix_microseconds), sections })
        })
    }

    fn note_visits(&self, visits: &[(AccountId, Option<SectionId>)], at: Timestamp) -> Result<(), StoreError> {
        self.change_accounts(|connection| {
            visits.iter().try_for_each(|(account, section)| note_visit(connection, *account, *section, at))
        })
    }

    fn end_session(&self, session: &SessionHash) -> Result<(), StoreError> {
        self.change_accounts(|connection| {
            diesel::delete(sessions::table.find(session.as_str())).execute(connection)?;
            Ok(())
        })
    }
}

/// When the account was last there, and the text of its sections.
fn find_visit(connection: &mut StoreConnection, account: AccountId) -> Result<Option<(i64, String)>, StoreError> {
    let columns = (account_visits::last_at, account_visits::sections);
    account_visits::table.find(account.0).select(columns).first_optional(connection)
}

fn read_sections(text: &str) -> Result<Vec<SectionId>, StoreError> {
    decode_sections(text, "account_visits.sections")
}

fn note_visit(
    connection: &mut StoreConnection,
    account: AccountId,
    section: Option<SectionId>,
    at: Timestamp,
) -> Result<(), StoreError> {
    let (last_at, text) = find_visit(connection, account)?.unwrap_or((i64::MIN, "[]".to_owned()));
    let mut sections = read_sections(&text)?;
    if let Some(section) = section {
        sections.retain(|known| *known != section);
        sections.insert(0, section);
        sections.truncate(MOST_VISITED_SECTIONS);
    }
    diesel::sql_query(NOTE_VISIT)
        .bind::<BigInt, _>(last_at.max(at.unix_microseconds()))
        .bind::<Text, _>(encode_sections(&sections)?)
        .bind::<BigInt, _>(account.0)
        .bind::<Text, _>(AccountStatus::Active.name())
        .execute(connection)
        .map(drop)
}
