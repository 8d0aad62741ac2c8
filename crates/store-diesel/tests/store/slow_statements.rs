//! Slow statements are cancelled, except those of long work.

use crate::support::{TestLocation, options};
use catalog_domain::ports::{
    AccountSource, AccountStore, CatalogSource, ImportStore, PartSelection, ProductDetails, StoreError,
};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{new_account, product_record};
use std::time::Duration;
use store_diesel::{Store, StoreOptions};

/// The statement timeout of a request: far longer than normal statements take, even on a busy machine.
const LIMIT: Duration = Duration::from_secs(5);

fn short_timeouts() -> StoreOptions {
    StoreOptions { statement_limit: LIMIT, ..options() }
}

/// Replaces `table` by a view each row of which takes longer than the limit.
fn slow_down(location: &TestLocation, table: &str) {
    let seconds = LIMIT.as_secs() + 1;
    location.execute(&format!(
        "ALTER TABLE {table} RENAME TO kept;
         CREATE VIEW {table} AS SELECT kept.* FROM kept, LATERAL (SELECT pg_sleep({seconds}), kept.ctid) AS pause"
    ));
}

fn speed_up(location: &TestLocation, table: &str) {
    location.execute(&format!("DROP VIEW {table}; ALTER TABLE kept RENAME TO {table}"));
}

#[test]
fn a_statement_of_a_request_is_given_up_in_time_and_is_no_defect() {
    let Some(location) = TestLocation::postgres() else { return };
    let store = Store::open(&location.url(), &short_timeouts()).unwrap();
    ImportRun::of_records([product_record("A", &[1])]).commit(&store).unwrap();
    let wanted = PartSelection { description: true, ..PartSelection::NONE };
    let parts = || ProductDetails::read(&store, &["A".into()], wanted);
    slow_down(&location, "product_contents");
    let refused = parts();
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    speed_up(&location, "product_contents");
    assert_eq!(parts().unwrap().details.len(), 1, "as before");
}

#[test]
fn a_catalog_and_an_import_may_take_longer_than_a_request() {
    let Some(location) = TestLocation::postgres() else { return };
    let store = Store::open(&location.url(), &short_timeouts()).unwrap();
    ImportRun::of_records([product_record("A", &[1])]).commit(&store).unwrap();
    store.insert(&new_account("ann@example.com")).unwrap();
    slow_down(&location, "products");
    assert_eq!(store.load().unwrap().products.len(), 1);
    assert_eq!(store.begin().unwrap().snapshot().unwrap().products.len(), 1);
    assert_eq!(store.load_accounts().unwrap().accounts.len(), 1, "on a connection that was used for long work");
    slow_down_accounts(&location);
    let refused = store.load_accounts();
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "the limit is back: {refused:?}");
}

fn slow_down_accounts(location: &TestLocation) {
    speed_up(location, "products");
    slow_down(location, "accounts");
}
