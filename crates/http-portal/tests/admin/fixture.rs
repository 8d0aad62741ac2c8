//! A portal over a store of its own, with some accounts.

use crate::browser::Browser;
use actix_web::web::Data;
use catalog_domain::accounts::{AccountProfile, AccountStatus, NewAccount};
use catalog_domain::catalog::Catalog;
use catalog_domain::ports::PasswordHasher;
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_testkit::builders::{NOON, product_record, product_type, section, storefront, warehouse};
use catalog_testkit::services::{quick_hasher, services};
use catalog_testkit::{AnyStore, FixedClock, ImportRun, TestStore};
use http_common::Services;
use std::sync::Arc;
use store_diesel::{Store, StoreOptions};

/// The password of all accounts.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// The services, and the store behind them.
pub(crate) struct Portal {
    pub(crate) services: Data<Services>,
    pub(crate) store: Arc<dyn AnyStore>,
    _stored: TestStore,
}

fn open(url: &str) -> Arc<dyn AnyStore> {
    Arc::new(Store::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap())
}

impl Portal {
    /// One over each kind of store.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        TestStore::of_every_kind(open).map(Self::over)
    }

    /// One in memory.
    pub(crate) fn in_memory() -> Self {
        Self::over(TestStore::in_memory())
    }

    fn over(stored: TestStore) -> Self {
        println!("over {}", stored.name);
        let store = Arc::clone(&stored.store);
        let run = ImportRun {
            product_types: vec![product_type(1)],
            warehouses: vec![warehouse("main")],
            sections: vec![section(1)],
            new_price_levels: vec![PriceLevel::new("Опт"), PriceLevel::new("<b>\u{202e}")],
            ..ImportRun::of_records([product_record("P-1", &[1])])
        };
        run.commit(&*store).unwrap();
        let clock = Arc::new(FixedClock::at(NOON));
        let catalog = Catalog::build(store.load().unwrap(), storefront());
        let services = Data::new(services(&store, catalog, &clock));
        let portal = Self { services, store, _stored: stored };
        portal.add("admin", Role::Administrator, AccountStatus::Active, true);
        portal.add("buyer", Role::User, AccountStatus::Active, true);
        portal.services.accounts.refresh().unwrap();
        portal
    }

    /// Makes an account and returns its id.
    pub(crate) fn add(&self, user: &str, role: Role, status: AccountStatus, has_password: bool) -> i64 {
        let hash = has_password.then(|| quick_hasher().hash(PASSWORD).unwrap());
        self.insert(AccountProfile { role, status, ..profile(user) }, hash.is_some())
    }

    /// Makes an account with `profile` and returns its id.
    pub(crate) fn insert(&self, profile: AccountProfile, has_password: bool) -> i64 {
        let password_hash = has_password.then(|| quick_hasher().hash(PASSWORD).unwrap());
        let account = NewAccount { profile, password_hash, created_at: NOON };
        self.store.insert(&account).unwrap().unwrap().id.0
    }

    /// The account of a user.
    pub(crate) fn account(&self, user: &str) -> catalog_domain::accounts::Account {
        self.store.find_by_login(&login(user)).unwrap().unwrap()
    }

    /// A browser in which `user` is signed in.
    pub(crate) async fn signed_in(&self, user: &str) -> Browser {
        let mut browser = Browser::new(&self.services);
        browser.sign_in(&login(user), PASSWORD).await;
        browser
    }
}

/// The login of a user.
pub(crate) fn login(user: &str) -> String {
    format!("{user}@shop.example")
}

/// A user's profile with defaults.
pub(crate) fn profile(user: &str) -> AccountProfile {
    AccountProfile {
        email: login(user),
        name: format!("Name of {user}"),
        company: format!("Company of {user}"),
        phone: None,
        comment: None,
        role: Role::User,
        status: AccountStatus::Active,
        price_level: PriceLevel::retail(),
        configurator_access: false,
    }
}
