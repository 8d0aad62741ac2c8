//! Transactions on either engine.

use crate::connection::StoreConnection;
use crate::dialect::{self, TransactionMode};
use crate::failure::store_error;
use catalog_domain::ports::StoreError;
use diesel::connection::{Connection, TransactionManager};

type Transactions = <StoreConnection as Connection>::TransactionManager;

/// Runs `operation` in one transaction, which is rolled back when it fails.
pub(crate) fn in_transaction<T, E: From<StoreError>>(
    connection: &mut StoreConnection,
    mode: TransactionMode,
    operation: impl FnOnce(&mut StoreConnection) -> Result<T, E>,
) -> Result<T, E> {
    dialect::begin(connection, mode).map_err(store_error)?;
    match operation(connection) {
        Ok(value) => {
            Transactions::commit_transaction(connection).map_err(store_error)?;
            Ok(value)
        }
        Err(error) => {
            // The first error is the informative one; a connection left in a transaction is discarded.
            if let Err(rollback) = Transactions::rollback_transaction(connection) {
                tracing::debug!(error = %rollback, "a failed transaction could not be rolled back");
            }
            Err(error)
        }
    }
}
