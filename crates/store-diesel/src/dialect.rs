//! What differs between the two engines: how to connect, to lock, and how they fail. How to begin is in `transaction`.

use crate::connection::StoreConnection;
use crate::database_url::{DatabaseUrl, Target};
use crate::failure::store_error;
use crate::pooler::PostgresPooler;
use crate::private_files;
use catalog_domain::ports::StoreError;
use diesel::connection::{CacheSize, SimpleConnection};
use diesel::prelude::*;
use diesel::result::DatabaseErrorKind;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel::{PgConnection, SqliteConnection};
use std::path::Path;
use std::time::{Duration, Instant};

/// The page cache of one SQLite connection, in KiB: the inner pages of all indexes, so that a product is found with few
/// reads. Other pages are in the page cache of the system, once for all connections.
const SQLITE_CACHE_KIBIBYTES: u32 = 1024;
/// The page cache of the connection of an import, in KiB. All indexes of a large catalog fit: their pages are written
/// in random order, and one that does not fit is written out and read back repeatedly.
const SQLITE_IMPORT_CACHE_KIBIBYTES: u32 = 128 * 1024;
/// How much of a SQLite file an import reads through the page cache of the system, in bytes. It reads the products of
/// the store sequentially, and mapped pages count as its memory.
const SQLITE_IMPORT_MAPPED_BYTES: u64 = 128 << 20;
/// The size to which SQLite's write-ahead log is truncated after it has been copied into the file, in bytes. A large
/// import makes it as large as its writes.
const SQLITE_WAL_LIMIT_BYTES: u64 = 64 << 20;
/// How much of a SQLite file is mapped while it is read sequentially, in bytes: all that SQLite maps at most. At other
/// times nothing is: mapped pages count as memory of this process, once for each connection.
const SQLITE_MAPPED_BYTES: u64 = 1 << 40;
/// The pause between attempts to take a lock where SQLite does not wait itself.
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(5);
/// The statement timeout of long work on PostgreSQL: loading a large catalog is one statement, and so is a step of a
/// large import.
pub(crate) const LONG_STATEMENT: Duration = Duration::from_secs(300);
/// The timeout of an idle transaction on PostgreSQL, in seconds. Transactions here are never idle for longer than it
/// takes to convert some rows.
pub(crate) const POSTGRES_IDLE_TRANSACTION_SECONDS: u32 = 60;
/// The page cache of the connection that fills a new SQLite file, in KiB: the indexes of a large catalog.
const SQLITE_NEW_FILE_CACHE_KIBIBYTES: u32 = 64 * 1024;
const POSTGRES_MIGRATION_LOCK: i64 = 0x0043_6174_4d69_6731;
const POSTGRES_JOB_LOCK: i64 = 0x0043_6174_4a6f_6273;
/// How long a migration waits for the lock of a table, in seconds: reads of the table wait behind it.
const POSTGRES_MIGRATION_LOCK_SECONDS: u32 = 1;

/// Failures that are temporary, or end as soon as space is freed. Neither engine has an error kind for these; the texts
/// are SQLite's and PostgreSQL's.
const TRANSIENT_FAILURES: [&str; 14] = [
    "database is locked",
    "database table is locked",
    "due to lock timeout",
    "due to statement timeout",
    // The server that cannot be written to, see below, has no kind of its own for the beginning of a transaction.
    "during recovery",
    // A full disk, a quota, or a file size limit.
    "database or disk is full",
    "disk I/O error",
    "No space left on device",
    "Disk quota exceeded",
    "could not extend file",
    "could not write",
    "out of memory",
    // A file that is being moved, or whose folder is temporarily unavailable.
    "unable to open database file",
    "attempt to write a readonly database",
];

/// Opens one connection and prepares it for long work. `lock_wait` bounds every wait for a lock.
pub(crate) fn connect(
    url: &DatabaseUrl,
    lock_wait: Duration,
    pooler: PostgresPooler,
) -> ConnectionResult<StoreConnection> {
    let prepared = |result: QueryResult<()>| result.map_err(diesel::ConnectionError::CouldntSetupConfiguration);
    let lock_milliseconds = lock_wait.as_millis();
    match url.target() {
        Target::Sqlite(path) => {
            let mut connection = SqliteConnection::establish(&existing_sqlite_name(path)?)?;
            prepared(connection.batch_execute(&format!("PRAGMA busy_timeout = {lock_milliseconds}")))?;
            // Switching the journal mode of a new file reads it and then wants to write: there SQLite never waits for
            // its lock, whatever the timeout, since two waiting connections would deadlock.
            prepared(once_unlocked(lock_wait, || connection.batch_execute("PRAGMA journal_mode = WAL")))?;
            private_files::tighten_files_beside(path);
            prepared(connection.batch_execute(&format!(
                "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; \
                 PRAGMA secure_delete = ON; \
                 PRAGMA cache_size = -{SQLITE_CACHE_KIBIBYTES}; PRAGMA journal_size_limit = {SQLITE_WAL_LIMIT_BYTES}; \
                 PRAGMA mmap_size = 0;"
            )))?;
            Ok(StoreConnection::Sqlite(connection))
        }
        Target::Postgres(server) => {
            let mut connection = PgConnection::establish(&server.with_bounded_waits())?;
            if pooler == PostgresPooler::Transaction {
                connection.set_prepared_statement_cache_size(CacheSize::Disabled);
                return Ok(StoreConnection::Postgres(connection));
            }
            let long_statement = LONG_STATEMENT.as_secs();
            prepared(connection.batch_execute(&format!(
                "SET lock_timeout = {lock_milliseconds}; SET statement_timeout = '{long_statement}s'; \
                 SET idle_in_transaction_session_timeout = '{POSTGRES_IDLE_TRANSACTION_SECONDS}s';"
            )))?;
            Ok(StoreConnection::Postgres(connection))
        }
    }
}

/// The result of `attempt`, retried while it fails for lack of a lock, for at most `wait`.
fn once_unlocked(wait: Duration, mut attempt: impl FnMut() -> QueryResult<()>) -> QueryResult<()> {
    let deadline = Instant::now() + wait;
    loop {
        match attempt() {
            Err(diesel::result::Error::DatabaseError(kind, information))
                if is_transient(&kind, information.message()) && Instant::now() < deadline =>
            {
                std::thread::sleep(LOCK_RETRY_INTERVAL);
            }
            result => return result,
        }
    }
}

/// Runs `statements` where the engine is PostgreSQL.
pub(crate) fn on_postgres(connection: &mut StoreConnection, statements: &str) -> Result<(), StoreError> {
    let StoreConnection::Postgres(inner) = connection else { return Ok(()) };
    inner.batch_execute(statements).map_err(store_error)
}

/// Runs `statements` where the engine is SQLite.
fn on_sqlite(connection: &mut StoreConnection, statements: &str) -> Result<(), StoreError> {
    let StoreConnection::Sqlite(inner) = connection else { return Ok(()) };
    inner.batch_execute(statements).map_err(store_error)
}

pub(crate) fn prepare_for_import(connection: &mut StoreConnection) -> Result<(), StoreError> {
    on_sqlite(
        connection,
        &format!(
            "PRAGMA cache_size = -{SQLITE_IMPORT_CACHE_KIBIBYTES}; PRAGMA mmap_size = {SQLITE_IMPORT_MAPPED_BYTES};"
        ),
    )
}

/// Sets the statement timeout of the connection. SQLite's statements are not bounded: they wait for nothing but the
/// lock.
pub(crate) fn limit_statements(connection: &mut StoreConnection, limit: Duration) -> QueryResult<()> {
    match connection {
        StoreConnection::Postgres(inner) => {
            inner.batch_execute(&format!("SET statement_timeout = {}", limit.as_millis().max(1)))
        }
        StoreConnection::Sqlite(_) => Ok(()),
    }
}

pub(crate) fn refuse_writes(connection: &mut StoreConnection) -> QueryResult<()> {
    match connection {
        StoreConnection::Postgres(inner) => inner.batch_execute("SET default_transaction_read_only = on"),
        StoreConnection::Sqlite(inner) => inner.batch_execute("PRAGMA query_only = ON"),
    }
}

/// Opens a connection to a SQLite file as it is, without changing any persistent setting.
pub(crate) fn connect_unprepared(path: &Path, lock_wait: Duration) -> ConnectionResult<StoreConnection> {
    let mut connection = SqliteConnection::establish(&existing_sqlite_name(path)?)?;
    let set = connection.batch_execute(&format!("PRAGMA busy_timeout = {}", lock_wait.as_millis()));
    set.map_err(diesel::ConnectionError::CouldntSetupConfiguration)?;
    Ok(StoreConnection::Sqlite(connection))
}

/// Opens a connection to a SQLite file that may belong to another program, for reading only. Beside a file without a
/// write-ahead log none is made.
pub(crate) fn connect_for_inspection(path: &Path, lock_wait: Duration) -> ConnectionResult<StoreConnection> {
    let has_log = Path::new(&format!("{}-wal", sqlite_name(path)?)).exists();
    let mut connection =
        SqliteConnection::establish(&sqlite_uri(path, if has_log { "mode=ro" } else { "immutable=1" })?)?;
    let set = connection.batch_execute(&format!("PRAGMA busy_timeout = {}", lock_wait.as_millis()));
    set.map_err(diesel::ConnectionError::CouldntSetupConfiguration)?;
    Ok(StoreConnection::Sqlite(connection))
}

/// Prepares a new SQLite file to be filled: without a journal, and without waiting for the disk.
pub(crate) fn prepare_new_file(connection: &mut StoreConnection) -> Result<(), StoreError> {
    on_sqlite(
        connection,
        &format!(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; \
             PRAGMA cache_size = -{SQLITE_NEW_FILE_CACHE_KIBIBYTES}"
        ),
    )
}

#[derive(QueryableByName)]
struct LogEmptied {
    #[diesel(sql_type = diesel::sql_types::Integer)]
    busy: i32,
}

/// Leaves nothing of deleted rows in a SQLite file and its log. `secure_delete` blanks what is deleted, but not the
/// copies that a page keeps of rows that moved to another one: for these the file is `rewritten`, which is for small
/// ones. Returns whether it could: not while another connection reads an earlier state. PostgreSQL does this by its own
/// VACUUM.
pub(crate) fn forget_deleted(connection: &mut StoreConnection, rewritten: bool) -> Result<bool, StoreError> {
    if rewritten {
        on_sqlite(connection, "VACUUM")?;
    }
    let StoreConnection::Sqlite(inner) = connection else { return Ok(true) };
    let emptied: LogEmptied =
        diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result(inner).map_err(store_error)?;
    Ok(emptied.busy == 0)
}

/// Makes this connection the only one to a SQLite file; fails when there is another one. Its log is emptied before.
/// Waits for that at most for `wait`.
pub(crate) fn seize_file(connection: &mut StoreConnection, wait: Duration) -> QueryResult<()> {
    let statements = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE";
    once_unlocked(wait, || connection.batch_execute(statements))
}

/// The highest id that an account ever had; 0 for none.
pub(crate) fn last_account_id(connection: &mut StoreConnection) -> Result<i64, StoreError> {
    let last = match connection {
        StoreConnection::Postgres(_) => {
            "coalesce(pg_sequence_last_value(pg_get_serial_sequence('accounts', 'id')::regclass), 0)"
        }
        StoreConnection::Sqlite(_) => "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'accounts'), 0)",
    };
    diesel::select(diesel::dsl::sql::<BigInt>(last)).get_result(connection).map_err(store_error)
}

/// Lets ids of new accounts begin after `last`.
pub(crate) fn reserve_account_ids(connection: &mut StoreConnection, last: i64) -> Result<(), StoreError> {
    let statement = match connection {
        StoreConnection::Postgres(_) => {
            format!("SELECT setval(pg_get_serial_sequence('accounts', 'id'), greatest({last}, 1), {last} > 0)")
        }
        StoreConnection::Sqlite(_) => format!(
            "DELETE FROM sqlite_sequence WHERE name = 'accounts'; INSERT INTO sqlite_sequence VALUES ('accounts', {last})"
        ),
    };
    connection.batch_execute(&statement).map_err(store_error)
}

/// Lets ids of new rows begin after the last one, where they come from sequences.
pub(crate) fn reserve_row_ids(connection: &mut StoreConnection) -> Result<(), StoreError> {
    on_postgres(
        connection,
        "DO $$ DECLARE identity record; BEGIN
            FOR identity IN SELECT table_name::text AS named, column_name::text AS key FROM information_schema.columns
                WHERE table_schema = current_schema() AND is_identity = 'YES'
            LOOP
                EXECUTE format('SELECT setval(pg_get_serial_sequence(%1$L, %2$L), greatest(max(%2$I), 1), \
                    max(%2$I) IS NOT NULL) FROM %1$I', identity.named, identity.key);
            END LOOP;
        END $$",
    )
}

/// Checks a SQLite file quickly, but its whole length.
///
/// # Errors
/// What is wrong with it: it is not a database, is truncated, or is corrupt.
pub(crate) fn check_whole(connection: &mut StoreConnection) -> Result<(), String> {
    check_by("quick_check", connection)
}

/// Checks a SQLite file completely, its indexes included.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn check_integrity(connection: &mut StoreConnection) -> Result<(), String> {
    check_by("integrity_check", connection)
}

fn check_by(check: &str, connection: &mut StoreConnection) -> Result<(), String> {
    let statement = format!("SELECT {check} AS result FROM pragma_{check} LIMIT 1");
    let found: QueryResult<CheckResult> = diesel::sql_query(statement).get_result(connection);
    match found {
        Ok(CheckResult { result }) if result == "ok" => Ok(()),
        Ok(CheckResult { result }) => Err(result),
        Err(error) => Err(error.to_string()),
    }
}

#[derive(QueryableByName)]
struct CheckResult {
    #[diesel(sql_type = Text)]
    result: String,
}

/// The URI under which SQLite opens an existing file only: a moved file must not be replaced by a new empty one.
fn existing_sqlite_name(path: &Path) -> ConnectionResult<String> {
    sqlite_uri(path, "mode=rw")
}

fn sqlite_uri(path: &Path, mode: &str) -> ConnectionResult<String> {
    let name = sqlite_name(path)?;
    Ok(if cfg!(unix) { format!("file:{}?{mode}", name.replace('%', "%25")) } else { name })
}

/// The absolute name of a database file: an absolute one is never parsed as a URI or as an in-memory store.
fn sqlite_name(path: &Path) -> ConnectionResult<String> {
    let bad = |reason: &str| diesel::ConnectionError::BadConnection(reason.to_owned());
    let absolute = std::path::absolute(path).map_err(|error| bad(&error.to_string()))?;
    absolute.into_os_string().into_string().map_err(|_| bad("the file name is not UTF-8"))
}

/// Maps the file that is about to be read completely: that is faster than reading page by page. Between transactions
/// only.
pub(crate) fn map_file(connection: &mut StoreConnection) -> Result<(), StoreError> {
    on_sqlite(connection, &format!("PRAGMA mmap_size = {SQLITE_MAPPED_BYTES}"))
}

/// Unmaps the file: it is larger than the catalog built from it. Between transactions only.
pub(crate) fn unmap_file(connection: &mut StoreConnection) -> Result<(), StoreError> {
    on_sqlite(connection, "PRAGMA mmap_size = 0")
}

/// Inside a write transaction: prevents concurrent migrations until it ends, and bounds the wait for every further
/// lock: whatever reads the table meanwhile waits behind it. SQLite's write lock prevents them already, and stops no
/// reader.
pub(crate) fn lock_migrations(connection: &mut StoreConnection) -> Result<(), StoreError> {
    on_postgres(connection, &format!("SELECT pg_advisory_xact_lock({POSTGRES_MIGRATION_LOCK})"))?;
    on_postgres(connection, &format!("SET LOCAL lock_timeout = '{POSTGRES_MIGRATION_LOCK_SECONDS}s'"))
}

/// Inside a write transaction: lets one change of the queue of jobs follow the other. On SQLite they do anyway.
pub(crate) fn lock_jobs(connection: &mut StoreConnection) -> Result<(), StoreError> {
    on_postgres(connection, &format!("SELECT pg_advisory_xact_lock({POSTGRES_JOB_LOCK})"))
}

/// The encoding of the database, if that is one in which it refuses some texts.
pub(crate) fn unfit_encoding(connection: &mut StoreConnection) -> QueryResult<Option<String>> {
    if let StoreConnection::Sqlite(_) = connection {
        return Ok(None);
    }
    let encoding = diesel::select(diesel::dsl::sql::<Text>("current_setting('server_encoding')"));
    let encoding: String = encoding.get_result(connection)?;
    // SQL_ASCII takes any bytes as they are.
    Ok(Some(encoding).filter(|encoding| !["UTF8", "SQL_ASCII"].contains(&encoding.as_str())))
}

/// The versions of the migrations that the store has, also when it has no table of them.
pub(crate) fn applied_migrations(connection: &mut StoreConnection) -> QueryResult<Vec<String>> {
    let is_there = match connection {
        StoreConnection::Postgres(_) => "to_regclass('__diesel_schema_migrations') IS NOT NULL",
        StoreConnection::Sqlite(_) => "EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '__diesel_schema_migrations')",
    };
    if !diesel::select(diesel::dsl::sql::<Bool>(is_there)).get_result::<bool>(connection)? {
        return Ok(Vec::new());
    }
    let versions: Vec<AppliedMigration> =
        diesel::sql_query("SELECT version FROM __diesel_schema_migrations").load(connection)?;
    Ok(versions.into_iter().map(|applied| applied.version).collect())
}

#[derive(QueryableByName)]
struct AppliedMigration {
    #[diesel(sql_type = Text)]
    version: String,
}

/// Takes ids for `count` new products from the sequence of the identity column.
pub(crate) fn next_product_ids(connection: &mut PgConnection, count: usize) -> QueryResult<Vec<i64>> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let next =
        diesel::dsl::sql::<BigInt>("SELECT nextval(pg_get_serial_sequence('products', 'id')) FROM generate_series(1, ");
    next.bind::<BigInt, _>(count).sql(")").load(connection)
}

/// Whether another transaction came first (PostgreSQL's 40001 and 40P01): this one may succeed when it is repeated.
pub(crate) fn is_conflict(kind: &DatabaseErrorKind, message: &str) -> bool {
    match kind {
        DatabaseErrorKind::SerializationFailure => true,
        DatabaseErrorKind::Unknown => message.contains("deadlock detected"),
        _ => false,
    }
}

pub(crate) fn is_transient(kind: &DatabaseErrorKind, message: &str) -> bool {
    match kind {
        DatabaseErrorKind::ClosedConnection
        | DatabaseErrorKind::UnableToSendCommand
        // During a failover, connections may lead to the server that cannot be written to.
        | DatabaseErrorKind::ReadOnlyTransaction => true,
        DatabaseErrorKind::Unknown => TRANSIENT_FAILURES.iter().any(|known| message.contains(known)),
        _ => false,
    }
}
