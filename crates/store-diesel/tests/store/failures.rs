//! A store with a failing engine: every wait ends, every failure has the right kind, and it recovers.

use crate::support::{TestLocation, options};
use catalog_domain::accounts::PasswordHash;
use catalog_domain::ports::{
    AccountSource, AccountStore, CatalogSource, ChangeRetention, ImportWriteError, SigningSecret, StoreError,
    StoreSettings,
};
use catalog_testkit::builders::{NOON, new_account, product_record};
use catalog_testkit::{ImportRun, all_accounts};
use diesel::connection::SimpleConnection;
use store_diesel::{Store, StoreOptions};

#[test]
fn damaged_rows_are_inconsistent_not_missing() {
    for location in TestLocation::all() {
        let store = location.open();
        ImportRun::of_records([product_record("A", &[1])]).commit(&store).unwrap();
        let account = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
        for (damage, repair) in [
            ("UPDATE products SET stock = 'x'", "UPDATE products SET stock = '[]'"),
            ("UPDATE products SET url = 'x'", "UPDATE products SET url = NULL"),
            ("UPDATE products SET source_id = NULL", "UPDATE products SET source_id = 1"),
        ] {
            location.execute(damage);
            let result = store.load();
            assert!(matches!(result, Err(StoreError::Inconsistent(_))), "{damage}: {result:?}");
            location.execute(repair);
            assert_eq!(store.load().unwrap().products.len(), 1, "{repair}");
        }
        location.execute_on_accounts("UPDATE accounts SET role = 'king'");
        let result = store.find(account.id);
        assert!(matches!(result, Err(StoreError::Inconsistent(_))), "{result:?}");
    }
}

#[test]
fn a_missing_table_is_unexpected() {
    for location in TestLocation::all() {
        let store = location.open();
        location.execute("DROP TABLE product_types");
        let result = store.load();
        assert!(matches!(result, Err(StoreError::Unexpected(_))), "{result:?}");
        let result = ImportRun::default().commit(&store);
        assert!(matches!(result, Err(ImportWriteError::Store(StoreError::Unexpected(_)))), "{result:?}");
    }
}

#[test]
fn a_write_that_cannot_get_its_lock_is_unavailable_and_reads_go_on() {
    let location = TestLocation::sqlite();
    let store = Store::open(&location.url(), &StoreOptions::default()).unwrap();
    let mut writer = location.file("catalog.db.accounts");
    writer.batch_execute("BEGIN IMMEDIATE").unwrap();
    let result = store.insert(&new_account("ann@example.com"));
    assert!(matches!(result, Err(StoreError::Unavailable(_))), "{result:?}");
    assert_eq!(all_accounts(&store), []);
    writer.batch_execute("ROLLBACK").unwrap();
    assert!(store.insert(&new_account("ann@example.com")).unwrap().is_some());
}

#[test]
fn opening_a_store_or_changing_an_account_does_not_wait_for_a_writing_import() {
    let location = TestLocation::sqlite();
    drop(location.open());
    let mut import = location.file("catalog.db");
    import.batch_execute("BEGIN IMMEDIATE").unwrap();
    let store = Store::open(&location.url(), &StoreOptions::default()).unwrap();
    let made = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    store.update_password(made.id, &PasswordHash::new("changed".into()), NOON).unwrap().unwrap();
    store.signing_secret(&SigningSecret::new(vec![1; 32]).unwrap(), NOON).unwrap();
    assert!(matches!(store.prune(NOON, 1), Err(StoreError::Unavailable(_))), "the lock is really held");
}

#[test]
fn a_store_recovers_when_its_server_drops_the_connections() {
    let Some(location) = TestLocation::postgres() else { return };
    let store = Store::open(&location.url(), &StoreOptions { connections: 1, ..options() }).unwrap();
    assert_eq!(all_accounts(&store), []);
    location.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()");
    // The one idle connection is dead: at most one caller notices, and only as a temporary failure.
    let first = store.load_accounts();
    assert!(matches!(first, Ok(_) | Err(StoreError::Unavailable(_))), "{first:?}");
    assert_eq!(all_accounts(&store), []);
}
