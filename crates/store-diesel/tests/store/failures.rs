//! A store whose engine lets it down: every wait ends, every failure has the right kind, and it recovers.

use crate::support::{Place, options};
use catalog_domain::ports::{AccountStore, CatalogSource, ImportWriteError, StoreError};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{new_account, product_record};
use diesel::connection::{Connection, SimpleConnection};
use std::time::Duration;
use store_diesel::{Store, StoreOptions};

#[test]
fn damaged_rows_are_inconsistent_not_missing() {
    for place in Place::all() {
        let store = place.open();
        ImportRun::of_records([product_record("A", &[1])]).commit(&store).unwrap();
        let account = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
        for (damage, repair) in [
            ("UPDATE products SET stock = 'x'", "UPDATE products SET stock = '[]'"),
            ("UPDATE products SET url = 'x'", "UPDATE products SET url = NULL"),
            ("UPDATE products SET source_id = NULL", "UPDATE products SET source_id = 1"),
        ] {
            place.execute(damage);
            let result = store.load();
            assert!(matches!(result, Err(StoreError::Inconsistent(_))), "{damage}: {result:?}");
            place.execute(repair);
            assert_eq!(store.load().unwrap().products.len(), 1, "{repair}");
        }
        place.execute("UPDATE accounts SET role = 'king'");
        let result = store.find(account.id);
        assert!(matches!(result, Err(StoreError::Inconsistent(_))), "{result:?}");
    }
}

#[test]
fn a_missing_table_is_unexpected() {
    for place in Place::all() {
        let store = place.open();
        place.execute("DROP TABLE product_types");
        let result = store.load();
        assert!(matches!(result, Err(StoreError::Unexpected(_))), "{result:?}");
        let result = ImportRun::default().commit(&store);
        assert!(matches!(result, Err(ImportWriteError::Store(StoreError::Unexpected(_)))), "{result:?}");
    }
}

#[test]
fn a_write_that_cannot_get_its_lock_is_unavailable_and_reads_go_on() {
    let place = Place::sqlite();
    let impatient = StoreOptions { connection_wait: Duration::from_millis(50), ..options() };
    let store = Store::open(&place.url(), &impatient).unwrap();
    let url = place.url().to_string();
    let file = url.strip_prefix("sqlite://").unwrap();
    let mut writer = diesel::SqliteConnection::establish(file).unwrap();
    writer.batch_execute("BEGIN IMMEDIATE").unwrap();
    let result = store.insert(&new_account("ann@example.com"));
    assert!(matches!(result, Err(StoreError::Unavailable(_))), "{result:?}");
    assert_eq!(store.list(None).unwrap(), []);
    writer.batch_execute("ROLLBACK").unwrap();
    assert!(store.insert(&new_account("ann@example.com")).unwrap().is_some());
}

#[test]
fn a_store_recovers_when_its_server_drops_the_connections() {
    let Some(place) = Place::postgres() else { return };
    let store = Store::open(&place.url(), &StoreOptions { connections: 1, ..options() }).unwrap();
    assert_eq!(store.list(None).unwrap(), []);
    place.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()");
    // The one idle connection is dead: at most one caller learns of it, and only as something that passes.
    let first = store.list(None);
    assert!(matches!(first, Ok(_) | Err(StoreError::Unavailable(_))), "{first:?}");
    assert_eq!(store.list(None).unwrap(), []);
}
