//! Following a store, over scripted ports.

use super::thread::report;
use super::*;
use catalog_domain::catalog::{CatalogDelta, CatalogFacts};
use catalog_domain::ports::{AccountSnapshot, MockAccountSource, MockCatalogSource, MockStoreSettings, StoreRevisions};
use catalog_testkit::FixedClock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The next revisions of the store; `None`: it is down.
type Script = Arc<Mutex<Option<(i64, i64)>>>;

struct Followed {
    refresher: Refresher,
    script: Script,
    replacements: Arc<AtomicU64>,
    loads: Arc<Mutex<Vec<&'static str>>>,
}

#[test]
fn nothing_is_made_in_advance_for_a_v1_that_is_off() {
    let mut followed = followed(None);
    followed.refresher.ports.serves_v1 = false;
    for revision in [1, 2] {
        followed.response(Some((revision, 1))).unwrap();
        assert!(!followed.refresher.ports.catalog.current().v1().is_prepared(), "revision {revision}");
    }
}

fn unavailable() -> StoreError {
    StoreError::Unavailable("down".into())
}

fn followed(stored: Option<&str>) -> Followed {
    let script = Script::default();
    let loads = Arc::new(Mutex::new(Vec::new()));
    let storefront = StorefrontHost::parse("storefront.example").unwrap();
    let mut source = MockCatalogSource::new();
    let (requested, replacements) = (Arc::clone(&script), Arc::<AtomicU64>::default());
    let replaced = Arc::clone(&replacements);
    source.expect_revisions().returning(move || {
        let (catalog, accounts) = requested.lock().unwrap().ok_or_else(unavailable)?;
        Ok(StoreRevisions {
            catalog: CatalogRevision(catalog),
            accounts: AccountRevision(accounts),
            replacements: replaced.load(Ordering::Relaxed),
            is_moved: false,
        })
    });
    let (requested, loaded) = (Arc::clone(&script), Arc::clone(&loads));
    source.expect_load().returning(move || {
        let (catalog, _) = requested.lock().unwrap().ok_or_else(unavailable)?;
        loaded.lock().unwrap().push("catalog");
        Ok(CatalogFacts { revision: CatalogRevision(catalog), ..CatalogFacts::default() })
    });
    let (requested, loaded) = (Arc::clone(&script), Arc::clone(&loads));
    source.expect_changes_since().returning(move |known, _| {
        let (catalog, _) = requested.lock().unwrap().ok_or_else(unavailable)?;
        // Like a store that has its revisions up to 9, but was never restored.
        let is_known = catalog > known.0 && catalog < 10;
        loaded.lock().unwrap().push(if is_known { "changes" } else { "no changes" });
        Ok(is_known.then(|| CatalogDelta { revision: CatalogRevision(catalog), ..CatalogDelta::default() }))
    });
    let mut accounts = MockAccountSource::new();
    let loaded = Arc::clone(&loads);
    accounts.expect_load_accounts().returning(move || {
        loaded.lock().unwrap().push("accounts");
        Ok(AccountSnapshot { position: None, accounts: Vec::new() })
    });
    let mut settings = MockStoreSettings::new();
    let stored = stored.map(|host| StorefrontHost::parse(host).unwrap());
    settings.expect_storefront().returning(move || Ok(stored.clone()));
    let empty = SharedCatalog::new(Catalog::empty(storefront.clone()), Duration::ZERO, Arc::new(FixedClock::default()));
    let refresher = Refresher::new(RefreshPorts {
        source: Arc::new(source),
        settings: Arc::new(settings),
        storefront,
        catalog: Arc::new(empty),
        accounts: Arc::new(AccountDirectory::new(Arc::new(accounts))),
        keys: None,
        tail: None,
        health: Arc::new(RefreshHealth::new(Duration::from_secs(60))),
        serves_v1: true,
        loss: |_| None,
    });
    Followed { refresher, script, replacements, loads }
}

impl Followed {
    fn response(&mut self, revisions: Option<(i64, i64)>) -> Result<(), RefreshError> {
        *self.script.lock().unwrap() = revisions;
        self.refresher.refresh()
    }

    fn take_loads(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.loads.lock().unwrap())
    }
}

#[test]
fn only_what_moved_is_loaded_also_when_it_moved_back() {
    let mut followed = followed(Some("storefront.example"));
    for (revisions, loads) in [
        ((0, 0), vec!["accounts", "catalog"]),
        ((0, 0), vec![]),
        ((1, 0), vec!["changes"]),
        ((1, 1), vec!["accounts"]),
        ((1, 1), vec![]),
        ((3, 2), vec!["accounts", "changes"]),
        ((2, 2), vec!["no changes", "catalog"]),
        ((10, 2), vec!["no changes", "catalog"]),
    ] {
        followed.response(Some(revisions)).unwrap();
        assert_eq!(followed.take_loads(), loads, "{revisions:?}");
        assert_eq!(followed.refresher.ports.catalog.current().revision(), CatalogRevision(revisions.0));
    }
}

#[test]
fn of_a_store_that_was_replaced_everything_is_loaded_whatever_its_revisions_are() {
    let mut followed = followed(None);
    followed.response(Some((4, 2))).unwrap();
    followed.take_loads();
    followed.replacements.fetch_add(1, Ordering::Relaxed);
    followed.response(Some((4, 2))).unwrap();
    assert_eq!(followed.take_loads(), ["accounts", "catalog"]);
    followed.response(Some((4, 2))).unwrap();
    assert_eq!(followed.take_loads(), Vec::<&str>::new(), "once");
}

#[test]
fn after_an_update_that_panicked_everything_is_loaded() {
    let mut followed = followed(None);
    followed.response(Some((1, 0))).unwrap();
    followed.take_loads();
    // As `Catalog::updated` would leave it if it panicked.
    followed.refresher.may_update = false;
    followed.response(Some((2, 0))).unwrap();
    assert_eq!(followed.take_loads(), ["catalog"]);
    followed.response(Some((3, 0))).unwrap();
    assert_eq!(followed.take_loads(), ["changes"], "and the one after it is an update again");
}

#[test]
fn a_store_that_is_down_leaves_the_catalog_in_place_and_is_polled_again() {
    let mut followed = followed(Some("storefront.example"));
    assert_eq!(followed.refresher.ports.health.check(Instant::now()), Err(NotReady::Loading));
    followed.response(Some((4, 1))).unwrap();
    assert!(matches!(followed.response(None), Err(RefreshError::Store(StoreError::Unavailable(_)))));
    assert_eq!(followed.refresher.ports.catalog.current().revision(), CatalogRevision(4));
    assert_eq!(followed.refresher.ports.health.check(Instant::now()), Ok(()), "within its patience");
    followed.response(Some((5, 1))).unwrap();
    assert_eq!(followed.refresher.ports.catalog.current().revision(), CatalogRevision(5));
}

#[test]
fn a_request_uses_the_catalog_it_began_with() {
    let mut followed = followed(None);
    followed.response(Some((1, 0))).unwrap();
    let request = followed.refresher.ports.catalog.current();
    followed.response(Some((2, 0))).unwrap();
    assert_eq!(request.revision(), CatalogRevision(1));
    assert_eq!(followed.refresher.retired.len(), 1, "the request still uses the old catalog");
    drop(request);
    followed.response(Some((2, 0))).unwrap();
    assert_eq!(followed.refresher.retired.len(), 0, "and freed after it");
}

#[test]
fn a_store_of_another_storefront_is_not_loaded() {
    let mut followed = followed(Some("other.example"));
    let error = followed.response(Some((1, 0))).unwrap_err().to_string();
    assert_eq!(error, "the store belongs to the storefront other.example, not storefront.example");
    assert_eq!(followed.take_loads(), ["accounts"]);
}

#[test]
fn a_store_that_is_gone_for_good_ends_readiness_at_once() {
    let mut followed = followed(None);
    followed.response(Some((1, 0))).unwrap();
    followed.refresher.ports.loss = |error| Some(error.to_string());
    followed.response(None).unwrap_err();
    let lost = Err(NotReady::Lost(unavailable().to_string()));
    assert_eq!(followed.refresher.ports.health.check(Instant::now()), lost);
    assert_eq!(followed.take_loads(), ["accounts", "catalog", "accounts"], "who may call is read all the same");
}

#[test]
fn a_streak_of_failures_is_one_streak() {
    let failure = Err(RefreshError::Panicked);
    assert!(report(&failure, false));
    assert!(report(&failure, true));
    assert!(!report(&Ok(()), true));
    assert!(!report(&Ok(()), false));
}

#[test]
fn what_v1_needs_is_made_after_each_load_before_anybody_asks() {
    let mut followed = followed(None);
    // Revision 11 is loaded, because the store does not know the changes.
    for revision in [1, 2, 11] {
        followed.response(Some((revision, 1))).unwrap();
        let catalog = followed.refresher.ports.catalog.current();
        assert_eq!(catalog.revision().0, revision);
        let deadline = Instant::now() + Duration::from_secs(600);
        while !catalog.v1().is_prepared() {
            assert!(Instant::now() < deadline, "revision {revision} is never prepared");
            std::thread::yield_now();
        }
    }
}
