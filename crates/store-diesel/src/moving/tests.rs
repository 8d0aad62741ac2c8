//! What is moved is all there is.

use super::tables::{LEFT_BEHIND, TABLES};
use crate::dialect;
use crate::pooler::PostgresPooler;
use crate::store::{Store, StoreOptions};
use catalog_testkit::postgres::TestPostgres;
use diesel::prelude::*;
use diesel::sql_types::Text;
use std::any::Any;

#[derive(QueryableByName)]
struct Table {
    #[diesel(sql_type = Text)]
    name: String,
}

#[test]
fn every_table_of_a_store_is_moved_or_left_behind_on_purpose() {
    let mut moved: Vec<&str> = TABLES.iter().map(|table| table.name).chain(LEFT_BEHIND).collect();
    // Each file has a state of its own, which is moved separately.
    moved.push("store_state");
    moved.sort_unstable();
    let folder = tempfile::TempDir::new().unwrap();
    let sqlite = format!("sqlite://{}/catalog.db", folder.path().display());
    let mut homes: Vec<(String, Box<dyn Any>)> = vec![(sqlite, Box::new(folder))];
    if let Some(database) = TestPostgres::shared().map(TestPostgres::fresh_database) {
        homes.push((database.url.clone(), Box::new(database)));
    }
    for (url, _home) in homes {
        let url = url.parse().unwrap();
        Store::open(&url, &StoreOptions::default()).unwrap();
        let mut connection =
            dialect::connect(&url, StoreOptions::default().connection_wait, PostgresPooler::Session).unwrap();
        let text = match &connection {
            crate::connection::StoreConnection::Sqlite(_) => {
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
            }
            crate::connection::StoreConnection::Postgres(_) => {
                "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()"
            }
        };
        let found: Vec<Table> = diesel::sql_query(text).load(&mut connection).unwrap();
        let mut found: Vec<&str> =
            found.iter().map(|table| table.name.as_str()).filter(|name| !name.starts_with("__diesel")).collect();
        found.sort_unstable();
        assert_eq!(found, moved, "{url}: add new tables to `tables`");
    }
}
