//! Opening a store: concurrently, again, in the wrong place, in the wrong version.

use crate::support::{TestLocation, mode, options, set_mode};
use catalog_domain::ports::{
    AccountStore, CatalogSource, ImportStore, ImportWriteError, SigningSecret, StoreError, StoreSettings,
};
use catalog_testkit::builders::{NOON, new_account, product_record};
use catalog_testkit::{ImportRun, at_once};
use store_diesel::{DatabaseUrl, OpenError, Store};

fn refused(url: &str) -> OpenError {
    let url: DatabaseUrl = url.parse().unwrap();
    Store::open(&url, &options()).unwrap_err()
}

#[test]
fn a_store_opened_again_has_everything() {
    for location in TestLocation::all() {
        let secret = SigningSecret::new(vec![7; 32]).unwrap();
        let (facts, account) = {
            let store = location.open();
            ImportRun::of_records([product_record("A", &[1])]).commit(&store).unwrap();
            store.signing_secret(&secret, NOON).unwrap();
            (store.load().unwrap(), store.insert(&new_account("ann@example.com")).unwrap())
        };
        let store = location.open();
        assert_eq!(store.load().unwrap(), facts);
        assert_eq!(store.find_by_login("ann@example.com").unwrap(), account);
        assert!(store.signing_secret(&SigningSecret::new(vec![8; 32]).unwrap(), NOON).unwrap().current == secret);
    }
}

#[test]
fn many_can_make_a_store_at_once() {
    // The winner varies, and a file is quickly made.
    let files = std::iter::repeat_with(TestLocation::sqlite).take(20);
    for location in files.chain(TestLocation::postgres()) {
        let opened = at_once(8, |_| location.open().revisions().unwrap().catalog.0);
        assert_eq!(opened, [0; 8]);
    }
}

#[test]
fn two_stores_have_different_epochs() {
    for (one, other) in TestLocation::all().into_iter().zip(TestLocation::all()) {
        let history = |location: &TestLocation| location.open().load().unwrap().log_position.epoch;
        assert_ne!(history(&one), history(&other));
        assert_eq!(history(&one), history(&one));
    }
}

#[test]
fn imports_of_two_processes_are_one_after_the_other() {
    for location in TestLocation::all() {
        // Separately opened stores share nothing but the database, like two processes.
        let (one, other) = (location.open(), location.open());
        let session = one.begin().unwrap();
        assert!(other.begin().is_err());
        assert_eq!(other.load().unwrap().products.len(), 0, "reads go on");
        drop(session);
        assert!(other.begin().is_ok());
    }
}

#[test]
fn a_store_that_is_opened_unchanged_is_neither_made_nor_migrated() {
    for location in TestLocation::all() {
        let unchanged = || Store::open_unchanged(&location.url(), &options());
        for _ in 0..2 {
            assert!(unchanged().unwrap().is_none(), "nothing is made");
        }
        drop(location.open());
        assert!(unchanged().unwrap().is_some());
        location.execute(
            "DELETE FROM __diesel_schema_migrations
                 WHERE version = (SELECT MAX(version) FROM __diesel_schema_migrations)",
        );
        for _ in 0..2 {
            let error = unchanged().unwrap_err();
            assert!(matches!(error, OpenError::Outdated { .. }), "{error}");
        }
    }
}

#[test]
fn a_store_of_a_newer_version_is_refused() {
    for location in TestLocation::all() {
        drop(location.open());
        location.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000000')");
        let error = Store::open(&location.url(), &options()).unwrap_err();
        assert!(matches!(error, OpenError::Newer { .. }), "{error:?}");
        assert!(error.to_string().contains("99990101000000"), "{error}");
    }
}

#[test]
fn a_store_of_a_version_before_the_previous_one_is_refused_and_stays_as_it_is() {
    for location in TestLocation::all() {
        drop(location.open());
        location.execute("DELETE FROM __diesel_schema_migrations WHERE version > '20261122000000'");
        for _ in 0..2 {
            let error = Store::open(&location.url(), &options()).unwrap_err().to_string();
            assert!(error.contains("before 0.2.0; nothing was changed; start 0.2.0 with it first"), "{error}");
        }
    }
}

#[test]
fn an_open_error_is_one_line_without_the_password() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("file"), "this is no database, but long enough to look like one".repeat(99))
        .unwrap();
    let path = folder.path().display();
    for url in [
        format!("sqlite://{path}/file/catalog.db"),
        format!("sqlite://{path}/file"),
        "postgres://ann:hunter2@127.0.0.1:1/catalog".to_owned(),
        "postgres://127.0.0.1:1/catalog?user=ann&password=hunter2".to_owned(),
        "postgres://ann:hunter2@127.0.0.1:1/catalog?sslmode=nonsense".to_owned(),
    ] {
        let error = refused(&url);
        for text in [error.to_string(), format!("{error:?}")] {
            assert!(!text.contains("hunter2"), "{text}");
        }
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

#[test]
fn the_files_of_a_new_store_are_for_its_owner_only_and_so_is_its_folder() {
    let location = TestLocation::sqlite();
    let store = location.open();
    store.signing_secret(&SigningSecret::new(vec![7; 32]).unwrap(), NOON).unwrap();
    drop(store.begin().unwrap());
    assert_eq!(mode(&location.path("")), 0o700);
    let files: Vec<_> = location.path("").read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    for name in ["catalog.db", "catalog.db.accounts", "catalog.db.import-lock"] {
        assert!(files.contains(&location.path(name)), "{name} is not among {files:?}");
    }
    assert!(files.iter().all(|file| mode(file) == 0o600), "{files:?}");
}

#[test]
fn a_world_writable_store_is_refused_with_the_command_that_fixes_it_and_a_readable_one_is_not() {
    let location = TestLocation::sqlite();
    drop(location.open());
    for (name, access, is_refused) in [
        ("catalog.db", 0o660, true),
        ("catalog.db", 0o602, true),
        ("catalog.db", 0o644, false),
        ("catalog.db", 0o600, false),
        ("catalog.db.accounts", 0o620, true),
        ("catalog.db.accounts", 0o640, false),
    ] {
        let path = location.path(name);
        set_mode(&path, access);
        let opened = Store::open(&location.url(), &options());
        assert_eq!(mode(&path), access, "nothing is changed silently");
        let error = opened.err().map(|error| error.to_string());
        assert_eq!(error.is_some(), is_refused, "{name} {access:o}: {error:?}");
        let command = format!("run: chmod 600 '{}'", path.display());
        assert!(error.is_none_or(|error| error.ends_with(&command)), "{name} {access:o}");
        set_mode(&path, 0o600);
    }
}

#[test]
fn a_lock_file_that_others_could_hold_is_taken_away_from_them() {
    let location = TestLocation::sqlite();
    let store = location.open();
    let lock = location.path("catalog.db.import-lock");
    std::fs::write(&lock, "").unwrap();
    set_mode(&lock, 0o644);
    drop(store.begin().unwrap());
    assert_eq!(mode(&lock), 0o600);
}

#[test]
fn no_new_store_is_made_where_changes_of_one_that_was_moved_away_are() {
    let location = TestLocation::sqlite();
    let store = location.open();
    store.revisions().unwrap();
    assert!(location.path("catalog.db-wal").exists(), "a connection is open");
    std::fs::rename(location.path("catalog.db"), location.path("elsewhere.db")).unwrap();
    let error = Store::open(&location.url(), &options()).unwrap_err();
    assert!(matches!(error, OpenError::Orphaned { .. }), "{error:?}");
    std::fs::rename(location.path("elsewhere.db"), location.path("catalog.db")).unwrap();
    assert!(Store::open(&location.url(), &options()).is_ok());
    drop(store);
}

#[test]
fn an_import_whose_store_is_replaced_meanwhile_fails() {
    let location = TestLocation::sqlite();
    let store = location.open();
    ImportRun::of_records([product_record("A", &[1])]).commit(&store).unwrap();
    let mut import = store.begin().unwrap();
    let base = import.snapshot().unwrap().revision;
    std::fs::rename(location.path("catalog.db"), location.path("elsewhere.db")).unwrap();
    let outcome = ImportRun::of_records([product_record("B", &[1])]).commit_in(&mut *import, base);
    assert!(matches!(outcome, Err(ImportWriteError::Store(StoreError::Unavailable(_)))), "{outcome:?}");
    std::fs::rename(location.path("elsewhere.db"), location.path("catalog.db")).unwrap();
    assert_eq!(store.revisions().unwrap().catalog, base, "nothing was written");
}

#[cfg(not(feature = "tls"))]
#[test]
fn encryption_that_is_demanded_is_never_left_out() {
    for mode in ["require", "verify-ca", "verify-full"] {
        let error = refused(&format!("postgres://127.0.0.1:1/catalog?sslmode={mode}"));
        assert!(matches!(&error, OpenError::TlsUnsupported { mode: refused } if refused == mode), "{error:?}");
    }
    let error = refused("postgres://127.0.0.1:1/catalog?sslmode=prefer");
    assert!(matches!(error, OpenError::Connect { .. }), "{error:?}");
}
