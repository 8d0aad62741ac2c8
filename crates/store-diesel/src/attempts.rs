//! Attempts counted in the store, so that several servers share one limit.

use crate::connection::{StoreConnection, on_each_engine};
use crate::prelude::*;
use crate::rows::attempt_row::{decode_history, encode_history};
use crate::schema::attempt_windows;
use crate::store::Store;
use catalog_domain::accounts::{AttemptHistory, AttemptLimit, AttemptSource, AttemptVerdict};
use catalog_domain::ports::{AttemptLimiter, StoreError};
use catalog_domain::values::Timestamp;

/// The kind of attempt; each kind is counted separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptKind {
    /// A password check.
    Login,
    /// A wrong key.
    Key,
    /// A request for access.
    Registration,
    /// A request for a new password.
    PasswordRequest,
}

impl AttemptKind {
    fn name(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Key => "key",
            Self::Registration => "registration",
            Self::PasswordRequest => "password_request",
        }
    }
}

/// Counts the attempts of one kind against one limit, for all servers on the store together. Every server must have the
/// same limit.
#[derive(Debug, Clone)]
pub struct SharedAttemptLimiter {
    store: Store,
    kind: AttemptKind,
    limit: AttemptLimit,
}

impl SharedAttemptLimiter {
    /// Counts in `store`.
    pub fn new(store: Store, kind: AttemptKind, limit: AttemptLimit) -> Self {
        Self { store, kind, limit }
    }

    /// Decides on an attempt and returns whether it is the only one that counts. The row is locked from the first
    /// statement on, so that attempts of one source are serialised.
    fn count(
        &self,
        connection: &mut StoreConnection,
        source: &str,
        now: Timestamp,
    ) -> Result<(AttemptVerdict, bool), StoreError> {
        let mut history = self.lock(connection, source, now)?;
        let verdict = self.limit.attempt(&mut history, now);
        if verdict == AttemptVerdict::Allowed {
            let slices = history.slices();
            let opened_at = slices.first().map_or(now, |oldest| oldest.begins_at).unix_microseconds();
            let attempts: i64 = slices.iter().map(|slice| i64::from(slice.attempts)).sum();
            diesel::update(attempt_windows::table.find((self.kind.name(), source)))
                .set((
                    attempt_windows::opened_at.eq(opened_at),
                    attempt_windows::attempts.eq(attempts),
                    attempt_windows::slices.eq(encode_history(&history)?),
                ))
                .execute(connection)?;
        }
        let is_alone = matches!(history.slices(), [only] if only.attempts == 1);
        Ok((verdict, is_alone && verdict == AttemptVerdict::Allowed))
    }

    /// Locks the row of a source, making it if necessary, and reads it.
    fn lock(
        &self,
        connection: &mut StoreConnection,
        source: &str,
        now: Timestamp,
    ) -> Result<AttemptHistory, StoreError> {
        let first = (
            attempt_windows::kind.eq(self.kind.name()),
            attempt_windows::source.eq(source),
            attempt_windows::opened_at.eq(now.unix_microseconds()),
            attempt_windows::attempts.eq(0_i64),
        );
        let slices: Option<String> = on_each_engine!(connection, inner => {
            diesel::insert_into(attempt_windows::table)
                .values(first)
                .on_conflict((attempt_windows::kind, attempt_windows::source))
                .do_update()
                .set(attempt_windows::attempts.eq(attempt_windows::attempts))
                .returning(attempt_windows::slices)
                .get_result(inner)?
        });
        slices.as_deref().map_or(Ok(AttemptHistory::default()), decode_history)
    }

    /// Drops sources that are certainly expired: where even the first attempt is two windows old, because no attempt
    /// counts longer than one window after the first that counts beside it. Anything else is dropped next time.
    fn drop_past(&self, now: Timestamp) {
        let two_windows = i64::from(self.limit.window_seconds).saturating_mul(2);
        let end_of_past = now.plus_seconds(-two_windows).unix_microseconds();
        let is_past = attempt_windows::opened_at.le(end_of_past);
        let past = attempt_windows::table.filter(attempt_windows::kind.eq(self.kind.name()).and(is_past));
        let dropped = self.store.change_accounts(|connection| diesel::delete(past).execute(connection));
        if let Err(error) = dropped {
            tracing::debug!(%error, "old attempts could not be dropped");
        }
    }
}

impl AttemptLimiter for SharedAttemptLimiter {
    fn attempt(&self, source: AttemptSource, now: Timestamp) -> Result<AttemptVerdict, StoreError> {
        let source = source.to_string();
        let (verdict, is_alone) = self.store.change_accounts(|connection| self.count(connection, &source, now))?;
        if is_alone {
            // The first attempt after a pause removes expired rows, so the table stays as small as possible. Not in the
            // same transaction: two of them could each wait for a row that the other has locked.
            self.drop_past(now);
        }
        Ok(verdict)
    }

    fn known_refusal(&self, _: AttemptSource, _: Timestamp) -> Option<u32> {
        None
    }
}
