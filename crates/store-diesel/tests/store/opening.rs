//! Opening a store: at once from several sides, again, in the wrong place, in the wrong version.

use crate::support::{Place, options};
use catalog_domain::ports::{AccountStore, CatalogSource, ImportStore, SigningSecret, StoreSettings};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{new_account, product_record};
use std::sync::Barrier;
use store_diesel::{DatabaseUrl, OpenError, Store};

fn refused(url: &str) -> OpenError {
    let url: DatabaseUrl = url.parse().unwrap();
    Store::open(&url, &options()).unwrap_err()
}

#[test]
fn a_store_opened_again_has_everything() {
    for place in Place::all() {
        let secret = SigningSecret::new(vec![7; 32]).unwrap();
        let (facts, account) = {
            let store = place.open();
            ImportRun::of_records([product_record("A", &[1])]).commit(&store).unwrap();
            store.signing_secret(&secret).unwrap();
            (store.load().unwrap(), store.insert(&new_account("ann@example.com")).unwrap())
        };
        let store = place.open();
        assert_eq!(store.load().unwrap(), facts);
        assert_eq!(store.find_by_login("ann@example.com").unwrap(), account);
        assert!(store.signing_secret(&SigningSecret::new(vec![8; 32]).unwrap()).unwrap() == secret);
    }
}

#[test]
fn many_can_make_a_store_at_once() {
    // Who is first differs from time to time, and a file is quickly made.
    let files = std::iter::repeat_with(Place::sqlite).take(20);
    for place in files.chain(Place::postgres()) {
        let (place, barrier) = (&place, &Barrier::new(8));
        std::thread::scope(|scope| {
            let open = || {
                barrier.wait();
                place.open().revisions().unwrap()
            };
            let openers: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            openers.into_iter().for_each(|opener| assert_eq!(opener.join().unwrap().catalog.0, 0));
        });
    }
}

#[test]
fn two_stores_in_two_places_have_different_histories() {
    for (one, other) in Place::all().into_iter().zip(Place::all()) {
        let history = |place: &Place| place.open().load().unwrap().log_head.history;
        assert_ne!(history(&one), history(&other));
        assert_eq!(history(&one), history(&one));
    }
}

#[test]
fn imports_of_two_processes_are_one_after_the_other() {
    for place in Place::all() {
        // Two stores opened apart share nothing but the database, as two processes do.
        let (one, other) = (place.open(), place.open());
        let session = one.begin().unwrap();
        assert!(other.begin().is_err());
        assert_eq!(other.load().unwrap().products.len(), 0, "reads go on");
        drop(session);
        assert!(other.begin().is_ok());
    }
}

#[test]
fn a_store_of_a_newer_version_is_refused() {
    for place in Place::all() {
        drop(place.open());
        place.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000000')");
        let error = Store::open(&place.url(), &options()).unwrap_err();
        assert!(matches!(error, OpenError::Newer { .. }), "{error:?}");
        assert!(error.to_string().contains("99990101000000"), "{error}");
    }
}

#[test]
fn what_cannot_be_opened_is_said_in_one_line_without_the_password() {
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

#[cfg(unix)]
#[test]
fn the_files_of_a_new_store_are_for_its_owner_only_and_those_that_exist_keep_their_mode() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::TempDir::new().unwrap();
    let url: DatabaseUrl = format!("sqlite://{}/catalog.db", folder.path().display()).parse().unwrap();
    let modes = || {
        let mut modes: Vec<(String, u32)> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("catalog.db"))
            .map(|entry| {
                (
                    entry.file_name().to_string_lossy().into_owned(),
                    entry.metadata().unwrap().permissions().mode() & 0o777,
                )
            })
            .collect();
        modes.sort();
        modes
    };
    let store = Store::open(&url, &options()).unwrap();
    store.signing_secret(&SigningSecret::new(vec![7; 32]).unwrap()).unwrap();
    let fresh = modes();
    assert!(fresh.iter().any(|(name, _)| name == "catalog.db") && fresh.len() > 1, "{fresh:?}");
    assert!(fresh.iter().all(|(_, mode)| *mode == 0o600), "{fresh:?}");
    drop(store);
    let shared = std::fs::Permissions::from_mode(0o660);
    std::fs::set_permissions(folder.path().join("catalog.db"), shared).unwrap();
    Store::open(&url, &options()).unwrap();
    assert!(modes().contains(&("catalog.db".to_owned(), 0o660)), "{:?}", modes());
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
