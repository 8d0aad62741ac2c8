//! Stores that are copied, saved and restored: whole, or not at all.

use crate::final_copies::add_job;
use crate::support::{TestLocation, options};
use catalog_domain::accounts::{AccountProfile, AccountStatus, InvitationHash, NewInvitation, PasswordHash};
use catalog_domain::ports::{
    AccountStore, ApiKeyStore, CatalogSource, ChangeLogBounds, InvitationStore, Registrations, ReplacedSecret,
    SigningSecret, StoreError, StoreSettings,
};
use catalog_domain::values::{AccountId, Timestamp};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{
    NOON, event, new_account, pending_account, product_record, product_type, section, warehouse,
};
use catalog_testkit::jobs::cancel_job;
use long_work::Observer;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use store_diesel::{CopyOptions, DatabaseUrl, MoveError, Store, back_up, copy_store, restore};

const SECRET: [u8; 32] = [7; 32];

/// A store with something in every table, and the id of an account that is gone.
pub(crate) fn filled(location: &TestLocation) -> Store {
    let store = location.open();
    let records = ["A", "Б", "C\" '\\"].map(|stock_number| product_record(stock_number, &[1]));
    let run = ImportRun {
        sections: vec![section(1), section(2)],
        product_types: vec![product_type(1)],
        warehouses: vec![warehouse("main")],
        events: vec![event("A", &[1]), event("Б", &[1, 2])],
        ..ImportRun::of_records(records)
    };
    run.commit(&store).unwrap();
    let last = ImportRun { events: vec![event("A", &[2])], inverse: vec![vec![1, 0, 255]], ..ImportRun::default() };
    last.commit(&store).unwrap();
    for email in ["one@shop.example", "two@shop.example", "three@shop.example"] {
        store.insert(&new_account(email)).unwrap().unwrap();
    }
    location.execute_on_accounts(
        "DELETE FROM accounts WHERE id = 3;
         INSERT INTO sessions (hash, account_id, generation, expires_at) VALUES ('x', 1, 0, 5);
         INSERT INTO account_visits (account_id, last_at, sections) VALUES (1, 5, '[1]');
         INSERT INTO account_keys (id, account_id, name, access_right, hash, created_at, address) 
             VALUES ('abcdefgh2345', 1, 'n', 'download', 'h', 5, '/a?b');
         INSERT INTO account_events (account_id, happened_at, author, kind) VALUES (1, 5, 'a', 'k');
         INSERT INTO v1_usage (account_id, route, requests, last_used_at) VALUES (1, '/api/v1/get/catalog', 2, 5)",
    );
    let job = add_job(&store, 1);
    cancel_job(&store, job);
    location.execute(
        "INSERT INTO product_resources (product_id, documentation, software, fingerprint) \
         SELECT id, '[]', '[]', record_fingerprint FROM products WHERE stock_number = 'A'",
    );
    location.execute("INSERT INTO price_levels (position, name) VALUES (0, 'Опт')");
    store.signing_secret(&SigningSecret::new(SECRET.to_vec()).unwrap(), NOON).unwrap();
    store
}

fn copy_options() -> CopyOptions {
    CopyOptions { target: options(), ..CopyOptions::default() }
}

/// Checks that two stores give the same answers, and that the second goes on where the first is.
fn assert_same(original: &Store, copy: &Store, what: &str) {
    let (facts, copied) = (original.load().unwrap(), copy.load().unwrap());
    assert_eq!(format!("{facts:?}"), format!("{copied:?}"), "{what}");
    assert!(facts.products.len() == 3, "{what}");
    assert!(!facts.price_levels.is_empty(), "{what}");
    let long_ago = Timestamp::from_unix_microseconds(0);
    assert_eq!(original.bounds(long_ago).unwrap(), copy.bounds(long_ago).unwrap(), "{what}");
    let accounts = |store: &Store| format!("{:?}", store.find_by_login("two@shop.example").unwrap());
    assert_eq!(accounts(original), accounts(copy), "{what}");
    let other = SigningSecret::new(vec![9; 32]).unwrap();
    assert_eq!(copy.signing_secret(&other, NOON).unwrap().current.expose(), SECRET, "{what}");
    assert_eq!(original.storefront().unwrap(), copy.storefront().unwrap(), "{what}");
    let made = copy.insert(&new_account("new@shop.example")).unwrap().unwrap();
    assert_eq!(made.id.0, 4, "{what}: no id comes back");
    let revision = ImportRun::of_records([product_record("NEW", &[1])]).commit(copy).unwrap();
    assert_eq!(revision.0, facts.revision.0 + 1, "{what}");
}

/// Every pair of engines, each time with new places.
pub(crate) fn pairs() -> Vec<(TestLocation, TestLocation)> {
    let kinds = TestLocation::all().len();
    (0..kinds)
        .flat_map(|kind| TestLocation::all().into_iter().map(move |source| (source, TestLocation::all().remove(kind))))
        .collect()
}

/// Wants to stop when it has been asked that often.
struct StopAfter(AtomicUsize);

impl Observer for StopAfter {
    fn wants_stop(&self) -> bool {
        self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err()
    }
}

/// Stops `work` at its first moment, then at its second, until it is not stopped any more.
fn stop_at_every_moment<T>(mut work: impl FnMut(&StopAfter) -> Result<T, MoveError>, mut check: impl FnMut()) -> T {
    for moment in 0..10_000 {
        match work(&StopAfter(AtomicUsize::new(moment))) {
            Err(MoveError::Stopped) => check(),
            Err(other) => panic!("{other}"),
            Ok(result) => {
                assert!(moment > 5, "it was hardly stopped");
                return result;
            }
        }
    }
    panic!("it never ends");
}

#[test]
fn a_copy_on_any_engine_gives_the_same_answers_and_goes_on_where_the_original_is() {
    for (source, target) in pairs() {
        let what = format!("from {} to {}", source.url(), target.url());
        let original = filled(&source);
        let report = copy_store(&original, &target.url(), &copy_options(), &()).unwrap();
        let rows = |table: &str| report.tables.iter().find(|(name, _)| *name == table).map(|(_, rows)| *rows);
        assert_eq!((report.revision, report.last_event), (2, 3), "{what}");
        assert_eq!((rows("products"), rows("accounts"), rows("change_events")), (Some(3), Some(2), Some(3)), "{what}");
        assert!(report.tables.iter().all(|(_, rows)| *rows > 0), "{what}: the test fills every table, {report:?}");
        assert_same(&original, &target.open(), &what);
        let again = copy_store(&original, &target.url(), &copy_options(), &());
        assert!(matches!(again, Err(MoveError::NotEmpty { .. })), "{what}: {again:?}");
    }
}

#[test]
fn a_copy_that_is_stopped_at_any_moment_leaves_nothing_and_can_be_begun_again() {
    std::thread::scope(|threads| {
        for (source, target) in pairs() {
            threads.spawn(move || stop_copies(&source, &target));
        }
    });
}

fn stop_copies(source: &TestLocation, target: &TestLocation) {
    let original = filled(source);
    let files = || match target {
        TestLocation::Sqlite(_) => names(&target.path("")),
        TestLocation::Postgres(_) => Vec::new(),
    };
    let copy = |observer: &StopAfter| copy_store(&original, &target.url(), &copy_options(), observer);
    stop_at_every_moment(copy, || assert!(files().iter().all(|name| name.ends_with("-lock")), "{:?}", files()));
    assert_same(&original, &target.open(), "after stops");
}

#[test]
fn nothing_is_written_to_a_store_that_was_moved_for_good() {
    for (source, target) in pairs() {
        let original = filled(&source);
        let options = CopyOptions { is_final: true, ..copy_options() };
        copy_store(&original, &target.url(), &options, &()).unwrap();
        for store in [&original, &source.open()] {
            ImportRun::default().commit(store).unwrap_err();
            for (change, changed) in account_changes(store) {
                let refused = changed.expect_err(change);
                assert!(cause(&refused).contains(&target.url().to_string()), "{change}: {refused:?}");
            }
            assert_eq!(store.load().unwrap().products.len(), 3, "it is still read");
        }
        let moved = target.open();
        moved.check_not_moved().unwrap();
        assert_same(&original, &moved, "moved for good");
    }
}

/// Makes every change of accounts that must not be lost, whether or not there is something to change.
fn account_changes(store: &Store) -> Vec<(&'static str, Result<(), StoreError>)> {
    let (id, hash) = (AccountId(1), PasswordHash::new("late".into()));
    let invitation = InvitationHash::new("late".into());
    let new_invitation = NewInvitation { hash: invitation.clone(), expires_at: NOON, replaces_until: None };
    let secret = SigningSecret::new(vec![8; 32]).unwrap();
    let mut disable = |profile: &mut AccountProfile| profile.status = AccountStatus::Disabled;
    let key = store.keys_of(id).unwrap().remove(0);
    vec![
        ("insert", store.insert(&new_account("late@shop.example")).map(drop)),
        ("register", store.register(&pending_account("late@shop.example"), 9).map(drop)),
        ("update_profile", store.update_profile(id, &mut disable, NOON).map(drop)),
        ("update_password", store.update_password(id, &hash, NOON).map(drop)),
        ("rehash_password", store.rehash_password(id, &hash, &hash, NOON).map(drop)),
        ("erase", store.erase(id, None, NOON).map(drop)),
        ("invite", store.invite(id, &new_invitation).map(drop)),
        ("redeem", store.redeem(&invitation, &hash, NOON).map(drop)),
        ("request_password", store.request_password("one@shop.example", NOON).map(drop)),
        ("add_key", store.add_key(&key).map(drop)),
        ("delete_key", store.delete_key(id, key.id).map(drop)),
        ("rotate_signing_secret", store.rotate_signing_secret(&secret, ReplacedSecret::Keep, NOON).map(drop)),
        ("check_not_moved", store.check_not_moved()),
    ]
}

fn cause(error: &StoreError) -> String {
    std::error::Error::source(error).unwrap().to_string()
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn back_up_at(store: &Store, folder: &Path, time: &str, keep: Option<usize>) -> PathBuf {
    let report = back_up(store, folder, (time, keep), &()).unwrap();
    assert!(report.folder.ends_with(format!("catalog-{time}")), "{report:?}");
    report.folder
}

#[test]
fn a_backup_is_whole_whatever_happens_meanwhile_and_a_restore_puts_it_back() {
    let location = TestLocation::sqlite();
    let store = filled(&location);
    let backups = location.path("backups");
    let made = stop_at_every_moment(
        |observer| back_up(&store, &backups, ("1", None), observer),
        || assert!(names(&backups).iter().all(|name| name.ends_with("-lock")), "{:?}", names(&backups)),
    );
    assert_eq!(names(&made.folder).len(), 2, "{:?}", names(&made.folder));
    let before = format!("{:?}", store.load().unwrap());
    ImportRun::of_records([product_record("LATER", &[1])]).commit(&store).unwrap();
    store.insert(&new_account("later@shop.example")).unwrap().unwrap();
    let in_use = restore(&location.url(), (&backups, "now"), false, &());
    assert!(matches!(in_use, Err(MoveError::InUse { .. })), "{in_use:?}");
    assert_eq!(store.load().unwrap().products.len(), 4, "the store that is in use goes on");
    drop(store);
    let report = stop_at_every_moment(
        |observer| restore(&location.url(), (&backups, "now"), false, observer),
        || assert_eq!(location.open().load().unwrap().products.len(), 4, "the store is as it was"),
    );
    assert_eq!((report.revision, report.products, report.accounts), (2, 3, 2));
    let restored = location.open();
    assert_eq!(format!("{:?}", restored.load().unwrap()), before);
    assert!(restored.find_by_login("later@shop.example").unwrap().is_none());
    let previous = report.previous.unwrap();
    let previous = Store::open(&format!("sqlite://{}", previous.display()).parse().unwrap(), &options()).unwrap();
    assert_eq!(previous.load().unwrap().products.len(), 4, "nothing is lost");
    assert!(previous.find_by_login("later@shop.example").unwrap().is_some());
}

#[test]
fn the_oldest_backups_are_forgotten_and_the_latest_is_restored() {
    let location = TestLocation::sqlite();
    let store = filled(&location);
    let backups = location.path("backups");
    for (time, keep, left) in [("1", None, 1), ("2", None, 2), ("3", Some(2), 2), ("4", Some(9), 3), ("5", Some(1), 1)]
    {
        ImportRun::of_records([product_record(time, &[1])]).commit(&store).unwrap();
        back_up_at(&store, &backups, time, keep);
        let folders = names(&backups).into_iter().filter(|name| name.starts_with("catalog-"));
        assert_eq!(folders.count(), left, "{time}");
    }
    back_up_at(&store, &backups, "6", None);
    drop(store);
    let report = restore(&location.url(), (&backups, "now"), false, &()).unwrap();
    assert!(report.backup.ends_with("catalog-6"), "{report:?}");
    let report = restore(&location.url(), (&backups.join("catalog-5"), "later"), false, &()).unwrap();
    assert!(report.backup.ends_with("catalog-5"), "{report:?}");
    let none = restore(&location.url(), (&location.path(""), "never"), false, &());
    assert!(matches!(none, Err(MoveError::NoBackup { .. })), "{none:?}");
}

#[test]
fn backups_of_one_moment_are_all_kept_and_the_last_of_them_is_the_latest() {
    let location = TestLocation::sqlite();
    let store = filled(&location);
    let backups = location.path("backups");
    for (stock_number, keep, name) in
        [("X", None, "catalog-1"), ("Y", None, "catalog-1-0002"), ("Z", Some(2), "catalog-1-0003")]
    {
        ImportRun::of_records([product_record(stock_number, &[1])]).commit(&store).unwrap();
        let report = back_up(&store, &backups, ("1", keep), &()).unwrap();
        assert!(report.folder.ends_with(name), "{report:?}");
    }
    assert!(!backups.join("catalog-1").exists(), "the oldest is deleted");
    drop(store);
    let report = restore(&location.url(), (&backups, "now"), false, &()).unwrap();
    assert!(report.backup.ends_with("catalog-1-0003"), "{report:?}");
    assert!(report.products == 6, "{report:?}");
}

#[test]
fn a_damaged_backup_is_not_restored_and_a_damaged_store_is_replaced() {
    let location = TestLocation::sqlite();
    let store = filled(&location);
    let folder = back_up_at(&store, &location.path("backups"), "1", None);
    drop(store);
    let whole = std::fs::read(folder.join("catalog.db")).unwrap();
    let mut damaged = whole.clone();
    damaged[4_096 * 3..4_096 * 5].fill(0x55);
    std::fs::write(folder.join("catalog.db"), damaged).unwrap();
    let refused = restore(&location.url(), (&folder, "now"), false, &());
    let is_named = matches!(&refused, Err(MoveError::Damaged { file, .. }) if *file == folder.join("catalog.db"));
    assert!(is_named, "{refused:?}");
    let elsewhere = TestLocation::sqlite();
    let new: DatabaseUrl = format!("sqlite://{}", elsewhere.path("new/folder/catalog.db").display()).parse().unwrap();
    restore(&new, (&folder, "now"), false, &()).unwrap_err();
    assert!(!elsewhere.path("new").exists(), "a refused restore leaves nothing");
    assert_eq!(location.open().load().unwrap().products.len(), 3, "the store is as it was");
    std::fs::write(folder.join("catalog.db"), whole).unwrap();
    std::fs::write(location.path("catalog.db"), "this is no database").unwrap();
    restore(&location.url(), (&folder, "now"), false, &()).unwrap();
    assert_eq!(location.open().load().unwrap().products.len(), 3);
}

#[test]
fn a_store_that_was_being_put_in_place_is_refused_until_that_is_done() {
    let location = TestLocation::sqlite();
    let store = filled(&location);
    let folder = back_up_at(&store, &location.path("backups"), "1", None);
    let elsewhere = TestLocation::sqlite();
    copy_store(&store, &elsewhere.url(), &copy_options(), &()).unwrap();
    drop(store);
    // As it is between the two renames.
    std::fs::rename(location.path("catalog.db"), location.path("catalog.db.partial")).unwrap();
    let refused = Store::open(&location.url(), &options()).unwrap_err().to_string();
    assert!(refused.contains("interrupted"), "{refused}");
    assert!(refused.contains("run the same command again"), "{refused}");
    copy_store(&elsewhere.open(), &location.url(), &copy_options(), &()).unwrap();
    assert_eq!(location.open().load().unwrap().products.len(), 3);
    std::fs::rename(location.path("catalog.db"), location.path("catalog.db.partial")).unwrap();
    restore(&location.url(), (&folder, "now"), false, &()).unwrap();
    assert_eq!(location.open().load().unwrap().products.len(), 3);
}

#[test]
fn a_store_that_was_moved_is_not_restored_unless_that_is_meant() {
    let (source, target) = (TestLocation::sqlite(), TestLocation::sqlite());
    let store = filled(&source);
    let backups = source.path("backups");
    back_up_at(&store, &backups, "1", None);
    copy_store(&store, &target.url(), &CopyOptions { is_final: true, ..copy_options() }, &()).unwrap();
    drop(store);
    let refused = restore(&source.url(), (&backups, "now"), false, &()).unwrap_err();
    assert!(refused.to_string().contains(&format!("was moved to {}", target.url())), "{refused}");
    assert!(source.open().check_not_moved().is_err(), "it is as it was");
    restore(&source.url(), (&backups, "now"), true, &()).unwrap();
    source.open().check_not_moved().unwrap();
}

#[test]
fn a_refused_copy_leaves_no_lock() {
    let (source, target) = (TestLocation::sqlite(), TestLocation::sqlite());
    let (store, _other) = (filled(&source), target.open());
    target.execute("INSERT INTO warehouses (id, name) VALUES ('1', 'one')");
    let refused = copy_store(&store, &target.url(), &copy_options(), &());
    assert!(matches!(refused, Err(MoveError::NotEmpty { .. })), "{refused:?}");
    assert!(names(&target.path("")).iter().all(|name| !name.ends_with("-lock")), "{:?}", names(&target.path("")));
}
