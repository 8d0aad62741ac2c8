//! The domain's storage ports over Diesel: SQLite and PostgreSQL.
//!
//! [`Store`] is the one public type that does the work: it is opened from a [`DatabaseUrl`] and implements the ports of
//! [`catalog_domain::ports`]. The query code is one text for both engines; the differences are in `dialect`.
//!
//! Where to look: `schema` (tables), `rows` (rows and their conversion to domain values), `queries` (reads), `write`
//! (the import), `accounts` (on SQLite they have a file of their own), `moving` (copies and backups), `settings`,
//! `pool` and `migrate`.

mod accounts;
mod attempts;
mod connection;
mod database_url;
mod dialect;
mod failure;
mod jobs;
mod lease;
mod lock_file;
mod lock_holder;
mod migrate;
mod moving;
mod open_error;
mod pool;
mod pooler;
mod prelude;
mod private_files;
mod queries;
mod replica_router;
mod rows;
mod schema;
mod settings;
mod store;
mod store_file;
mod stored_table;
mod transaction;
mod write;

pub use attempts::{AttemptKind, SharedAttemptLimiter};
pub use database_url::{DatabaseUrl, DatabaseUrlError};
pub use jobs::SpoolFolder;
pub use lock_holder::LockHolder;
pub use moving::{BackupReport, CopyOptions, CopyReport, MoveError, RestoreReport, back_up, copy_store, restore};
pub use open_error::OpenError;
pub use pool::ConnectionUse;
pub use pooler::PostgresPooler;
pub use queries::diagnosis::StoreDiagnosis;
pub use queries::last_run::LastRun;
pub use replica_router::{ReplicaRouter, ReplicaUse};
pub use store::{Store, StoreOptions};
pub use store_file::LostStoreFile;
