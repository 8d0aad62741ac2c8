//! Maps failures of Diesel or of a stored value to the domain's `StoreError`.

use crate::dialect;
use catalog_domain::ports::{Cause, StoreError};
use diesel::result::Error as DieselError;

pub(crate) fn store_error(error: DieselError) -> StoreError {
    match error {
        DieselError::DatabaseError(kind, ref information) if dialect::is_conflict(&kind, information.message()) => {
            StoreError::Conflict(error.into())
        }
        DieselError::DatabaseError(kind, ref information) if dialect::is_transient(&kind, information.message()) => {
            StoreError::Unavailable(error.into())
        }
        DieselError::DatabaseError(_, ref information) if is_of_a_pooler(information.message()) => unexpected(format!(
            "{}; a pooler before PostgreSQL gives each transaction another session: say so with --postgres-pooler \
             transaction (CATALOG_POSTGRES_POOLER)",
            information.message()
        )),
        DieselError::BrokenTransactionManager => StoreError::Unavailable(error.into()),
        DieselError::DeserializationError(_) => StoreError::Inconsistent(error.into()),
        _ => StoreError::Unexpected(error.into()),
    }
}

/// Whether a session lacks, or has, a statement that another one was to prepare.
fn is_of_a_pooler(message: &str) -> bool {
    message.contains("prepared statement \"")
        && (message.contains("already exists") || message.contains("does not exist"))
}

/// The error for a stored value that this program does not write; `location` locates it.
pub(crate) fn inconsistent(location: impl std::fmt::Display, cause: impl std::fmt::Display) -> StoreError {
    StoreError::Inconsistent(Cause::from(format!("{location}: {cause}")))
}

/// The error for a request that cannot be carried out.
pub(crate) fn unexpected(message: impl Into<String>) -> StoreError {
    StoreError::Unexpected(Cause::from(message.into()))
}

/// The error for a wait that was too long.
pub(crate) fn unavailable(message: impl Into<String>) -> StoreError {
    StoreError::Unavailable(Cause::from(message.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use diesel::result::DatabaseErrorKind;

    #[test]
    fn what_lost_against_another_change_is_a_conflict() {
        for (kind, text) in [
            (DatabaseErrorKind::SerializationFailure, "could not serialize access due to concurrent update"),
            (DatabaseErrorKind::Unknown, "deadlock detected"),
        ] {
            let error = store_error(DieselError::DatabaseError(kind, Box::new(text.to_owned())));
            assert!(matches!(error, StoreError::Conflict(_)), "{text}");
        }
    }

    #[test]
    fn the_setting_for_a_pooler_is_named_where_its_lack_shows() {
        for (text, is_named) in [
            ("prepared statement \"__diesel_stmt_1\" already exists", true),
            ("prepared statement \"__diesel_stmt_7\" does not exist", true),
            ("relation \"products\" does not exist", false),
        ] {
            let error = store_error(DieselError::DatabaseError(DatabaseErrorKind::Unknown, Box::new(text.to_owned())));
            let cause = std::error::Error::source(&error).unwrap().to_string();
            assert!(cause.contains(text), "{cause}");
            assert_eq!(cause.contains("--postgres-pooler"), is_named, "{cause}");
        }
    }

    #[test]
    fn only_transient_failures_are_unavailable() {
        let database = |kind, message: &str| DieselError::DatabaseError(kind, Box::new(message.to_owned()));
        for (error, unavailable) in [
            (database(DatabaseErrorKind::Unknown, "database is locked"), true),
            (database(DatabaseErrorKind::ClosedConnection, "gone"), true),
            (
                database(DatabaseErrorKind::ReadOnlyTransaction, "cannot execute UPDATE in a read-only transaction"),
                true,
            ),
            (database(DatabaseErrorKind::Unknown, "cannot set transaction read-write mode during recovery"), true),
            (database(DatabaseErrorKind::Unknown, "canceling statement due to statement timeout"), true),
            (database(DatabaseErrorKind::Unknown, "canceling statement due to lock timeout"), true),
            (database(DatabaseErrorKind::Unknown, "database or disk is full"), true),
            (database(DatabaseErrorKind::Unknown, "disk I/O error"), true),
            (database(DatabaseErrorKind::Unknown, "attempt to write a readonly database"), true),
            (
                database(DatabaseErrorKind::Unknown, "could not extend file \"base/5/16400\": No space left on device"),
                true,
            ),
            (
                database(DatabaseErrorKind::Unknown, "could not write to file \"base/pgsql_tmp/1\": File too large"),
                true,
            ),
            (DieselError::BrokenTransactionManager, true),
            (database(DatabaseErrorKind::Unknown, "no such table: products"), false),
            (database(DatabaseErrorKind::UniqueViolation, "taken"), false),
            (DieselError::NotFound, false),
        ] {
            let text = error.to_string();
            assert_eq!(matches!(store_error(error), StoreError::Unavailable(_)), unavailable, "{text}");
        }
    }
}
