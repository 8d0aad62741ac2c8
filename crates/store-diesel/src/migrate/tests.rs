//! The migrations of both engines are pairs, go up and down, and match the schema file.

use super::*;
use crate::connection::on_each_engine;
use crate::pooler::PostgresPooler;
use crate::schema;
use crate::transaction::begin;
use catalog_testkit::postgres::{TempCluster, TestPostgres};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Text};
use std::time::Duration;

/// A connection to an empty database on every available engine, with the value that owns the database.
fn empty_databases() -> Vec<(StoreConnection, Box<dyn std::any::Any>)> {
    let folder = tempfile::TempDir::new().unwrap();
    let connect =
        |url: &str| dialect::connect(&url.parse().unwrap(), Duration::from_secs(10), PostgresPooler::Session).unwrap();
    std::fs::write(folder.path().join("empty.db"), "").unwrap();
    let sqlite = connect(&format!("sqlite://{}/empty.db", folder.path().display()));
    let mut all: Vec<(StoreConnection, Box<dyn std::any::Any>)> = vec![(sqlite, Box::new(folder))];
    if let Some(server) = TestPostgres::shared() {
        let database = server.fresh_database();
        all.push((connect(&database.url), Box::new(database)));
    }
    all
}

/// A column as both engines describe it.
#[derive(QueryableByName, Debug, PartialEq, Eq)]
struct Column {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = BigInt)]
    position: i64,
    #[diesel(sql_type = Text)]
    column_name: String,
    #[diesel(sql_type = Bool)]
    is_required: bool,
}

/// Every column of our own tables. Positions are counted: PostgreSQL leaves gaps where a column was dropped.
fn columns(connection: &mut StoreConnection) -> Vec<Column> {
    let text = match connection {
        StoreConnection::Sqlite(_) => {
            "SELECT tables.name AS table_name, columns.cid + 1 AS position, columns.name AS column_name, \
             columns.\"notnull\" <> 0 AS is_required \
             FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns \
             WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%' AND tables.name NOT LIKE '\\_\\_%' ESCAPE '\\' \
             ORDER BY table_name, position"
        }
        StoreConnection::Postgres(_) => {
            "SELECT table_name::text, column_name::text, \
             row_number() OVER (PARTITION BY table_name ORDER BY ordinal_position)::bigint AS position, \
             is_nullable = 'NO' AS is_required FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name NOT LIKE '\\_\\_%' \
             ORDER BY table_name COLLATE \"C\", position"
        }
    };
    diesel::sql_query(text).load(connection).unwrap()
}

#[test]
fn both_trees_have_the_same_versions() {
    fn names<DB: Backend>(migrations: &EmbeddedMigrations) -> Vec<String>
    where
        EmbeddedMigrations: MigrationSource<DB>,
    {
        let mut names: Vec<_> = MigrationSource::<DB>::migrations(migrations)
            .unwrap()
            .iter()
            .map(|migration| migration.name().to_string())
            .collect();
        names.sort();
        names
    }
    let sqlite = names::<diesel::sqlite::Sqlite>(&SQLITE);
    assert!(!sqlite.is_empty());
    assert_eq!(sqlite, names::<diesel::pg::Pg>(&POSTGRES));
}

#[test]
fn the_page_on_upgrades_names_every_migration_since_the_previous_release() {
    let page = include_str!("../../../../docs/upgrades.md");
    let migrations = MigrationSource::<diesel::sqlite::Sqlite>::migrations(&SQLITE).unwrap();
    for migration in migrations.iter().filter(|migration| &*migration.name().version().to_string() > PREVIOUS_RELEASE) {
        let name = migration.name().to_string();
        assert!(page.contains(&format!("`{}`", &name["2026-11-22-".len()..])), "{name}");
    }
}

#[test]
fn both_engines_end_with_the_same_columns() {
    let described: Vec<_> = empty_databases()
        .into_iter()
        .map(|(mut connection, _database)| {
            migrate(&mut connection, None).unwrap();
            columns(&mut connection)
        })
        .collect();
    assert!(described[0].len() > 80, "{}", described[0].len());
    described.windows(2).for_each(|pair| assert_eq!(pair[0], pair[1]));
}

#[test]
fn what_goes_up_comes_down_and_goes_up_again() {
    for (mut connection, _database) in empty_databases() {
        migrate(&mut connection, None).unwrap();
        let after = columns(&mut connection);
        let down = match &mut connection {
            StoreConnection::Postgres(inner) => inner.revert_all_migrations(POSTGRES).map(|versions| versions.len()),
            StoreConnection::Sqlite(inner) => inner.revert_all_migrations(SQLITE).map(|versions| versions.len()),
        };
        assert!(down.unwrap() > 0);
        assert_eq!(columns(&mut connection), []);
        migrate(&mut connection, None).unwrap();
        assert_eq!(columns(&mut connection), after);
        migrate(&mut connection, None).unwrap();
        assert_eq!(columns(&mut connection), after, "a second run finds nothing to do");
    }
}

#[test]
fn an_upgrade_leaves_the_previous_release_what_it_reads_and_writes() {
    for (mut connection, _database) in empty_databases() {
        migrate(&mut connection, None).unwrap();
        let after = columns(&mut connection);
        match &mut connection {
            StoreConnection::Postgres(inner) => revert_to(inner, || POSTGRES, PREVIOUS_RELEASE),
            StoreConnection::Sqlite(inner) => revert_to(inner, || SQLITE, PREVIOUS_RELEASE),
        }
        let before = columns(&mut connection);
        assert!(before.len() < after.len(), "{before:?}");
        let find = |columns: &[Column], wanted: &Column| {
            let is_it =
                |column: &&Column| column.table_name == wanted.table_name && column.column_name == wanted.column_name;
            columns.iter().find(is_it).map(|column| column.is_required)
        };
        for column in &before {
            assert_eq!(find(&after, column), Some(column.is_required), "{column:?}");
        }
        let is_known = |table: &str| before.iter().any(|column| column.table_name == table);
        for column in after.iter().filter(|column| is_known(&column.table_name) && find(&before, column).is_none()) {
            assert!(!column.is_required, "rows of the previous release do not have {column:?}");
        }
    }
}

#[test]
fn a_database_that_cannot_take_every_text_is_no_store() {
    // The encoding of another database does not go with the collation of the shared server.
    let Some(server) = TempCluster::start_new() else { return };
    server.execute("CREATE DATABASE latin_1 ENCODING 'LATIN1' TEMPLATE template0");
    let url = server.url().replacen("/postgres", "/latin_1", 1).parse().unwrap();
    let mut connection = dialect::connect(&url, Duration::from_secs(10), PostgresPooler::Session).unwrap();
    let refused = migrate(&mut connection, None).unwrap_err().to_string();
    assert_eq!(refused, "its encoding is LATIN1, and has to be UTF8");
}

#[test]
fn a_migration_that_has_to_wait_for_readers_gives_up_and_changes_nothing() {
    let Some(database) = TestPostgres::shared().map(TestPostgres::fresh_database) else { return };
    let connect =
        || dialect::connect(&database.url.parse().unwrap(), Duration::from_secs(600), PostgresPooler::Session).unwrap();
    let (mut connection, mut reader) = (connect(), connect());
    migrate(&mut connection, None).unwrap();
    let StoreConnection::Postgres(inner) = &mut connection else { panic!("not PostgreSQL") };
    revert_to(inner, || POSTGRES, PREVIOUS_RELEASE);
    begin(&mut reader, TransactionMode::Snapshot, None).unwrap();
    schema::store_state::table.select(schema::store_state::history_id).execute(&mut reader).unwrap();
    let before = columns(&mut connection);
    let error = migrate(&mut connection, None).unwrap_err().to_string();
    assert!(error.contains("lock timeout"), "{error}");
    assert_eq!(columns(&mut connection), before);
    drop(reader);
    migrate(&mut connection, None).unwrap();
}

/// Reverts the migrations after `last`.
fn revert_to<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    migrations: fn() -> EmbeddedMigrations,
    last: &str,
) where
    EmbeddedMigrations: MigrationSource<DB>,
{
    while connection.applied_migrations().unwrap()[0].to_string().as_str() > last {
        connection.revert_last_migration(migrations()).unwrap();
    }
}

#[test]
fn the_schema_file_names_every_column_there_is() {
    macro_rules! check {
        ($connection:ident, $columns:ident, $($table:ident)+) => {
            let mut named = 0;
            $(
                let count = schema::$table::table.count();
                let rows = on_each_engine!(&mut $connection, inner => count.get_result::<i64>(inner));
                rows.unwrap();
                let select = schema::$table::table.select(schema::$table::all_columns);
                let text = diesel::debug_query::<diesel::pg::Pg, _>(&select);
                let text = on_each_engine!(&$connection, _inner => text.to_string());
                for column in $columns.iter().filter(|column| column.table_name == stringify!($table)) {
                    assert!(text.contains(&format!("\"{}\"", column.column_name)), "{column:?}");
                    named += 1;
                }
                on_each_engine!(&mut $connection, inner => select.execute(inner)).unwrap();
            )+
            assert_eq!(named, $columns.len(), "no table is left out");
        };
    }
    for (mut connection, _database) in empty_databases() {
        migrate(&mut connection, None).unwrap();
        let columns = columns(&mut connection);
        check!(connection, columns, store_state price_levels warehouses product_types sections products product_contents
            product_resources product_versions change_events change_memberships accounts account_commits account_events
            account_keys account_visits sessions attempt_windows catalog_commits import_runs run_inverses import_jobs
            import_parts
            import_pieces leases v1_usage);
    }
}
