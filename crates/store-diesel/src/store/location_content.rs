//! What is at the address of a store, found out without writing anything: a file of another program is refused as it
//! is, and a command that only reads makes no store.

use crate::connection::StoreConnection;
use crate::database_url::{DatabaseUrl, Target};
use crate::dialect::{self, LONG_STATEMENT};
use crate::migrate::applied_versions;
use crate::open_error::{OpenError, one_line};
use crate::pooler::PostgresPooler;
use crate::private_files;
use crate::transaction::TransactionLimits;
use diesel::prelude::*;
use diesel::sql_types::Text;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::time::Duration;

/// What every SQLite database begins with.
const SQLITE_MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// The bytes of the header of a SQLite database.
const HEADER_BYTES: usize = 100;
/// Where the header has `application_id`, four bytes, the most significant one first.
const APPLICATION_ID_AT: usize = 68;
/// The `application_id` of our files: `Cata`. The migration that sets it has the same number.
const APPLICATION_ID: u32 = 0x4361_7461;
/// The tables that every store of ours has, also one from before its file had an `application_id`.
const OUR_TABLES: [&str; 2] = ["__diesel_schema_migrations", "store_state"];

#[derive(Debug, PartialEq, Eq)]
pub(super) enum LocationContent {
    /// Nothing, or an empty database.
    Nothing,
    Store,
}

#[derive(QueryableByName)]
struct TableName {
    #[diesel(sql_type = Text)]
    name: String,
}

/// What is at `url`.
///
/// # Errors
/// [`OpenError::Foreign`] for a file of another program, [`OpenError::Orphaned`] where one was moved away, and
/// [`OpenError::Connect`] when it cannot be read.
pub(super) fn content(url: &DatabaseUrl, wait: Duration) -> Result<LocationContent, OpenError> {
    let cannot_read = |reason: String| OpenError::Connect { url: url.to_string(), reason: one_line(&reason) };
    let foreign = |reason: String| OpenError::Foreign { url: url.to_string(), reason };
    let Target::Sqlite(path) = url.target() else { return server_content(url, wait).map_err(cannot_read) };
    if path.metadata().is_ok_and(|known| !known.is_file()) {
        return Err(foreign("it is not a regular file".into()));
    }
    let header = header(path).map_err(|error| cannot_read(error.to_string()))?;
    let Some(header) = header else {
        private_files::check_not_moved(path)?;
        return check_not_emptied(path, url).map(|()| LocationContent::Nothing);
    };
    let Some(id) = application_id(&header) else { return Err(foreign("it is not a SQLite database".into())) };
    match id {
        APPLICATION_ID => Ok(LocationContent::Store),
        0 => {
            let tables = tables(path, wait).map_err(cannot_read)?;
            let is_ours = OUR_TABLES.iter().all(|ours| tables.iter().any(|table| table == ours));
            match tables.first() {
                None => Ok(LocationContent::Nothing),
                Some(_) if is_ours => Ok(LocationContent::Store),
                Some(table) => Err(foreign(format!("it has tables of another program, such as {table:?}"))),
            }
        }
        id => Err(foreign(format!("its application_id is 0x{id:08x}, that of another program"))),
    }
}

/// Refuses an empty file beside accounts: nothing of ours empties a store, and a new one in its place would take over
/// people to whom other rules applied.
fn check_not_emptied(path: &Path, url: &DatabaseUrl) -> Result<(), OpenError> {
    let accounts = url.of_accounts().and_then(|accounts| accounts.files().into_iter().next());
    let has_content = |file: &Path| file.metadata().is_ok_and(|known| known.len() > 0);
    match accounts {
        Some(accounts) if path.exists() && has_content(&accounts) => {
            Err(OpenError::Emptied { file: path.display().to_string(), accounts: accounts.display().to_string() })
        }
        _ => Ok(()),
    }
}

fn server_content(url: &DatabaseUrl, wait: Duration) -> Result<LocationContent, String> {
    let limits = TransactionLimits { lock: wait, statement: LONG_STATEMENT };
    // As behind a pooler, which works without one, too.
    let connection = dialect::connect(url, wait, PostgresPooler::Transaction);
    let mut connection = connection.map_err(|error| error.to_string())?;
    let migrations = applied_versions(&mut connection, Some(limits)).map_err(|error| error.to_string())?;
    Ok(if migrations.is_empty() { LocationContent::Nothing } else { LocationContent::Store })
}

/// The first bytes of a file; `None` when there is no file, or an empty one.
fn header(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let mut header = Vec::with_capacity(HEADER_BYTES);
    file.take(HEADER_BYTES as u64).read_to_end(&mut header)?;
    Ok(Some(header).filter(|header| !header.is_empty()))
}

/// The `application_id` in the header of a SQLite database; `None` for another file.
fn application_id(header: &[u8]) -> Option<u32> {
    header.starts_with(SQLITE_MAGIC).then_some(())?;
    let id = header.get(APPLICATION_ID_AT..)?.first_chunk()?;
    Some(u32::from_be_bytes(*id))
}

/// The names of the tables in a SQLite file.
fn tables(path: &Path, wait: Duration) -> Result<Vec<String>, String> {
    let mut connection = dialect::connect_for_inspection(path, wait).map_err(|error| error.to_string())?;
    let StoreConnection::Sqlite(connection) = &mut connection else { return Ok(Vec::new()) };
    let query =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";
    let rows: QueryResult<Vec<TableName>> = diesel::sql_query(query).load(connection);
    rows.map(|rows| rows.into_iter().map(|row| row.name).collect()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Store, StoreOptions};
    use diesel::SqliteConnection;
    use diesel::connection::SimpleConnection;
    use std::collections::BTreeMap;
    use tempfile::TempDir;

    const WAIT: Duration = Duration::from_secs(5);

    fn options() -> StoreOptions {
        StoreOptions::default()
    }

    fn url(folder: &TempDir) -> DatabaseUrl {
        format!("sqlite://{}", folder.path().join("catalog.db").display()).parse().unwrap()
    }

    fn run_sql(folder: &TempDir, sql: &str) {
        let file = folder.path().join("catalog.db").display().to_string();
        SqliteConnection::establish(&file).unwrap().batch_execute(sql).unwrap();
    }

    /// Every file of a folder with its bytes.
    fn files(folder: &TempDir) -> BTreeMap<String, Vec<u8>> {
        let entries = std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
        let name = |entry: &std::fs::DirEntry| entry.file_name().into_string().unwrap();
        entries.map(|entry| (name(&entry), std::fs::read(entry.path()).unwrap())).collect()
    }

    #[test]
    fn a_file_of_another_program_is_refused_and_stays_as_it_is() {
        for (sql, reason) in [
            ("CREATE TABLE books (id INTEGER)", "\"books\""),
            ("PRAGMA journal_mode = WAL; CREATE TABLE books (id INTEGER)", "\"books\""),
            ("PRAGMA application_id = 7; CREATE TABLE books (id INTEGER)", "0x00000007"),
            ("CREATE TABLE __diesel_schema_migrations (version TEXT)", "__diesel_schema_migrations"),
        ] {
            let folder = TempDir::new().unwrap();
            run_sql(&folder, sql);
            let before = files(&folder);
            let (url, options) = (url(&folder), StoreOptions::default());
            for opened in [Store::open(&url, &options), Store::open_existing(&url, &options)] {
                let error = opened.unwrap_err();
                assert!(matches!(error, OpenError::Foreign { .. }) && error.to_string().contains(reason), "{error}");
                assert!(files(&folder) == before, "{sql}");
            }
        }
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("catalog.db"), "a letter").unwrap();
        let error = Store::open(&url(&folder), &StoreOptions::default()).unwrap_err();
        assert!(error.to_string().contains("not a SQLite database"), "{error}");
        assert_eq!(files(&folder).into_values().collect::<Vec<_>>(), [b"a letter"]);
    }

    #[test]
    fn a_store_is_recognised_with_and_without_an_application_id() {
        let folder = TempDir::new().unwrap();
        assert_eq!(content(&url(&folder), WAIT).unwrap(), LocationContent::Nothing);
        let error = Store::open_existing(&url(&folder), &StoreOptions::default()).unwrap_err();
        assert!(matches!(error, OpenError::NoStore { .. }), "{error}");
        assert!(files(&folder).is_empty(), "looking makes nothing");
        drop(Store::open(&url(&folder), &StoreOptions::default()).unwrap());
        assert_eq!(content(&url(&folder), WAIT).unwrap(), LocationContent::Store);
        let header = header(&folder.path().join("catalog.db")).unwrap().unwrap();
        assert_eq!(application_id(&header), Some(APPLICATION_ID));
        run_sql(&folder, "PRAGMA application_id = 0");
        assert_eq!(content(&url(&folder), WAIT).unwrap(), LocationContent::Store);
        assert!(Store::open_existing(&url(&folder), &StoreOptions::default()).is_ok());
    }

    #[test]
    fn what_is_no_regular_file_is_refused_and_not_waited_for() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("catalog.db");
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
        for opened in [Store::open(&url(&folder), &options()), Store::open_existing(&url(&folder), &options())] {
            let error = opened.unwrap_err();
            assert!(error.to_string().contains("not a regular file"), "{error}");
        }
    }

    #[test]
    fn an_emptied_file_beside_accounts_is_refused_and_stays_as_it_is() {
        let folder = TempDir::new().unwrap();
        drop(Store::open(&url(&folder), &options()).unwrap());
        std::fs::write(folder.path().join("catalog.db"), "").unwrap();
        let before = files(&folder);
        for opened in [Store::open(&url(&folder), &options()), Store::open_existing(&url(&folder), &options())] {
            let error = opened.unwrap_err();
            assert!(matches!(error, OpenError::Emptied { .. }), "{error}");
        }
        assert!(files(&folder) == before);
    }

    #[test]
    fn what_sqlite_makes_beside_a_store_that_others_may_read_is_for_its_owner() {
        use std::os::unix::fs::PermissionsExt;
        let folder = TempDir::new().unwrap();
        drop(Store::open(&url(&folder), &options()).unwrap());
        let path = |ending: &str| folder.path().join(format!("catalog.db{ending}"));
        std::fs::set_permissions(path(""), PermissionsExt::from_mode(0o644)).unwrap();
        let store = Store::open(&url(&folder), &options()).unwrap();
        store.check_not_moved().unwrap();
        let mode = |ending| path(ending).metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(["", "-wal", "-shm"].map(mode), [0o644, 0o600, 0o600]);
    }

    #[test]
    fn a_link_in_the_place_of_the_lock_is_not_followed() {
        let folder = TempDir::new().unwrap();
        let (lock, target) = (folder.path().join("catalog.db.import-lock"), folder.path().join("target"));
        std::fs::write(&target, "text").unwrap();
        std::os::unix::fs::symlink(&target, lock).unwrap();
        let store = Store::open(&url(&folder), &options()).unwrap();
        assert!(crate::write::import_lock::take(&store).is_err());
        assert_eq!(std::fs::read_to_string(target).unwrap(), "text");
    }

    #[test]
    fn an_empty_database_is_nothing() {
        for sql in ["", "CREATE TABLE t (id INTEGER); DROP TABLE t"] {
            let folder = TempDir::new().unwrap();
            run_sql(&folder, sql);
            assert_eq!(content(&url(&folder), WAIT).unwrap(), LocationContent::Nothing, "{sql}");
            assert!(Store::open(&url(&folder), &StoreOptions::default()).is_ok());
        }
    }
}
