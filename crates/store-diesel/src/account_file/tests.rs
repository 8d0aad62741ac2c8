//! Accounts of an earlier version are moved once, whatever happens meanwhile.

use crate::database_url::DatabaseUrl;
use crate::store::{Store, StoreOptions};
use catalog_domain::accounts::AccountProfile;
use catalog_domain::ports::{AccountStore, CatalogSource, SigningSecret, StoreSettings};
use catalog_testkit::all_accounts;
use catalog_testkit::builders::{NOON, new_account};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use tempfile::TempDir;

/// The accounts of a store of an earlier version: in the catalog's own file.
const EARLIER_ACCOUNTS: &str = "
    INSERT INTO accounts (id, login_key, email, name, company, phone, comment, password_hash, role, status, price_level,
        configurator_access, token_generation, created_at, updated_at) VALUES
        (3, 'ann@example.com', 'ann@example.com', 'Ann', 'Pumps', NULL, NULL, 'hash', 'user', 'active', 'Розн', 0, 2, 5, 6),
        (7, 'bob@example.com', 'bob@example.com', 'Bob', 'Pumps', NULL, NULL, 'hash', 'user', 'pending', 'Розн', 0, 0, 5, 6);
    UPDATE sqlite_sequence SET seq = 9 WHERE name = 'accounts';
    UPDATE store_state SET account_revision = 4, signing_secret = zeroblob(32);";

/// An empty store in a folder of its own.
fn earlier_store(folder: &TempDir) -> DatabaseUrl {
    let url: DatabaseUrl = format!("sqlite://{}/catalog.db", folder.path().display()).parse().unwrap();
    drop(open(&url));
    std::fs::remove_file(folder.path().join("catalog.db.accounts")).unwrap();
    execute(folder, "catalog.db", EARLIER_ACCOUNTS);
    url
}

fn open(url: &DatabaseUrl) -> Store {
    Store::open(url, &StoreOptions::default()).unwrap()
}

fn execute(folder: &TempDir, file: &str, statements: &str) {
    let mut connection = SqliteConnection::establish(folder.path().join(file).to_str().unwrap()).unwrap();
    connection.batch_execute(statements).unwrap();
}

#[test]
fn accounts_of_an_earlier_version_move_over_with_the_secret_that_signed_their_tokens() {
    let folder = TempDir::new().unwrap();
    let url = earlier_store(&folder);
    let store = open(&url);
    let moved = all_accounts(&store);
    let known: Vec<_> = moved.iter().map(|account| (account.id.0, &*account.profile.name)).collect();
    assert_eq!(known, [(3, "Ann"), (7, "Bob")]);
    assert_eq!(moved[0].token_generation, 2);
    assert!(store.revisions().unwrap().accounts.0 > 4, "pollers of the store see a change");
    let other = SigningSecret::new(vec![1; 32]).unwrap();
    assert!(store.signing_secret(&other, NOON).unwrap().current == SigningSecret::new(vec![0; 32]).unwrap());
    assert_eq!(store.insert(&new_account("cid@example.com")).unwrap().unwrap().id.0, 10, "no id comes back");
    let nothing_left = "CREATE TABLE proof (is_left INTEGER NOT NULL); INSERT INTO proof \
        SELECT CASE WHEN signing_secret IS NULL AND NOT EXISTS (SELECT 1 FROM accounts) THEN 1 END FROM store_state;";
    execute(&folder, "catalog.db", nothing_left);
}

#[test]
fn a_move_that_was_cut_off_before_its_end_undoes_nothing_when_it_is_made_again() {
    let folder = TempDir::new().unwrap();
    let url = earlier_store(&folder);
    let store = open(&url);
    let ann = store.find_by_login("ann@example.com").unwrap().unwrap();
    let mut rename = |profile: &mut AccountProfile| profile.name = "Anna".to_owned();
    store.update_profile(ann.id, &mut rename, NOON).unwrap();
    let before = all_accounts(&store);
    drop(store);
    // As if the process had died between copying and dropping.
    execute(&folder, "catalog.db", EARLIER_ACCOUNTS);
    assert_eq!(all_accounts(&open(&url)), before);
}
