//! Transactions on either engine.

use crate::connection::StoreConnection;
use crate::database_url::DatabaseUrl;
use crate::dialect::{LONG_STATEMENT, POSTGRES_IDLE_TRANSACTION_SECONDS, on_postgres};
use crate::failure::store_error;
use crate::pooler::PostgresPooler;
use catalog_domain::ports::StoreError;
use diesel::connection::{AnsiTransactionManager, Connection, TransactionManager};
use std::time::Duration;

/// The timeout of a statement and of an idle transaction on PostgreSQL while a store is moved, in seconds.
const POSTGRES_MOVE_SECONDS: u32 = 3_600;
/// How often a transaction is tried that loses against others. Of several that want the same, one succeeds each time.
const ATTEMPTS: u32 = 10;
/// The pause before the second attempt. Later ones grow with the square of the attempts, so that a caller that always
/// lost comes after the others.
const PAUSE: Duration = Duration::from_millis(5);

type Transactions = <StoreConnection as Connection>::TransactionManager;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TransactionMode {
    /// Reads of one consistent state.
    Snapshot,
    /// Writes. On SQLite it takes the write lock at once, so that it never fails halfway for lack of it.
    Write,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct TransactionLimits {
    /// The longest wait for a lock.
    pub(crate) lock: Duration,
    /// The longest time of a statement.
    pub(crate) statement: Duration,
}

impl TransactionLimits {
    /// What a transaction on the store at `url` states; `None` where its session does.
    pub(crate) fn behind(
        pooler: PostgresPooler,
        url: &DatabaseUrl,
        lock: Duration,
        statement: Duration,
    ) -> Option<Self> {
        (pooler == PostgresPooler::Transaction && url.is_shared()).then_some(Self { lock, statement })
    }

    pub(crate) fn of_long_work(self) -> Self {
        Self { statement: LONG_STATEMENT, ..self }
    }
}

/// The statements that follow `BEGIN`: all of it is one round trip.
impl std::fmt::Display for TransactionLimits {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (lock, statement) = (self.lock.as_millis(), self.statement.as_millis().max(1));
        write!(
            formatter,
            "; SET LOCAL lock_timeout = {lock}; SET LOCAL statement_timeout = {statement}; \
             SET LOCAL idle_in_transaction_session_timeout = '{POSTGRES_IDLE_TRANSACTION_SECONDS}s'"
        )
    }
}

/// Begins a transaction. `limits` are those that it states itself, where its session does not.
pub(crate) fn begin(
    connection: &mut StoreConnection,
    mode: TransactionMode,
    limits: Option<TransactionLimits>,
) -> Result<(), StoreError> {
    match (connection, mode) {
        (StoreConnection::Postgres(inner), _) => {
            // Writes take the isolation that the database is set to.
            let begin = match mode {
                TransactionMode::Snapshot => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                TransactionMode::Write => "BEGIN READ WRITE",
            };
            let limits = limits.map_or_else(String::new, |limits| limits.to_string());
            AnsiTransactionManager::begin_transaction_sql(inner, &format!("{begin}{limits}"))
        }
        (StoreConnection::Sqlite(inner), TransactionMode::Snapshot) => {
            AnsiTransactionManager::begin_transaction_sql(inner, "BEGIN DEFERRED")
        }
        (StoreConnection::Sqlite(inner), TransactionMode::Write) => {
            AnsiTransactionManager::begin_transaction_sql(inner, "BEGIN IMMEDIATE")
        }
    }
    .map_err(store_error)
}

/// Raises the statement timeout of the current transaction to that of long work.
pub(crate) fn allow_long_statements(connection: &mut StoreConnection) -> Result<(), StoreError> {
    on_postgres(connection, &format!("SET LOCAL statement_timeout = '{}s'", LONG_STATEMENT.as_secs()))
}

/// Lets the statements of this transaction, and itself, take the hour of a move, in which one side may wait for the
/// other.
pub(crate) fn allow_a_long_move(connection: &mut StoreConnection) -> Result<(), StoreError> {
    on_postgres(
        connection,
        &format!(
            "SET LOCAL statement_timeout = '{POSTGRES_MOVE_SECONDS}s'; \
             SET LOCAL idle_in_transaction_session_timeout = '{POSTGRES_MOVE_SECONDS}s'"
        ),
    )
}

/// Runs `operation` in one transaction, which is rolled back when it fails. `limits` are those that it states itself.
pub(crate) fn in_transaction<T, E: From<StoreError>>(
    connection: &mut StoreConnection,
    mode: TransactionMode,
    limits: Option<TransactionLimits>,
    operation: impl FnOnce(&mut StoreConnection) -> Result<T, E>,
) -> Result<T, E> {
    begin(connection, mode, limits)?;
    let result = operation(connection).and_then(|value| {
        Transactions::commit_transaction(connection).map_err(store_error)?;
        Ok(value)
    });
    // The first error is the informative one; a connection left in a transaction is discarded.
    if result.is_err()
        && let Err(rollback) = Transactions::rollback_transaction(connection)
    {
        tracing::debug!(error = %rollback, "a failed transaction could not be rolled back");
    }
    result
}

/// As [`in_transaction`] for a write, which is repeated as a whole while others come first, a bounded number of times.
pub(crate) fn in_repeated_transaction<T>(
    connection: &mut StoreConnection,
    limits: Option<TransactionLimits>,
    mut operation: impl FnMut(&mut StoreConnection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    for attempt in 1..ATTEMPTS {
        match in_transaction(connection, TransactionMode::Write, limits, &mut operation) {
            Err(StoreError::Conflict(_)) => std::thread::sleep(PAUSE * attempt * attempt),
            result => return result,
        }
    }
    in_transaction(connection, TransactionMode::Write, limits, operation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::unexpected;
    use diesel::SqliteConnection;

    #[test]
    fn a_write_that_loses_is_repeated_a_bounded_number_of_times_and_any_other_failure_is_not() {
        let conflict = || StoreError::Conflict("another was quicker".into());
        for (losses, expected_runs, succeeds) in [(0, 1, true), (3, 4, true), (ATTEMPTS, ATTEMPTS, false)] {
            let mut connection = StoreConnection::Sqlite(SqliteConnection::establish(":memory:").unwrap());
            let mut runs = 0;
            let result = in_repeated_transaction(&mut connection, None, |_| {
                runs += 1;
                if runs > losses { Ok(()) } else { Err(conflict()) }
            });
            assert_eq!((runs, result.is_ok()), (expected_runs, succeeds), "{losses} losses");
        }
        let mut connection = StoreConnection::Sqlite(SqliteConnection::establish(":memory:").unwrap());
        let mut runs = 0;
        let result: Result<(), _> = in_repeated_transaction(&mut connection, None, |_| {
            runs += 1;
            Err(unexpected("no"))
        });
        assert!(matches!(result, Err(StoreError::Unexpected(_))));
        assert_eq!(runs, 1);
    }
}
