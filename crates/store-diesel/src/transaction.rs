//! Transactions on either engine.

use crate::connection::StoreConnection;
use crate::dialect::{self, TransactionLimits, TransactionMode};
use crate::failure::store_error;
use catalog_domain::ports::StoreError;
use diesel::connection::{Connection, TransactionManager};
use std::time::Duration;

/// How often a transaction is tried that loses against others. Of several that want the same, one succeeds each time.
const ATTEMPTS: u32 = 10;
/// The pause before the second attempt; each further one is as much longer.
const PAUSE: Duration = Duration::from_millis(5);

type Transactions = <StoreConnection as Connection>::TransactionManager;

/// Whether an error says that another transaction came first.
pub(crate) trait MayConflict {
    /// True when the whole transaction may be repeated.
    fn is_conflict(&self) -> bool;
}

impl MayConflict for StoreError {
    fn is_conflict(&self) -> bool {
        matches!(self, Self::Conflict(_))
    }
}

/// Runs `operation` in one transaction, which is rolled back when it fails. `limits` are those that it states itself.
pub(crate) fn in_transaction<T, E: From<StoreError>>(
    connection: &mut StoreConnection,
    mode: TransactionMode,
    limits: Option<TransactionLimits>,
    operation: impl FnOnce(&mut StoreConnection) -> Result<T, E>,
) -> Result<T, E> {
    dialect::begin(connection, mode, limits).map_err(store_error)?;
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
pub(crate) fn in_repeated_transaction<T, E: From<StoreError> + MayConflict>(
    connection: &mut StoreConnection,
    limits: Option<TransactionLimits>,
    mut operation: impl FnMut(&mut StoreConnection) -> Result<T, E>,
) -> Result<T, E> {
    for attempt in 1..ATTEMPTS {
        match in_transaction(connection, TransactionMode::Write, limits, &mut operation) {
            Err(error) if error.is_conflict() => std::thread::sleep(PAUSE * attempt),
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
