//! Attempts counted in the store, so that several servers share one limit.

use crate::connection::{StoreConnection, on_each_engine};
use crate::failure::{inconsistent, store_error};
use crate::schema::attempt_windows;
use crate::store::Store;
use catalog_domain::attempts::{AttemptLimit, AttemptSource, AttemptVerdict, AttemptWindow};
use catalog_domain::ports::{AttemptLimiter, StoreError};
use catalog_domain::timestamp::Timestamp;
use diesel::dsl::case_when;
use diesel::prelude::*;

/// What is attempted; each kind is counted for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptKind {
    /// A check of a password.
    Login,
    /// A request for access.
    Registration,
}

impl AttemptKind {
    fn name(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Registration => "registration",
        }
    }
}

/// Counts the attempts of one kind against one limit, for all servers on the store together. Every server has to be given
/// the same limit.
#[derive(Debug, Clone)]
pub struct SharedAttemptLimiter {
    store: Store,
    kind: AttemptKind,
    limit: AttemptLimit,
}

impl SharedAttemptLimiter {
    /// Counts in `store`.
    #[must_use]
    pub fn new(store: Store, kind: AttemptKind, limit: AttemptLimit) -> Self {
        Self { store, kind, limit }
    }

    /// Counts an attempt and returns the window it is in. One statement, so that the engine lets attempts of one source
    /// through one after the other. The statement says what [`AttemptLimit::count`] says.
    fn count(
        &self,
        connection: &mut StoreConnection,
        source: &str,
        now: Timestamp,
    ) -> Result<AttemptWindow, StoreError> {
        let (attempts, opened_at) = (attempt_windows::attempts, attempt_windows::opened_at);
        let now = now.unix_microseconds();
        let first = || {
            let key = (attempt_windows::kind.eq(self.kind.name()), attempt_windows::source.eq(source));
            (key, opened_at.eq(now), attempts.eq(1_i64))
        };
        let is_open = || opened_at.le(now).and(opened_at.gt(self.end_of_past(now)));
        let is_within = || is_open().and(attempts.le(i64::from(self.limit.attempts)));
        let changes = || {
            let counted = case_when(is_within(), attempts + 1).when(is_open(), attempts).otherwise(1_i64);
            (attempts.eq(counted), opened_at.eq(case_when(is_open(), opened_at).otherwise(now)))
        };
        let (opened_at, attempts): (i64, i64) = on_each_engine!(connection, inner => {
            diesel::insert_into(attempt_windows::table)
                .values(first())
                .on_conflict((attempt_windows::kind, attempt_windows::source))
                .do_update()
                .set(changes())
                .returning((opened_at, attempts))
                .get_result(inner)
                .map_err(store_error)?
        });
        let attempts = u32::try_from(attempts).map_err(|error| inconsistent("attempt_windows.attempts", error))?;
        Ok(AttemptWindow { opened_at: Timestamp::from_unix_microseconds(opened_at), attempts })
    }

    /// Windows that opened then or earlier are over.
    fn end_of_past(&self, now: i64) -> i64 {
        now.saturating_sub(i64::from(self.limit.window_seconds).saturating_mul(1_000_000))
    }

    /// Drops windows that are over. What cannot be dropped now is dropped next time.
    fn drop_past(&self, connection: &mut StoreConnection, now: Timestamp) {
        let is_past = attempt_windows::opened_at.le(self.end_of_past(now.unix_microseconds()));
        let past = attempt_windows::table.filter(attempt_windows::kind.eq(self.kind.name()).and(is_past));
        if let Err(error) = diesel::delete(past).execute(connection) {
            tracing::debug!(%error, "old attempts could not be dropped");
        }
    }
}

impl AttemptLimiter for SharedAttemptLimiter {
    fn attempt(&self, source: AttemptSource, now: Timestamp) -> Result<AttemptVerdict, StoreError> {
        self.store.read_accounts(|connection| {
            let window = self.count(connection, &source.to_string(), now)?;
            if window.attempts == 1 {
                // Every window that opens takes those that are over with it, so the table stays as small as it can be.
                self.drop_past(connection, now);
            }
            Ok(self.limit.verdict(window, now))
        })
    }
}
